#include "csv/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace shortlist::csv {

namespace {

constexpr double kExact = 9007199254740992.0;  // 2⁵³
constexpr int kMostDigits = 18;                // that fit a word in any case
constexpr std::array<double, 23> kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Reads a text from left to right.
struct Scan {
  const char* place;
  const char* end;

  bool take(char wanted) {
    const bool found = place != end && *place == wanted;
    place += found;
    return found;
  }

  // Read digits into a number, which is meaningless beyond `kMostDigits`; how many they are.
  int digits(std::uint64_t& number) {
    const char* first = place;
    for (; place != end && *place >= '0' && *place <= '9'; ++place)
      number = number * 10 + static_cast<std::uint64_t>(*place - '0');
    return static_cast<int>(place - first);
  }
};

// What the text of a number is worth, rounded correctly; none if it is out of range.
std::optional<double> exact_value(std::string_view text) {
#if defined(__cpp_lib_to_chars)
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return value;
#else
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
#endif
}

}  // namespace

std::optional<double> number_of(std::string_view text) {
  Scan scan{text.data(), text.data() + text.size()};
  const bool negative = scan.take('-');
  if (!negative) scan.take('+');
  const char* unsigned_text = scan.place;
  std::uint64_t number = 0;
  const bool zero_first = scan.place != scan.end && *scan.place == '0';
  const int whole = scan.digits(number);
  if (zero_first && whole > 1) return std::nullopt;
  const int part = scan.take('.') ? scan.digits(number) : 0;
  if (whole + part == 0) return std::nullopt;
  const bool is_plain = scan.place == scan.end;
  if (scan.take('e') || scan.take('E')) {
    if (!scan.take('-')) scan.take('+');
    std::uint64_t power = 0;
    if (scan.digits(power) == 0) return std::nullopt;
  }
  if (scan.place != scan.end) return std::nullopt;
  std::optional<double> value;
  // Both are exact, so that their quotient is rounded once (Clinger, PLDI 1990).
  if (is_plain && whole + part <= kMostDigits && number < static_cast<std::uint64_t>(kExact))
    value = static_cast<double>(number) / kPowers[static_cast<std::size_t>(part)];
  else
    value = exact_value({unsigned_text, static_cast<std::size_t>(scan.end - unsigned_text)});
  if (!value || !(*value < kExact)) return std::nullopt;
  return (negative ? -*value : *value) + 0.0;  // there is one zero
}

}  // namespace shortlist::csv
