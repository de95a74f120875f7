// A proof that no list costs less than a bound, as text that a verifier reads (docs/proofs.md has the grammar).
//
// Everything is in the caller's numbers: rows, labels, costs; literal k is feature k - 1, -k its negation. Ids of claims
// count from 1, those of packings are -1, -2, ...; a claim uses only what was added before it.
#pragma once

#include <string>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

inline constexpr int kAnyLabel = -1;

// Where to use what: at conjunctions that contain the literals, for rules of the label.
struct Hint {
  int id = 0;
  std::vector<int> literals;
  int label = kAnyLabel;
};

// A core names its rows; the others are about what rules leave of the table, an exact one about lists with rules that
// decide enough rows.
enum class ClaimKind { core, rest, exact };

struct LoggedClaim {
  ClaimKind kind;
  Cost bound;
  int rules = -1, size = -1;                        // what is left of the limits; negative: no limit
  std::vector<int> rows = {};                       // of a core, in order
  std::vector<std::vector<int>> conjunctions = {};  // of the others
  std::vector<Hint> hints = {};
};

struct LoggedPacking {
  Cost unit = 1;
  std::vector<int> first, second;  // rows; the second is negative where the first stands alone
  std::vector<Cost> amount;
};

class ProofLog {
 public:
  int add(LoggedClaim claim) {
    claims_.push_back(std::move(claim));
    return static_cast<int>(claims_.size());
  }
  int add(LoggedPacking packing) {
    packings_.push_back(std::move(packing));
    return -static_cast<int>(packings_.size());
  }
  std::size_t claims() const { return claims_.size(); }
  std::size_t packings() const { return packings_.size(); }

  // The proof of what the goals say together, without what they do not need, even indirectly.
  std::string text(const std::vector<int>& goals) const;

 private:
  std::vector<LoggedClaim> claims_;
  std::vector<LoggedPacking> packings_;
};

}  // namespace shortlist
