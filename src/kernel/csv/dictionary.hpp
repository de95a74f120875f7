// Distinct texts, numbered in the order in which they first occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shortlist::csv {

class Dictionary {
 public:
  Dictionary();

  std::size_t size() const { return ends_.size(); }

  std::string_view operator[](std::size_t number) const {
    const std::size_t start = number == 0 ? 0 : ends_[number - 1];
    return std::string_view(texts_).substr(start, ends_[number] - start);
  }

  // The number of a text; `readable` says that eight bytes may be read where it begins.
  std::uint32_t number(std::string_view text, bool readable);

 private:
  // `key` is the text itself if it has at most eight bytes, else a hash of it.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t length = 0;
    std::uint32_t number = kFree;
  };
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  std::size_t place_of(std::uint64_t key) const;
  std::uint64_t key_of(std::string_view text, bool readable) const;
  std::uint64_t hash_of(std::string_view text) const;
  std::uint32_t add(std::string_view text, std::uint64_t key, std::size_t place);
  void grow();

  std::uint64_t chance_;  // so that no one can write a file of texts that all have the same hash
  std::vector<Slot> slots_;
  int shift_;  // from a hash of 64 bits to a place among the slots
  std::string texts_;
  std::vector<std::size_t> ends_;
};

}  // namespace shortlist::csv
