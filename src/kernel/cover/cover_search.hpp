// The exact cover search: branch and bound over columns.
//
// Linear programs say where to look. What is claimed rests on integers: duals are rounded down to multiples of
// 1 / kDualScale and repaired until no column is worth more than it costs, and only then is their sum a bound.
#pragma once

#include <optional>
#include <vector>

#include "cover/cover.hpp"
#include "cover/cover_program.hpp"
#include "cover/rise_history.hpp"

namespace shortlist {

inline constexpr Cost kDualScale = Cost{1} << 24;

// Duals of a covering problem in units of 1 / kDualScale that are feasible without any tolerance.
struct IntegerDuals {
  std::vector<Cost> row;      // [row], 0 for rows that need nothing
  Cost limit = 0;             // of the limit on columns
  std::vector<Cost> reduced;  // [column], of open ones: scaled cost + limit - its rows' duals, not negative
  Cost bound = 0;             // every choice of open columns that covers the rows costs at least this
};
IntegerDuals round_duals(const CoverProgram& program, Monitor& monitor);

class CoverSearch {
 public:
  // Looks for a cover cheaper than `below`; content with one of cost `enough`, which must be a true lower bound.
  // The cover and the budget must outlive the search.
  CoverSearch(const Cover& cover, Cost below, Cost enough, Monitor& monitor, MemoryBudget& budget);

  // When it ends by itself, `best` is the cheapest cover, or none is cheaper than `below`. Throws Stopped at a limit;
  // `best` is then the cheapest found.
  void run();
  const std::optional<std::vector<int>>& best() const { return best_; }
  std::int64_t nodes() const { return nodes_; }

 private:
  struct Node {
    CoverProgram program;
    std::vector<int> taken;  // columns of the cover that was asked about
    Cost cost = 0;
  };
  void explore(Node node);
  bool is_closed(Node& node, int pivots);
  void offer(std::vector<int> columns);
  void try_rounding(const Node& node);
  static std::vector<int> fractional(const Node& node);
  std::vector<int> candidates(const Node& node) const;
  // A column is taken, or it is not.
  struct Sides {
    Node in, out;
  };
  std::optional<Sides> branch(Node& node);
  static int any_open(const Node& node);
  static Node with(const Node& node, int column);
  double cutoff(const Node& node) const { return static_cast<double>(below_ - 1 - node.cost) + 1e-4; }
  bool is_done() const { return best_ && below_ <= enough_; }

  const Cover& cover_;
  Cost below_;
  Cost enough_;
  Monitor& monitor_;
  MemoryBudget& budget_;
  RiseHistory rises_;  // of the columns of `cover_`
  std::optional<std::vector<int>> best_;
  std::int64_t nodes_ = 0;
};

}  // namespace shortlist
