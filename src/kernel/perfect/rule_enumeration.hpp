// The pure rules on a few rows T that a list cheaper than a budget could begin with.
//
// Claim: every pure rule x on T with price(x) + W(T without x) < budget covers no more rows of T than some rule found
//   here that costs no more.
// Why: a pure rule for label q must be false on each *negative*, a row that rejects q. Take conjunctions breadth
//   first; from a cover with a negative n branch only on literals that are false on n. A cover is left out when
//   even the best rule made from it is too dear by a bound on the rows it must leave. Of literals, and of equal
//   covers, the dominated ones are left out: they cover less, or the same, for the same price.
// Source: ours, hitting-set branching. Holds when: literals have one price.
#pragma once

#include <vector>

#include "base/monitor.hpp"
#include "perfect/mask_set.hpp"
#include "perfect/row_bound.hpp"

namespace shortlist {

template <int N>
struct FoundRule {
  RowMask<N> cover;  // on T
  int label = 0;
  std::vector<int> literals;  // active ones
};

template <int N>
class RuleEnumeration {
 public:
  using Mask = RowMask<N>;

  RuleEnumeration(const ActiveRows<N>& active, Switches<PerfectBound> switches, Monitor& monitor);

  // No rule: W(T) >= budget, given that no label suits all of T. At most `most` rules.
  void run(const Mask& rows, Cost budget, const CoreArrays<N>& cores, std::size_t most, std::vector<FoundRule<N>>& out);

 private:
  struct Node {
    Mask cover;
    int parent;
    int literal;
    int length;
  };
  struct Extension {
    Mask positive, negative;
    int literal;
    int size;  // of positive
  };

  void distinct_literals();
  void explore(int label, std::size_t most, std::vector<FoundRule<N>>& out);
  void expand(const Node& node, const Mask& accepts);
  bool choose_literals(const Mask& positive, const Mask& negative, bool last);
  void extend(const Node& node, const Mask& accepts);
  void drop_dominated();
  void take(int node, int label, std::vector<FoundRule<N>>& out);

  const ActiveRows<N>& active_;
  const PerfectTable& table_;
  Switches<PerfectBound> switches_;
  Monitor& monitor_;
  RowBound<N> bound_;

  // Of the run at hand.
  Mask rows_;
  Cost budget_ = 0;
  std::vector<Word> distinct_;  // active literals that differ on T
  std::vector<Word> chosen_;    // literals to branch on
  std::vector<Node> nodes_;
  std::vector<Extension> extensions_;
  MaskSet<N> seen_;
};

}  // namespace shortlist
