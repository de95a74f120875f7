#include "cover/found_rules.hpp"

#include "base/apart.hpp"

namespace shortlist {

FoundRules::FoundRules(int rows, bool by_size)
    : words_(words_for(rows)), n_rows_(static_cast<std::size_t>(rows)), by_size_(by_size), times_(n_rows_, 0) {}

Word FoundRules::signature(const Word* rows) const {
  Word all = 0;
  for (int w = 0; w < words_; ++w) all |= rows[w];
  return all;
}

bool FoundRules::covers(int number, const Word* rows) const {
  const Word* mine = rows_.data() + static_cast<std::size_t>(number) * static_cast<std::size_t>(words_);
  for (int w = 0; w < words_; ++w)
    if ((rows[w] & ~mine[w]) != 0) return false;
  return true;
}

bool FoundRules::stand_for(const Word* rows, int literals, Monitor& monitor) const {
  int rarest = -1;
  for_each_bit(rows, words_, [&](int r) {
    if (rarest < 0 || times_[r] < times_[rarest]) rarest = r;
  });
  if (rarest < 0 || times_[rarest] == 0) return false;
  monitor.work(times_[rarest] / 4 + words_ * 8);
  const Word mine = signature(rows);
  for (std::size_t g = 0; g < with_.size() && g <= group(literals); ++g) {
    const With& rivals = with_[g][static_cast<std::size_t>(rarest)];
    const auto count = static_cast<int>(rivals.number.size());
    for (int at = 0; at < count; ++at) {
      const int next = find_apart(rivals.lacking.data() + at, count - at, mine);
      if (next < 0) break;
      at += next;
      if (covers(rivals.number[static_cast<std::size_t>(at)], rows)) return true;
    }
  }
  return false;
}

void FoundRules::add(const Word* rows, int literals, MemoryBudget& budget) {
  const int number = count_++;
  const std::size_t g = group(literals);
  while (with_.size() <= g) {
    budget.take(n_rows_ * sizeof(With));
    with_.emplace_back(n_rows_);
  }
  budget.take(static_cast<std::size_t>(words_) * sizeof(Word) +
              static_cast<std::size_t>(count_bits(rows, words_)) * (sizeof(Word) + sizeof(int)));
  const Word lacking = ~signature(rows);
  for_each_bit(rows, words_, [&](int r) {
    ++times_[r];
    With& with = with_[g][static_cast<std::size_t>(r)];
    with.lacking.push_back(lacking);
    with.number.push_back(number);
  });
  rows_.insert(rows_.end(), rows, rows + words_);
}

}  // namespace shortlist
