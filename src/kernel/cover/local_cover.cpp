#include "cover/local_cover.hpp"

#include <algorithm>
#include <random>

#include "cover/column_sets.hpp"

namespace shortlist {
namespace {

using Weight = std::int64_t;

class LocalCover {
 public:
  LocalCover(const Cover& cover, ChosenColumns& best)
      : cover_(cover),
        by_row_(cover),
        sets_(cover),
        best_(best),
        times_(static_cast<std::size_t>(cover.rows), 0),
        once_(static_cast<std::size_t>(words_for(cover.rows)), 0),
        weight_(static_cast<std::size_t>(cover.rows), 1),
        place_(static_cast<std::size_t>(cover.columns()), -1),
        moved_(static_cast<std::size_t>(cover.columns()), 0) {
    fill_bits(bare_, cover.rows);
    for (int j : best_.columns) add(j);
  }

  // One exchange: out goes what is missed least, in comes what helps most with a row that is open. The work it took.
  std::int64_t step() {
    visited_ = 1;
    ++now_;
    if (!chosen_.empty()) remove(least_missed(false));
    if (!chosen_.empty() && cost_ >= best_.cost) remove(least_missed(true));
    while (!open_.empty()) {
      const int column = most_helpful(open_[random_() % open_.size()]);
      if (column < 0) break;
      add(column);
      for (int r : open_) ++weight_[r];
    }
    if (open_.empty()) keep();
    return visited_;
  }

 private:
  // The cover at hand without what is needless, if it is the cheapest so far.
  void keep() {
    auto kept = without_needless(cover_, chosen_);
    if (kept && kept->cost < best_.cost) best_ = std::move(*kept);
  }

  void add(int column) {
    place_[column] = static_cast<int>(chosen_.size());
    chosen_.push_back(column);
    cost_ += cover_.cost[column];
    moved_[column] = now_;
    for (int r : cover_.rows_of(column)) {
      if (times_[r] == 0) std::erase(open_, r);
      count(r, times_[r] + 1);
    }
  }

  void remove(int column) {
    const int last = chosen_.back();
    chosen_[place_[column]] = last;
    place_[last] = place_[column];
    place_[column] = -1;
    chosen_.pop_back();
    cost_ -= cover_.cost[column];
    moved_[column] = now_;
    for (int r : cover_.rows_of(column)) {
      count(r, times_[r] - 1);
      if (times_[r] == 0) open_.push_back(r);
    }
  }

  void count(int row, int times) {
    times_[row] = times;
    set_bit(bare_, row, times == 0);
    set_bit(once_, row, times == 1);
  }
  static void set_bit(std::vector<Word>& set, int bit, bool on) {
    if (on) {
      add_bit(set.data(), bit);
    } else {
      remove_bit(set.data(), bit);
    }
  }

  // What those rows of a column weigh that so many chosen columns cover: none or one, whose rows these are.
  Weight weigh(int column, int times, const std::vector<Word>& rows) {
    visited_ += static_cast<std::int64_t>(cover_.rows_of(column).size());
    Weight sum = 0;
    if (sets_.is_exact()) {
      const Word* mine = sets_.of(column);
      for (int w = 0; w < sets_.words(); ++w)
        for (Word rest = mine[w] & rows[w]; rest != 0; rest &= rest - 1)
          sum += weight_[w * kWordBits + std::countr_zero(rest)];
    } else {
      for (int r : cover_.rows_of(column))
        if (times_[r] == times) sum += weight_[r];
    }
    return sum;
  }

  // The chosen column whose rows, those that no other covers, weigh least for its cost; of equal ones the one that has
  // stood longest. One that came just now stays, unless all did.
  int least_missed(bool any) {
    int found = chosen_.front();
    Weight found_loss = -1;
    for (int j : chosen_) {
      if (!any && moved_[j] == now_ - 1 && chosen_.size() > 1) continue;
      const Weight loss = weigh(j, 1, once_);
      if (found_loss < 0 || is_less(loss, j, found_loss, found)) found = j, found_loss = loss;
    }
    return found;
  }
  bool is_less(Weight loss, int j, Weight other_loss, int other) const {
    // Only a guide, so that floats may decide.
    const double a = static_cast<double>(loss) / price(j), b = static_cast<double>(other_loss) / price(other);
    return a != b ? a < b : moved_[j] < moved_[other];
  }
  double price(int column) const { return static_cast<double>(std::max<Cost>(cover_.cost[column], 1)); }

  // The column with this row whose open rows weigh most for its cost, if the choice stays cheaper than the best with it;
  // one that went just now stays out. -1 if there is none.
  int most_helpful(int row) {
    int found = -1;
    Weight found_gain = 0;
    for (int j : by_row_.columns_of(row)) {
      if (moved_[j] == now_ || cost_ + cover_.cost[j] >= best_.cost) continue;
      const Weight gain = weigh(j, 0, bare_);
      if (found < 0 || is_less(found_gain, found, gain, j)) found = j, found_gain = gain;
    }
    return found;
  }

  const Cover& cover_;
  const Transposed by_row_;
  const ColumnSets sets_;
  ChosenColumns& best_;
  std::vector<int> times_;           // [row]: chosen columns that cover it
  std::vector<Word> bare_, once_;    // rows that no chosen column covers, and that one does alone
  std::vector<Weight> weight_;       // [row]
  std::vector<int> chosen_, place_;  // place_[column] in chosen_, -1 if it is not
  std::vector<int> open_;            // rows that no chosen column covers
  std::vector<std::int64_t> moved_;  // [column]: the step of its last move
  std::int64_t now_ = 0;
  std::int64_t visited_ = 0;  // entries looked at in this step
  Cost cost_ = 0;
  std::mt19937 random_{1};
};

}  // namespace

void improve_cover(const Cover& cover, ChosenColumns& best, std::int64_t work, Cost enough, Monitor& monitor) {
  LocalCover search(cover, best);
  for (std::int64_t done = 0; done < work && best.cost > enough;) {
    const std::int64_t units = search.step();
    done += units;
    monitor.work(units);
  }
}

}  // namespace shortlist
