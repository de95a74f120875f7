// The linear relaxation of a covering problem, by the dual simplex method with an explicit inverse.
//
// minimise cost * x  subject to  sum of the columns over each needed row >= 1,  sum of all x <= most,  x >= 0.
// Floats only guide: what is used of the duals is rounded to integers and repaired by `IntegerDuals`.
//
// Copies are cheap: they share the problem and the rows of the inverse, and a row is copied when one of them changes it.
#pragma once

#include <memory>
#include <vector>

#include "cover/cover.hpp"

namespace shortlist {

// What is left of a covering problem: the rows that a column may still be needed for, the columns that may be chosen.
struct CoverPiece {
  CoverPiece(Cover left, std::vector<int> where_from, MemoryBudget& budget);

  Cover cover;
  Transposed by_row;
  std::vector<int> origin;  // [column] in the problem that was asked about
  HeldBytes held;
};

class CoverProgram {
 public:
  // What it holds, and its copies hold, is taken from the budget, which must live longer.
  CoverProgram(std::shared_ptr<const CoverPiece> piece, MemoryBudget& budget);

  // Rows and columns are those of the piece.
  const CoverPiece& piece() const { return *piece_; }
  // Goes over to a smaller piece if much has become needless; nothing else changes.
  void shrink();

  // A column is taken: its rows need nothing more, and it is not offered again.
  void take(int column);
  void exclude(int column);

  enum class Answer { optimal, above, unfinished };
  // Goes on from where it was; ends when the objective is above the cutoff.
  Answer solve(double cutoff, int most_pivots, Monitor& monitor);

  bool is_needed(int row) const { return need_[row] > 0; }
  bool is_open(int column) const { return !excluded_[column]; }
  // The columns that were open at the last solve, rising.
  const std::vector<int>& open_columns() const { return open_; }
  int columns_left() const { return left_; }
  double value(int column) const;  // of x
  double dual(int row) const { return reduced_[std::size_t(columns_ + row)]; }
  double limit_dual() const { return limited_ ? reduced_[std::size_t(columns_ + rows_ - 1)] : 0.0; }
  double objective() const { return objective_; }

 private:
  struct Row {
    HeldBytes held;
    std::vector<double> values;
  };
  // What all copies on one piece have in common: the costs, and scratch space of one step at a time.
  struct Shared {
    std::vector<double> cost;     // a little below the true costs, so that ratios differ
    std::vector<double> slope;    // [variable], the priced row; of barred columns it means nothing
    std::vector<double> through;  // [place], the entering column
  };
  struct Leaving {
    int place = -1;
    bool above = false;
  };
  Leaving choose_leaving() const;
  int choose_entering(const Leaving& leaving) const;
  void price_row(const double* inverse_row);
  void pivot(int place, int entering);
  void column_through_inverse(int variable, std::vector<double>& out) const;
  void refresh_values();
  void refactor(Monitor& monitor);
  void reset_inverse();
  std::size_t bytes() const;
  int variables() const { return columns_ + rows_; }
  int own_variable(int row) const { return columns_ + row; }
  const double* inverse_row(int place) const { return inverse_[place]->values.data(); }
  double* changed_row(int place);
  void follow_ray(const Leaving& leaving, double cutoff);
  // What `shrink` keeps, rising, and where each is then; -1 for what goes.
  struct Kept {
    std::vector<int> numbers, place;
    void add(int number, bool stays);
  };
  Kept rows_to_keep() const;
  Kept columns_to_keep() const;
  Cover part(const Kept& rows, const Kept& columns) const;
  void keep(const Kept& rows, const Kept& columns);

  std::shared_ptr<const CoverPiece> piece_;
  MemoryBudget* budget_;
  int rows_;  // of the program: those of the cover, and one more for the limit on columns
  int columns_;
  bool limited_;
  int left_ = 0;  // columns that may still be chosen
  HeldBytes held_;
  std::shared_ptr<Shared> shared_;
  std::vector<double> need_;
  std::vector<char> excluded_;
  std::vector<int> open_;  // the columns that are not excluded, and some that were excluded since the last solve
  bool has_excluded_ = false;
  std::vector<int> head_;                      // [place] -> variable; rows' own variables follow the columns
  std::vector<int> place_;                     // [variable] -> place, -1 outside the basis
  std::vector<std::shared_ptr<Row>> inverse_;  // [place]
  std::vector<double> value_;                  // [place]
  std::vector<double> weight_;                 // [place], squared length of the inverse's row
  std::vector<double> reduced_;  // [variable], reduced costs; those of barred columns are beyond all others
  double objective_ = 0;
  int pivots_since_refactor_ = 0;
};

}  // namespace shortlist
