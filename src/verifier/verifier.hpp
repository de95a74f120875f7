// The fast verifier: the rules of src/shortlist_verifier/verify.py, written again. It shares no code with the kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string_view>

namespace verifier {

// The proof does not hold, in one sentence.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The bound that a proof shows for a table of this SHA-256, and what its list costs. `tick` is called often; it may throw.
std::pair<std::int64_t, std::int64_t> verify(std::string_view proof, std::string_view table, std::string_view sha256,
                                             std::int64_t steps, const std::function<void()>& tick);

}  // namespace verifier
