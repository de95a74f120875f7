// What has been proved about row sets: exact values and lower bounds of V.
//
// A hit compares the whole key (row set and what is left of the limits), never only its hash: a proof must
// not rest on luck. Memory is bounded by two generations. When the young one is full the old one is
// forgotten, and what is still asked for moves from old to young.
//
// Several threads may ask and store at the same time. Whatever one of them has stored is true of the table, so it does
// not matter to the others when they see it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/bitset.hpp"

namespace shortlist {

struct Known {
  Cost value = 0;
  bool exact = false;  // else V >= value
};

// A hash table from keys of a fixed number of words to something known. Forgets nothing.
class Generation {
 public:
  explicit Generation(int key_words);
  Known* find(const Word* key, Word hash);
  void insert(const Word* key, Word hash, Known known);
  std::size_t bytes() const;
  std::size_t size() const { return size_; }

 private:
  const Word* key_at(std::uint32_t index) const;
  std::uint32_t keys_per_chunk() const { return std::uint32_t{1} << keys_shift_; }
  void grow();

  int key_words_;
  int keys_shift_;  // a chunk has 2^this keys
  std::size_t size_ = 0;
  std::vector<std::uint32_t> slots_;       // entry + 1, 0 = free; linear probing, a power of two
  std::vector<Word> hashes_;               // [entry]
  std::vector<Known> known_;               // [entry]
  std::vector<std::vector<Word>> chunks_;  // keys, a fixed number to a chunk, never moved
};

// Two generations, for one thread at a time.
class Generations {
 public:
  Generations(int key_words, std::size_t byte_limit);
  std::optional<Known> find(const Word* key, Word hash);
  void store(const Word* key, Word hash, Known known);
  std::size_t bytes() const { return young_.bytes() + old_.bytes(); }

 private:
  void make_room();

  int key_words_;
  std::size_t byte_limit_;
  Generation young_;
  Generation old_;
};

class Memo {
 public:
  Memo(int key_words, std::size_t byte_limit, int threads);
  // `hash` is `hash_words` of the key.
  std::optional<Known> find(const Word* key, Word hash);
  void store(const Word* key, Word hash, Known known);

 private:
  struct Shard {
    Shard(int key_words, std::size_t byte_limit) : known(key_words, byte_limit) {}
    std::mutex lock;
    Generations known;
  };
  Shard& shard_of(Word hash) { return *shards_[hash >> 32 & (shards_.size() - 1)]; }

  std::vector<std::unique_ptr<Shard>> shards_;  // a power of two
};

}  // namespace shortlist
