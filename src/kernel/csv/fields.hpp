// Where the fields of CSV text stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace shortlist::csv {

// The text is not of the form that is read here; Python's csv module knows why, and in which line.
class Refused : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Some whole rows of a text, all of the same width, as the csv module tells them apart: lines end with \n, \r or \r\n,
// an empty one is no row, and a field that begins with a quote ends behind the next single quote.
class Fields {
 public:
  // The rows from `start` on, until so many bytes are passed. There must be at least two fields in a row.
  Fields(std::string_view text, std::size_t start, std::size_t bytes, char delimiter, std::size_t width);

  std::size_t rows() const { return starts_.size(); }

  // Where the row behind these begins.
  std::size_t end() const { return end_; }

  // A field as it stands in the text, quotes and all.
  std::string_view at(std::size_t row, std::size_t column) const {
    const std::uint32_t* ends = &ends_[row * width_ + column];
    const std::size_t start = column == 0 ? starts_[row] : ends[-1] + std::size_t{1};
    return {piece_.data() + start, *ends - start};
  }

  // May eight bytes be read from where this field begins?
  bool has_room(std::string_view field) const { return field.data() + 8 <= piece_.data() + piece_.size(); }

 private:
  std::size_t find_mark(std::size_t place) const;
  std::size_t end_of_quoted(std::size_t place) const;

  std::string_view piece_;  // the text from the first row on
  char delimiter_;
  std::size_t width_;
  std::size_t end_ = 0;
  std::vector<std::uint32_t> starts_;  // of rows, in the piece
  std::vector<std::uint32_t> ends_;    // of fields
};

// The text that a field is which begins with a quote: without the quotes around it, and one for each two within.
std::string unquoted(std::string_view field);

}  // namespace shortlist::csv
