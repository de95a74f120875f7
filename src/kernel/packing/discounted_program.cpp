// The linear program of a packing with discounts: a column for each pair and row, a group for each literal and cut.
#include "packing/discounted_packing.hpp"

namespace shortlist {

// For each label and literal: the rows with that label that the literal covers. Then a row for each default label.
void DiscountedPacking::add_literal_groups() {
  const Table& table = problem_.table;
  place_.assign(slots_.size() * static_cast<std::size_t>(table.features), -1);
  for (int c : problem_.rule_labels)
    for (int f = 0; f < table.features; ++f) {
      for (const bool positive : {true, false}) {
        const int literal = positive ? f : table.stride + f;
        if (!problem_.usable[literal]) continue;
        int count = 0;
        for (int s : slots_with_[c])
          if (has_bit(rows_.row(slots_[s].row), f) == positive) place_of(s, f) = program_.rows() + count++;
        program_.add_group(count, static_cast<double>(problem_.price_of_rule({literal})) / unit_);
      }
      monitor_.work(static_cast<std::int64_t>(slots_with_[c].size()) * 4);
    }
  default_rows_ = program_.rows();
  if (default_cover_)
    for (std::size_t d = 0; d < problem_.default_labels.size(); ++d) program_.add_group(1, 0.0);
  literal_groups_ = program_.groups();
  y_.assign(static_cast<std::size_t>(program_.rows()), 0.0);
}

void DiscountedPacking::add_cut_groups() {
  program_.keep_groups(literal_groups_);
  y_.resize(static_cast<std::size_t>(program_.rows()));
  active_.assign(slots_.size(), {});
  for (Cut& cut : cuts_) {
    cut.place.assign(slots_.size(), -1);
    int count = 0;
    for (int s : slots_with_[cut.label])
      if (has_bit(cut.rows.data(), slots_[s].row)) {
        cut.place[s] = program_.rows() + count++;
        active_[s].push_back(&cut);
      }
    monitor_.work(static_cast<std::int64_t>(slots_.size()) / 4);
    program_.add_group(count, static_cast<double>(problem_.price_of_rule(cut.literals)) / unit_);
    cut.dual.resize(static_cast<std::size_t>(count), 0.0);
    y_.insert(y_.end(), cut.dual.begin(), cut.dual.end());
  }
}

void DiscountedPacking::build() {
  add_cut_groups();
  program_.clear_columns();
  const std::size_t n_labels = default_cover_ ? problem_.default_labels.size() : 0;
  for (int i : members_) {
    if (default_cover_) add_row(i);  // otherwise rows are let off only
    for (std::size_t d = 0; d < n_labels; ++d)
      if (is_served(i, d)) program_.entries.push_back(default_rows_ + static_cast<int>(d));
    program_.finish_column(default_cover_ ? 1.0 : 0.0);
  }
  for (int i : members_) {
    add_row(i);
    program_.finish_column(-1.0);
  }
  for (std::size_t d = 0; d < n_labels; ++d) program_.entries.push_back(default_rows_ + static_cast<int>(d));
  program_.finish_column(-1.0);
  for (const auto& [i, j] : pairs_) {
    add_pair(i, j);
    add_pair(j, i);
    program_.finish_column(1.0);
    monitor_.work(static_cast<std::int64_t>(active_[slots_of_[i].empty() ? 0 : slots_of_[i][0]].size()) / 4 + 16);
  }
  program_.prepare();
  monitor_.work(static_cast<std::int64_t>(program_.entries.size()));
}

void DiscountedPacking::add_row(int row) {
  for (int s : slots_of_[row]) {
    for (int f = 0; f < problem_.table.features; ++f)
      if (place_of(s, f) >= 0) program_.entries.push_back(place_of(s, f));
    for (const Cut* cut : active_[s]) program_.entries.push_back(cut->place[s]);
  }
}

// The rows of the groups that may charge the pair to its end `near`.
void DiscountedPacking::add_pair(int near, int far) {
  const Word *here = rows_.row(near), *there = rows_.row(far);
  for (int s : slots_of_[near]) {
    for (int w = 0; w < rows_.words; ++w)
      for (Word rest = here[w] ^ there[w]; rest != 0; rest &= rest - 1) {
        const int place = place_of(s, w * kWordBits + std::countr_zero(rest));
        if (place >= 0) program_.entries.push_back(place);
      }
    for (const Cut* cut : active_[s])
      if (!has_bit(cut->rows.data(), far)) program_.entries.push_back(cut->place[s]);
  }
}

// What `add_pair` would cost by the duals, or more than 1.
double DiscountedPacking::charged(int near, int far) {
  double sum = 0;
  const Word *here = rows_.row(near), *there = rows_.row(far);
  for (int s : slots_of_[near]) {
    for (int w = 0; w < rows_.words; ++w)
      for (Word rest = here[w] ^ there[w]; rest != 0; rest &= rest - 1) {
        const int place = place_of(s, w * kWordBits + std::countr_zero(rest));
        if (place >= 0) sum += y_[static_cast<std::size_t>(place)];
      }
    if (sum > 1) return sum;
    for (const Cut* cut : active_[s])
      if (!has_bit(cut->rows.data(), far)) sum += y_[static_cast<std::size_t>(cut->place[s])];
  }
  return sum;
}

}  // namespace shortlist
