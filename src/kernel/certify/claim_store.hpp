// What is proved, and what is known to be false, of row sets: found again by the set itself.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "base/memory.hpp"
#include "certify/row_worth.hpp"

namespace shortlist {

// V(rows) >= bound for lists within these limits; it serves stricter limits, too. An exact claim is about lists whose rules
// decide enough rows: it says nothing of other lists, and nothing of other rows.
struct ProvedClaim {
  RowSet rows;
  Allowance within;
  Cost bound = 0;
  int id = 0;  // in the log
  bool exact = false;
};

inline bool serves(const Allowance& proved, const Allowance& asked) {
  const auto covers = [](int most, int needed) { return most < 0 || (needed >= 0 && needed <= most); };
  return covers(proved.rules, asked.rules) && covers(proved.size, asked.size);
}

class ClaimStore {
 public:
  explicit ClaimStore(std::size_t memory_limit) : memory_(memory_limit) {}

  // The number of the claim here, for `at`.
  int add(ProvedClaim claim) {
    memory_.take(claim.rows.size() * sizeof(Word) + kBytesOfClaim);
    by_hash_.emplace(hash_words(claim.rows.data(), static_cast<int>(claim.rows.size())), claims_.size());
    claims_.push_back(std::move(claim));
    return static_cast<int>(claims_.size()) - 1;
  }
  void add_false(RowSet rows, const Allowance& within, Cost bound, bool exact) {
    memory_.take(rows.size() * sizeof(Word) + kBytesOfClaim);
    const Word hash = hash_words(rows.data(), static_cast<int>(rows.size()));
    refuted_.emplace(hash, ProvedClaim{std::move(rows), within, bound, 0, exact});
  }
  const ProvedClaim& at(int number) const { return claims_[number]; }

  // A claim about these very rows, by its number.
  std::optional<int> find(const RowSet& rows, Cost need, const Allowance& asked, bool exact) const {
    const auto [begin, end] = by_hash_.equal_range(hash_words(rows.data(), static_cast<int>(rows.size())));
    for (auto it = begin; it != end; ++it) {
      const ProvedClaim& claim = claims_[it->second];
      if (claim.bound >= need && (exact || !claim.exact) && serves(claim.within, asked) && claim.rows == rows)
        return static_cast<int>(it->second);
    }
    return std::nullopt;
  }
  bool is_false(const RowSet& rows, Cost need, const Allowance& asked, bool exact) const {
    const auto [begin, end] = refuted_.equal_range(hash_words(rows.data(), static_cast<int>(rows.size())));
    for (auto it = begin; it != end; ++it)
      if (it->second.bound <= need && (it->second.exact || !exact) && serves(asked, it->second.within) &&
          it->second.rows == rows)
        return true;
    return false;
  }

 private:
  static constexpr std::size_t kBytesOfClaim = 400;  // with its hints in the log

  MemoryBudget memory_;
  std::vector<ProvedClaim> claims_;
  std::unordered_multimap<Word, std::size_t> by_hash_;
  std::unordered_multimap<Word, ProvedClaim> refuted_;
};

}  // namespace shortlist
