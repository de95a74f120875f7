#include "csv/fields.hpp"

#include <bit>
#include <cstring>
#include <limits>

namespace shortlist::csv {

namespace {

constexpr std::size_t kLongestField = 131072;  // characters, as for the csv module
constexpr std::uint64_t kOnes = 0x0101010101010101U;

// The highest bit of each byte that is 0, and of no byte before the first such one.
std::uint64_t zero_bytes(std::uint64_t word) { return (word - kOnes) & ~word & (kOnes << 7); }

}  // namespace

Fields::Fields(std::string_view text, std::size_t start, std::size_t bytes, char delimiter, std::size_t width)
    : piece_(text.substr(start)), delimiter_(delimiter), width_(width) {
  std::size_t place = 0;
  while (place < piece_.size() && place < bytes) {
    if (piece_[place] == '\n' || piece_[place] == '\r') {
      ++place;
      continue;
    }
    starts_.push_back(static_cast<std::uint32_t>(place));
    for (std::size_t column = 0;; ++column) {
      const std::size_t end = place < piece_.size() && piece_[place] == '"' ? end_of_quoted(place) : find_mark(place);
      if (column == width_) throw Refused("a row is too wide");
      if (end - place > kLongestField) throw Refused("a field is too long");
      ends_.push_back(static_cast<std::uint32_t>(end));
      place = end + 1;
      if (end == piece_.size() || piece_[end] != delimiter_) {
        if (column + 1 != width_) throw Refused("a row is too narrow");
        break;
      }
    }
    if (place > std::numeric_limits<std::int32_t>::max()) throw Refused("a row is too long");
  }
  end_ = start + std::min(place, piece_.size());
}

// The first delimiter or line end from a place on, or the end of the text.
std::size_t Fields::find_mark(std::size_t place) const {
  const std::uint64_t delimiters = kOnes * static_cast<unsigned char>(delimiter_);
  for (; place + 8 <= piece_.size(); place += 8) {
    std::uint64_t word;
    std::memcpy(&word, piece_.data() + place, 8);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    const std::uint64_t found =
        zero_bytes(word ^ delimiters) | zero_bytes(word ^ (kOnes * '\n')) | zero_bytes(word ^ (kOnes * '\r'));
    if (found != 0) return place + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  while (place < piece_.size() && piece_[place] != delimiter_ && piece_[place] != '\n' && piece_[place] != '\r')
    ++place;
  return place;
}

// Where a field ends that begins with a quote: what stands behind the closing quote belongs to it.
std::size_t Fields::end_of_quoted(std::size_t place) const {
  for (std::size_t from = place + 1;;) {
    const std::size_t quote = piece_.find('"', from);
    if (quote == std::string_view::npos) throw Refused("a quote is not closed");
    if (quote + 1 == piece_.size() || piece_[quote + 1] != '"') return find_mark(quote + 1);
    from = quote + 2;
  }
}

std::string unquoted(std::string_view field) {
  std::string text;
  for (std::size_t from = 1;;) {
    const std::size_t quote = field.find('"', from);
    text += field.substr(from, quote - from);
    if (quote + 1 >= field.size() || field[quote + 1] != '"') return text += field.substr(quote + 1);
    text += '"';
    from = quote + 2;
  }
}

}  // namespace shortlist::csv
