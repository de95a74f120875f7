// Fuzzed formulas and steps against the native checker of LRAT, by libFuzzer: it must not crash or hang, and what it accepts must be true.
//
// tests/fuzz_lrat.py builds and runs it. An input has clauses, each ended by a 0, an empty line, and steps. A formula of so few variables
// can be tried out.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "../src/verifier/lrat.hpp"
#include "../src/verifier/verifier.hpp"

namespace {

constexpr std::int32_t kVariables = 8;

bool satisfied(const std::vector<std::int32_t>& clauses, unsigned assignment) {
  bool holds = false;
  for (const std::int32_t literal : clauses) {
    if (literal == 0) {
      if (!holds) return false;
      holds = false;
    } else if ((assignment >> (std::abs(literal) - 1) & 1U) == (literal > 0 ? 1U : 0U)) {
      holds = true;
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find("\n\n");
  if (cut == std::string::npos) return 0;
  std::vector<std::int32_t> clauses;
  std::istringstream words(text.substr(0, cut));
  for (std::int64_t word = 0; words >> word;) clauses.push_back(static_cast<std::int32_t>(word % (kVariables + 1)));
  clauses.push_back(0);
  try {
    verifier::refute(clauses, kVariables, std::string_view(text).substr(cut + 2), [] {});
  } catch (const verifier::Rejected&) {
    return 0;
  }
  for (unsigned assignment = 0; assignment < 1U << kVariables; ++assignment)
    if (satisfied(clauses, assignment)) std::abort();
  return 0;
}
