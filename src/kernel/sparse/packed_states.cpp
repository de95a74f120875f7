#include "sparse/packed_states.hpp"

#include <utility>

namespace shortlist {

PackedStates::Pairs PackedStates::find(const std::vector<Word>& key, Word hash) {
  const std::lock_guard hold(lock_);
  const auto found = packed_.find(hash);
  return found == packed_.end() || found->second.key != key ? nullptr : found->second.pairs;
}

// When there is no more room all are forgotten: those that are still of use are soon made again.
void PackedStates::store(const std::vector<Word>& key, Word hash, Pairs pairs) {
  constexpr std::size_t kEntry = 100;  // bytes of the map itself
  const std::lock_guard hold(lock_);
  bytes_ += pairs->size() * sizeof(PackedPair) + key.size() * sizeof(Word) + kEntry;
  if (bytes_ > byte_limit_) {
    packed_.clear();
    bytes_ = 0;
  }
  packed_[hash] = {key, std::move(pairs)};
}

std::shared_ptr<const TablePacking> PackedStates::of_table() {
  const std::lock_guard hold(lock_);
  return table_;
}

void PackedStates::set_table(std::shared_ptr<const TablePacking> packing) {
  const std::lock_guard hold(lock_);
  table_ = std::move(packing);
}

}  // namespace shortlist
