// A column of a CSV file while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "csv/dictionary.hpp"
#include "csv/fields.hpp"

namespace shortlist::csv {

// Whole numbers that are none or positive, in as few bytes as hold the largest, and −1.
using Codes = std::variant<std::vector<std::int8_t>, std::vector<std::int16_t>, std::vector<std::int32_t>>;

// The texts of a column: for each row which of the distinct ones it has. Where very many are different numbers it goes on
// as numbers, NaN for an empty text; texts that are not surely numbers are kept beside them, for others to judge.
class Column {
 public:
  // Of so many different texts on, it had better be numbers, if it may be. What is among the `marks` is surely no number.
  Column(std::size_t position, bool may_be_numbers, std::size_t many, std::vector<std::string> marks)
      : position_(position), may_be_numbers_(may_be_numbers), many_(many), marks_(std::move(marks)) {}

  // Take these rows over, of which so many are expected in all.
  void add(const Fields& fields, std::size_t first, std::size_t last, std::size_t expected);

  // Become numbers, if that is better. To be asked after each piece of the file.
  void settle();

  bool is_numbers() const { return is_numbers_; }
  // Are there so many texts that are no numbers that these are none?
  bool failed() const { return is_numbers_ && texts_.size() > kMostOthers; }

  // The distinct texts; of numbers only those that are not surely numbers.
  const Dictionary& texts() const { return texts_; }
  Codes& codes() { return codes_; }
  std::vector<double>& values() { return values_; }
  // The rows whose texts are not surely numbers, and these texts.
  const std::vector<std::pair<std::size_t, std::uint32_t>>& others() const { return others_; }

 private:
  static constexpr std::size_t kMostOthers = 64;

  std::optional<double> number_of(std::string_view text) const;
  std::uint32_t code_of(std::string_view field, bool readable);
  void put_codes(std::size_t expected);
  void add_number(std::string_view field, bool readable);

  std::size_t position_;
  bool may_be_numbers_;
  std::size_t many_;
  std::vector<std::string> marks_;
  std::size_t rows_ = 0;
  bool is_numbers_ = false;
  Dictionary texts_;
  Codes codes_;
  std::vector<std::uint32_t> piece_;  // codes of the rows that are added
  std::vector<double> values_;
  std::vector<std::pair<std::size_t, std::uint32_t>> others_;
};

}  // namespace shortlist::csv
