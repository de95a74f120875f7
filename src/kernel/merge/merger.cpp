#include "merge/merger.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/hash.hpp"

namespace shortlist {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kAtOnce = 64;  // rows whose slots are fetched before they are looked at
constexpr std::uint64_t kUpper = ~std::uint64_t{0} << 32;

}  // namespace

Merger::Merger(std::size_t words, std::size_t classes) : words_(words), classes_(classes), slots_(kFirstSlots) {
  if (words == 0) throw std::invalid_argument("a row has at least one word");
}

void Merger::add(const Word* rows, std::size_t count, const std::int64_t* labels, const std::int64_t* weights) {
  for (std::size_t first = 0; first < count; first += kAtOnce) {
    const std::size_t n = std::min(kAtOnce, count - first);
    while (2 * (size() + n) > slots_.size()) grow();
    Word hashes[kAtOnce];
    for (std::size_t i = 0; i < n; ++i) {
      hashes[i] = hash_words(rows + (first + i) * words_, static_cast<int>(words_));
      __builtin_prefetch(&slots_[hashes[i] & (slots_.size() - 1)]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t r = number_of(rows + (first + i) * words_, hashes[i]);
      counts_[r * classes_ + static_cast<std::size_t>(labels[first + i])] += weights[first + i];
      ++numbers_[r];
    }
  }
}

// The number of a row among the distinct ones, of which it may become one.
std::size_t Merger::number_of(const Word* row, Word hash) {
  std::uint64_t& slot = slots_[place_of(row, hash)];
  if (slot == 0) {
    slot = (hash & kUpper) | (size() + 1);
    rows_.insert(rows_.end(), row, row + words_);
    counts_.resize(counts_.size() + classes_);
    numbers_.push_back(0);
  }
  return static_cast<std::uint32_t>(slot) - 1;
}

// The slot that has this row, or the free one that it belongs to.
std::size_t Merger::place_of(const Word* row, Word hash) const {
  for (std::size_t place = hash & (slots_.size() - 1);; place = (place + 1) & (slots_.size() - 1)) {
    const std::uint64_t slot = slots_[place];
    if (slot == 0) return place;
    if ((slot & kUpper) == (hash & kUpper) &&
        std::equal(row, row + words_, this->row(static_cast<std::uint32_t>(slot) - 1)))
      return place;
  }
}

void Merger::grow() {
  if (slots_.size() > std::size_t{1} << 32) throw std::length_error("too many different rows");
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t r = 0; r < size(); ++r) {
    const Word hash = hash_words(row(r), static_cast<int>(words_));
    std::size_t place = hash & (slots_.size() - 1);
    while (slots_[place] != 0) place = (place + 1) & (slots_.size() - 1);
    slots_[place] = (hash & kUpper) | (r + 1);
  }
}

Merged Merger::merged(std::size_t bytes) const {
  Merged found;
  found.bits.reserve(size() * bytes);
  found.counts.reserve(size() * classes_);
  found.numbers.reserve(size());
  std::vector<std::uint8_t> own(8 * words_);
  const std::vector<std::uint32_t> rows = order();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t r = rows[i], later = rows[std::min(i + kAtOnce / 4, rows.size() - 1)];
    __builtin_prefetch(row(later));
    __builtin_prefetch(&counts_[later * classes_]);
    __builtin_prefetch(&numbers_[later]);
    for (std::size_t b = 0; b < own.size(); ++b)
      own[b] = static_cast<std::uint8_t>(row(r)[b / 8] >> (56 - 8 * (b % 8)));
    found.bits.insert(found.bits.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(bytes));
    const auto counts = counts_.begin() + static_cast<std::ptrdiff_t>(r * classes_);
    found.counts.insert(found.counts.end(), counts, counts + static_cast<std::ptrdiff_t>(classes_));
    found.numbers.push_back(numbers_[r]);
  }
  return found;
}

// The distinct rows in the order of their bits.
std::vector<std::uint32_t> Merger::order() const {
  // Nearly all rows differ in their first words, which stand beside the number so that no row is fetched for them.
  struct Key {
    Word first, second;
    std::uint32_t number;
  };
  std::vector<Key> keys(size());
  for (std::size_t r = 0; r < size(); ++r)
    keys[r] = {row(r)[0], words_ > 1 ? row(r)[1] : 0, static_cast<std::uint32_t>(r)};
  std::sort(keys.begin(), keys.end(), [this](const Key& a, const Key& b) {
    if (a.first != b.first) return a.first < b.first;
    if (a.second != b.second) return a.second < b.second;
    return std::lexicographical_compare(row(a.number), row(a.number) + words_, row(b.number), row(b.number) + words_);
  });
  std::vector<std::uint32_t> found(size());
  std::transform(keys.begin(), keys.end(), found.begin(), [](const Key& key) { return key.number; });
  return found;
}

}  // namespace shortlist
