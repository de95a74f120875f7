// Packings that were made for single states, and the one of the whole table, for all threads of a search.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "packing/pair_packing.hpp"

namespace shortlist {

// What a thread needs to pack as well as the one that packed the table.
struct TablePacking {
  std::vector<PackedPair> pairs;
  PairPacking::Lessons lessons;
};

class PackedStates {
 public:
  using Pairs = std::shared_ptr<const std::vector<PackedPair>>;

  explicit PackedStates(std::size_t byte_limit) : byte_limit_(byte_limit) {}

  // The packing made for the rows of this key, or null. `hash` is `hash_words` of the key.
  Pairs find(const std::vector<Word>& key, Word hash);
  void store(const std::vector<Word>& key, Word hash, Pairs pairs);

  std::shared_ptr<const TablePacking> of_table();
  void set_table(std::shared_ptr<const TablePacking> packing);

 private:
  struct Packed {
    std::vector<Word> key;
    Pairs pairs;
  };

  std::mutex lock_;
  std::size_t byte_limit_;
  std::size_t bytes_ = 0;
  std::unordered_map<Word, Packed> packed_;  // by the hash of the key
  std::shared_ptr<const TablePacking> table_;
};

}  // namespace shortlist
