#include "perfect/quick_list.hpp"

#include <algorithm>

namespace shortlist {
namespace {

constexpr std::size_t kSample = 48;  // rows that choose a literal

class Tree {
 public:
  explicit Tree(const PerfectTable& table) : table_(table) {}

  List list() {
    std::vector<int> rows(table_.rows);
    for (int r = 0; r < table_.rows; ++r) rows[r] = r;
    if (!split(rows)) return {};
    if (!rules_.empty() && rules_.back().empty()) rules_.pop_back();
    return perfect_list(table_, rules_);
  }

 private:
  // Rules for the rows that are left under the literals of the path: first those on which a literal holds, then,
  // without it, the others. False when no literal tells two unlike rows apart.
  bool split(std::vector<int>& rows) {
    for (;;) {
      const int other = unlike(rows);
      if (other < 0) {
        rules_.push_back(path_);
        return true;
      }
      const int literal = choose(rows, other);
      if (literal < 0) return false;
      const auto holds = [&](int r) { return has_bit(table_.rows_with(literal), r); };
      const auto middle = std::stable_partition(rows.begin(), rows.end(), holds);
      std::vector<int> inside(rows.begin(), middle);
      rows.erase(rows.begin(), middle);
      path_.push_back(literal);
      if (!split(inside)) return false;
      path_.pop_back();
    }
  }

  // Position of a row that makes it impossible to label the rows alike, or -1.
  int unlike(const std::vector<int>& rows) const {
    std::vector<bool> suits = path_.empty() ? table_.default_label : table_.rule_label;
    int labels = static_cast<int>(std::count(suits.begin(), suits.end(), true));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (int label = 0; label < table_.labels; ++label) {
        if (!suits[label] || table_.accept(rows[i], label)) continue;
        suits[label] = false;
        if (--labels == 0) return static_cast<int>(i);
      }
    return -1;
  }

  // The literal that tells the labels of a sample apart best, by the Gini index.
  int choose(const std::vector<int>& rows, int other) {
    std::vector<int> sample = {rows.front(), rows[other]};
    const std::size_t step = std::max<std::size_t>(1, rows.size() / kSample);
    for (std::size_t i = 0; i < rows.size(); i += step) sample.push_back(rows[i]);
    inside_.assign(static_cast<std::size_t>(table_.literals) * table_.labels, 0);
    std::vector<int> all(table_.labels, 0);
    for (const int r : sample) {
      int label = 0;
      while (!table_.accept(r, label)) ++label;
      ++all[label];
      for_each_bit(table_.holds_on(r), table_.literal_words, [&](int l) { ++inside_[l * table_.labels + label]; });
    }
    int best = -1;
    double best_score = -1;
    for (int l = 0; l < table_.literals; ++l) {
      const double score = purity(inside_.data() + static_cast<std::size_t>(l) * table_.labels, all);
      if (score > best_score) {
        best = l;
        best_score = score;
      }
    }
    return best;
  }

  // Sum over both sides of the expected number of rows with the label of a random one; -1 when a side is empty.
  double purity(const int* inside, const std::vector<int>& all) const {
    double in = 0, out = 0, in_squares = 0, out_squares = 0;
    for (int label = 0; label < table_.labels; ++label) {
      const double a = inside[label], b = all[label] - inside[label];
      in += a;
      out += b;
      in_squares += a * a;
      out_squares += b * b;
    }
    return in == 0 || out == 0 ? -1 : in_squares / in + out_squares / out;
  }

  const PerfectTable& table_;
  Conjunction path_;
  std::vector<Conjunction> rules_;
  std::vector<int> inside_;  // [literal][label] rows of the sample
};

}  // namespace

List quick_list(const PerfectTable& table) { return Tree(table).list(); }

}  // namespace shortlist
