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

struct Verdict {
  std::int64_t bound = 0, cost = 0;
};

// What a proof says of a table, both as bytes; the caller knows the table's SHA-256. `tick` is called often; it may throw.
Verdict verify(std::string_view proof, std::string_view table, std::string_view table_sha256, std::int64_t steps,
               const std::function<void()>& tick);

}  // namespace verifier
