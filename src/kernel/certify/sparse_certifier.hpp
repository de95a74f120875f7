// A proof that V of the whole table is at least a target that is known beforehand: depth first, without incumbents.
//
// A claim V(S) >= b is proved as a verifier will check it: every conjunction is closed by one of the rules that
// docs/proofs.md names (the letters in the comments are the same). What a rule leaves of S is a claim of its own, which is
// true if the first one is; only look-aheads may fail.
#pragma once

#include <optional>
#include <vector>

#include "certify/claim_store.hpp"
#include "certify/path_packings.hpp"
#include "certify/proof_log.hpp"
#include "certify/row_worth.hpp"

namespace shortlist {

class SparseCertifier {
 public:
  SparseCertifier(const Problem& problem, std::size_t memory_limit, Monitor& monitor, ProofLog& log);

  // Whether V of all rows is at least the target; then `goals` prove it.
  bool prove(Cost target);
  const std::vector<int>& goals() const { return goals_; }
  // Without a proof of the target: what is proved all the same, and by what.
  Cost fallback(std::vector<int>& goals);

 private:
  // The id of what proves a bound; 0 where no hint is needed.
  using Evidence = std::optional<int>;

  struct State {
    const RowSet& rows;
    Cost bound;
    Allowance left;
    const std::vector<Conjunction>& path;  // what was taken away from the table
    Worth worth;
    bool exact;       // of lists whose rules decide enough rows
    int longest = 0;  // literals of a rule
    std::int64_t work_before = 0;
    bool packed = false;
    std::vector<int> siblings = {};  // claims that were of use here
    std::vector<Hint> hints = {};
  };
  // A conjunction within a state.
  struct Node {
    Conjunction literals;
    RowSet rows;
    std::vector<RowSet> without;  // [literal] what the rows would be without it
    Worth worth;
    Cost price = 0;
  };
  struct ClosedAbove {
    std::size_t depth;
    int id;
  };

  // sparse_certifier.cpp
  Evidence prove_state(const RowSet& rows, Cost bound, const Allowance& left, const std::vector<Conjunction>& path,
                       bool exact);
  Evidence known(const RowSet& rows, const Worth& worth, Cost need, const Allowance& left, bool exact,
                 const State* near) const;
  bool enumerate(State& s);
  bool close_leaves(State& s, const std::vector<std::vector<Node>>& singles);
  void look_ahead(State& s, int label, std::vector<Node>& open);
  void pack_if_due();
  void pack(State& s, std::size_t depth);
  int write(const State& s);

  // conjunctions.cpp
  std::vector<Node> first_children(const State& s, int label) const;
  std::vector<Node> children(const State& s, int label, const Node& node, const std::vector<int>& allowed) const;
  Node extended(const Node& node, int literal) const;
  bool survives(const State& s, int label, const Node& node) const;
  bool close_leaf(State& s, int label, const Node& node);
  bool extensions_closed(State& s, int label, const Node& node);
  bool expand(State& s, int label, const Node& node, const std::vector<int>& allowed);
  bool descend(State& s, int label, const std::vector<Node>& open);
  void use(State& s, int id, const Conjunction& scope, int label) const;
  int origin(int literal) const;

  const Problem& problem_;
  Monitor& monitor_;
  ProofLog& log_;
  RowWorth worth_;
  PathPackings packings_;
  ClaimStore store_;
  std::vector<Cost> price_;     // [literal] infinite where not usable
  std::vector<int> literals_;   // usable ones, in the order of the verifier
  std::vector<State*> states_;  // from the whole table down to the one at hand
  std::vector<int> goals_;
  Cost table_bound_ = 0;
  int table_packing_ = 0;
  std::int64_t packing_cost_per_row_ = 40'000;  // a first guess
};

}  // namespace shortlist
