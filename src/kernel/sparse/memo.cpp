#include "sparse/memo.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace shortlist {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kShards = 16;  // so that threads seldom wait for each other
constexpr int kMostKeysShift = 10;
constexpr std::size_t kChunkWords = std::size_t{1} << 16;  // about, or a single key

// A large table has long keys, and few of them must not take much.
int keys_shift(int key_words) {
  int shift = kMostKeysShift;
  while (shift > 0 && (static_cast<std::size_t>(key_words) << shift) > kChunkWords) --shift;
  return shift;
}

}  // namespace

Generation::Generation(int key_words)
    : key_words_(key_words), keys_shift_(keys_shift(key_words)), slots_(kFirstSlots, 0) {}

const Word* Generation::key_at(std::uint32_t entry) const {
  const std::uint32_t in_chunk = entry & (keys_per_chunk() - 1);
  return chunks_[entry >> keys_shift_].data() + static_cast<std::size_t>(in_chunk) * key_words_;
}

Known* Generation::find(const Word* key, Word hash) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t entry = slots_[slot] - 1;
    if (hashes_[entry] == hash && std::equal(key, key + key_words_, key_at(entry))) return &known_[entry];
  }
  return nullptr;
}

void Generation::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t entry = 0; entry < size_; ++entry) {
    std::size_t slot = hashes_[entry] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = entry + 1;
  }
}

void Generation::insert(const Word* key, Word hash, Known known) {
  if ((size_ + 1) * 3 > slots_.size() * 2) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot] != 0) slot = (slot + 1) & mask;
  if ((size_ & (keys_per_chunk() - 1)) == 0) {
    chunks_.emplace_back();
    chunks_.back().reserve(static_cast<std::size_t>(keys_per_chunk()) * key_words_);
  }
  chunks_.back().insert(chunks_.back().end(), key, key + key_words_);
  hashes_.push_back(hash);
  known_.push_back(known);
  slots_[slot] = static_cast<std::uint32_t>(++size_);
}

std::size_t Generation::bytes() const {
  return chunks_.size() * keys_per_chunk() * key_words_ * sizeof(Word) + slots_.size() * sizeof(std::uint32_t) +
         hashes_.capacity() * sizeof(Word) + known_.capacity() * sizeof(Known);
}

Generations::Generations(int key_words, std::size_t byte_limit)
    : key_words_(key_words), byte_limit_(byte_limit), young_(key_words), old_(key_words) {}

std::optional<Known> Generations::find(const Word* key, Word hash) {
  if (const Known* known = young_.find(key, hash)) return *known;
  const Known* known = old_.find(key, hash);
  if (known == nullptr) return std::nullopt;
  const Known copy = *known;
  make_room();
  young_.insert(key, hash, copy);
  return copy;
}

void Generations::store(const Word* key, Word hash, Known known) {
  if (Known* present = young_.find(key, hash)) {
    if (known.exact || (!present->exact && known.value > present->value)) *present = known;
    return;
  }
  make_room();
  young_.insert(key, hash, known);
}

// A growing vector holds its old and its new array for a moment, hence a third and not a half.
void Generations::make_room() {
  constexpr std::size_t kMostEntries = std::size_t{1} << 31;
  if (young_.bytes() * 3 < byte_limit_ && young_.size() < kMostEntries) return;
  if (young_.size() == 0) return;
  old_ = std::exchange(young_, Generation(key_words_));
}

Memo::Memo(int key_words, std::size_t byte_limit, int threads) {
  const std::size_t shards = threads > 1 ? kShards : 1;
  for (std::size_t i = 0; i < shards; ++i) shards_.push_back(std::make_unique<Shard>(key_words, byte_limit / shards));
}

std::optional<Known> Memo::find(const Word* key, Word hash) {
  Shard& shard = shard_of(hash);
  const std::lock_guard hold(shard.lock);
  return shard.known.find(key, hash);
}

void Memo::store(const Word* key, Word hash, Known known) {
  Shard& shard = shard_of(hash);
  const std::lock_guard hold(shard.lock);
  shard.known.store(key, hash, known);
}

}  // namespace shortlist
