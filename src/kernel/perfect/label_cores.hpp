// What the cores within T prove of the rows that a rule for one label leaves of T.
//
// Such a rule takes away *own* rows, those that accept its label, and no others. So of a core only its own rows count:
// it bounds what is left as long as none of them is taken. Where T has few own rows, the highest value for each set of
// them stands in a table, and a question is one look into it.
#pragma once

#include <cstdint>
#include <vector>

#include "perfect/bit_gather.hpp"
#include "perfect/core.hpp"

namespace shortlist {

template <int N>
class LabelCores {
 public:
  using Mask = RowMask<N>;

  // Takes cores within T, which has these own rows; `bonus` is of the other labels. No more than `top` will be asked for.
  void assign(const CoreArrays<N>& cores, const Mask& own, const LabelBonus& bonus, int top);
  // Whether a core without a row of `taken`, own rows, proves at least `least`, which is between 1 and `top`.
  bool any(const Mask& taken, int least) {
    return has_table_ ? table_[whole_ ^ place_of(taken)] >= least : search(taken, least);
  }
  // The highest value of a core without own rows, with the bonus; at most `top`.
  int always() const { return always_; }

 private:
  // Own rows within one word, and where they begin in a place of the table.
  struct Piece {
    int word;
    int shift;
    BitGather gather;
  };

  void number_rows(const Mask& own);
  void find_places(const CoreArrays<N>& cores);
  void fill_table(const CoreArrays<N>& cores, const Mask& own);
  void sort_parts(const CoreArrays<N>& cores, const Mask& own, int top);
  void count_values(std::size_t count, int top);
  void sort_values(std::size_t count);
  std::size_t place_of(const Mask& rows) const {
    std::size_t place = 0;
    for (const Piece& piece : pieces_) place |= piece.gather(rows.word[piece.word]) << piece.shift;
    return place;
  }
  bool search(const Mask& taken, int least);

  std::vector<int> values_;            // [core as given] with the bonus, at most the highest that is asked for
  std::vector<std::uint32_t> places_;  // [core as given] in the table, or in the list
  int always_ = 0;
  bool has_table_ = false;
  std::vector<Piece> pieces_;
  std::size_t whole_ = 0;            // the place of all own rows
  std::vector<std::uint8_t> table_;  // [own rows that are left] the highest value of a core
  // Where there is no table:
  std::vector<Mask> parts_;  // own rows of cores, by falling value
  std::vector<int> above_;  // [value] the end of those that prove at least that; empty where there are too many values,
  std::vector<int> sorted_;  // and then their values
  std::vector<int> latest_;  // [value] where the last one asked for was found: mostly the next one is the same
  std::vector<int> next_;    // [value] where the next core belongs
};

}  // namespace shortlist
