#include "csv/column.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "csv/number.hpp"

namespace shortlist::csv {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The same numbers in wider or equal words.
template <typename Wide>
std::vector<Wide> widened(const Codes& codes) {
  return std::visit([](const auto& narrow) { return std::vector<Wide>(narrow.begin(), narrow.end()); }, codes);
}

}  // namespace

void Column::add(const Fields& fields, std::size_t first, std::size_t last, std::size_t expected) {
  rows_ += last - first;
  if (is_numbers_) {
    values_.reserve(expected);
    for (std::size_t row = first; row < last && !failed(); ++row) {
      const std::string_view field = fields.at(row, position_);
      add_number(field, fields.has_room(field));
    }
    return;
  }
  piece_.clear();
  for (std::size_t row = first; row < last; ++row) {
    const std::string_view field = fields.at(row, position_);
    piece_.push_back(code_of(field, fields.has_room(field)));
  }
  put_codes(expected);
}

std::optional<double> Column::number_of(std::string_view text) const {
  if (std::find(marks_.begin(), marks_.end(), text) != marks_.end()) return std::nullopt;
  return csv::number_of(text);
}

std::uint32_t Column::code_of(std::string_view field, bool readable) {
  if (!field.empty() && field.front() == '"') return texts_.number(unquoted(field), false);
  return texts_.number(field, readable);
}

void Column::put_codes(std::size_t expected) {
  if (codes_.index() < 1 && texts_.size() >= 1U << 7) codes_ = widened<std::int16_t>(codes_);
  if (codes_.index() < 2 && texts_.size() >= 1U << 15) codes_ = widened<std::int32_t>(codes_);
  std::visit(
      [&](auto& codes) {
        using Code = typename std::remove_reference_t<decltype(codes)>::value_type;
        codes.reserve(expected);
        for (const std::uint32_t code : piece_) codes.push_back(static_cast<Code>(code));
      },
      codes_);
}

void Column::add_number(std::string_view field, bool readable) {
  if (field.empty()) {
    values_.push_back(kNan);
    return;
  }
  const bool quoted = field.front() == '"';
  const std::optional<double> value = quoted ? number_of(unquoted(field)) : number_of(field);
  if (!value) others_.emplace_back(values_.size(), code_of(field, readable));
  values_.push_back(value.value_or(kNan));
}

void Column::settle() {
  if (is_numbers_ || !may_be_numbers_ || texts_.size() <= std::min(many_, rows_ / 2)) return;
  std::vector<double> values(texts_.size(), kNan);
  Dictionary others;
  std::vector<std::uint32_t> place(texts_.size(), 0);
  std::set<double> few;
  for (std::size_t text = 0; text < texts_.size(); ++text) {
    if (texts_[text].empty()) continue;
    if (const std::optional<double> value = number_of(texts_[text])) {
      values[text] = *value;
      if (few.size() < 3) few.insert(*value);
    } else {
      place[text] = others.number(texts_[text], false) + 1;
    }
  }
  if (others.size() > kMostOthers) may_be_numbers_ = false;
  if (!may_be_numbers_ || few.size() < 3) return;  // two numbers may be truth values yet
  std::visit(
      [&](const auto& codes) {
        values_.reserve(codes.size());
        for (const auto code : codes) {
          const auto text = static_cast<std::size_t>(code);
          if (place[text] != 0) others_.emplace_back(values_.size(), place[text] - 1);
          values_.push_back(values[text]);
        }
      },
      codes_);
  texts_ = std::move(others);
  codes_ = {};
  is_numbers_ = true;
}

}  // namespace shortlist::csv
