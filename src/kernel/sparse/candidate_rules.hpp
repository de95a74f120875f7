// Which rules of a state are worth a try: single literals, pairs of literals, and what pairs grow into.
#pragma once

#include <vector>

#include "sparse/label_masks.hpp"
#include "sparse/state_packings.hpp"

namespace shortlist {

class CandidateRules {
 public:
  CandidateRules(const Problem& problem, const Bounds& bounds, const StateBounds& state_bounds, StatePackings& packings,
                 Monitor& monitor)
      : problem_(problem),
        scoring_(problem),
        bounds_(bounds),
        state_bounds_(state_bounds),
        packings_(packings),
        monitor_(monitor),
        masks_(problem, bounds) {}

  // Makes the rules of one literal the state's candidates.
  void gather_single_rules(State& s);

  // Fills the state's board with the pairs that can matter, each with its lower feature first.
  void gather_pairs(State& s);
  // The literal of the board that is in most pairs, each one once; -1 when there is none left.
  static int next_to_look_at(Board& board);
  // Spares the literals a look that cover more than one whose rest is too cheap: theirs are cheaper still.
  static void pass_looser(Board& board, int literal);
  // Takes a literal off the board.
  static void drop(Board& board, int literal);
  // Makes the rules of two literals and more that the board has left the state's candidates. Ends early when a packing
  // closes the state.
  void gather_long_rules(State& s);

 private:
  bool necessary_alone(const State& s, int literal, Cost more, Word labels) const;
  Word labels_of_longer_rules(const State& s, int literal) const;
  bool fits_longer_rule(const State& s, int literal) const;
  void gather_board(State& s);
  void fill_pair_row(State& s, int first);
  static void join_pair_rows(Board& board);
  static int middle_of_chain(const Board& board, int literal);
  Cost rest_of_longer(const State& s, const int* literals, int length, Cost leaf) const;
  bool keep_pair(State& s, int first, int second);
  void offer_candidate(State& s, const std::vector<int>& rule, Cost price, Cost wrong, Cost leaf_rest);
  static bool find_extensions(const Board& b, const std::vector<int>& prefix, Word labels, std::vector<Word>& out);
  void extend(State& s, std::vector<int>& prefix, Cost price, Word labels);
  void visit_longer(State& s, std::vector<int>& prefix, Cost prefix_price, int literal, const PairRow& row,
                    Word labels);
  bool necessary_parts(State& s, const std::vector<int>& prefix, int literal);
  bool necessary_part(const State& s, const std::vector<int>& prefix, int dropped, int literal) const;

  const Problem& problem_;
  Scoring scoring_;
  const Bounds& bounds_;
  const StateBounds& state_bounds_;
  StatePackings& packings_;
  Monitor& monitor_;
  LabelMasks masks_;

  // Scratch space of one step at a time.
  CompactScratch compact_scratch_;
  std::vector<Cost> part_count_;
  std::vector<Word> part_cover_;
  std::vector<int> part_;
  std::vector<int> prefix_, state_literals_;
};

}  // namespace shortlist
