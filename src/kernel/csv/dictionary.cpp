#include "csv/dictionary.hpp"

#include <bit>
#include <cstring>
#include <random>
#include <stdexcept>

namespace shortlist::csv {

namespace {

constexpr int kFirstBits = 8;
constexpr std::size_t kMost = std::size_t{1} << 31;

std::uint64_t chance() {
  static const std::uint64_t chosen = [] {
    std::random_device device;
    return (std::uint64_t{device()} << 32 | device()) | 1;
  }();
  return chosen;
}

std::uint64_t word_at(const char* place) {
  std::uint64_t word;
  std::memcpy(&word, place, 8);
  return word;
}

std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xD6E8FEB86659FD93U;
  return word ^ word >> 29;
}

}  // namespace

Dictionary::Dictionary() : chance_(chance()), slots_(std::size_t{1} << kFirstBits), shift_(64 - kFirstBits) {}

std::uint32_t Dictionary::number(std::string_view text, bool readable) {
  const std::uint64_t key = key_of(text, readable);
  const auto length = static_cast<std::uint32_t>(text.size());
  for (std::size_t place = place_of(key);; place = (place + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[place];
    if (slot.number == kFree) return add(text, key, place);
    if (slot.key == key && slot.length == length && (length <= 8 || (*this)[slot.number] == text)) return slot.number;
  }
}

std::size_t Dictionary::place_of(std::uint64_t key) const {
  return static_cast<std::size_t>(mixed(key * chance_) * 0x9E3779B97F4A7C15U >> shift_);
}

std::uint64_t Dictionary::key_of(std::string_view text, bool readable) const {
  if (text.size() > 8) return hash_of(text);
  if (readable && std::endian::native == std::endian::little)
    return text.empty() ? 0 : word_at(text.data()) & (~std::uint64_t{0} >> (64 - 8 * text.size()));
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), text.size());
  return word;
}

std::uint64_t Dictionary::hash_of(std::string_view text) const {
  std::uint64_t hash = text.size() * chance_;
  for (std::size_t place = 0; place + 8 < text.size(); place += 8)
    hash = mixed(hash ^ word_at(text.data() + place)) * chance_;
  return mixed(hash ^ word_at(text.data() + text.size() - 8));
}

std::uint32_t Dictionary::add(std::string_view text, std::uint64_t key, std::size_t place) {
  if (size() >= kMost) throw std::length_error("too many different texts");
  const auto number = static_cast<std::uint32_t>(size());
  slots_[place] = {key, static_cast<std::uint32_t>(text.size()), number};
  texts_ += text;
  ends_.push_back(texts_.size());
  if (2 * size() > slots_.size()) grow();
  return number;
}

void Dictionary::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  --shift_;
  for (const Slot& slot : old) {
    if (slot.number == kFree) continue;
    std::size_t place = place_of(slot.key);
    while (slots_[place].number != kFree) place = (place + 1) & (slots_.size() - 1);
    slots_[place] = slot;
  }
}

}  // namespace shortlist::csv
