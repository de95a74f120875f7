// Fuzzed proofs against the fast verifier, by libFuzzer: it must answer or reject, and never crash or hang.
//
// tests/fuzz_verifier.sh builds and runs it. An input is a table with a proof behind it, whose own word for the digest of
// the table is believed.
#include <cstdint>
#include <string>
#include <string_view>

#include "../src/verifier/verifier.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find("shortlist-proof");
  if (cut == std::string_view::npos) return 0;
  const std::string_view table = text.substr(0, cut), proof = text.substr(cut);
  const std::size_t named = proof.find("\ntable ");
  std::string_view digest;
  if (named != std::string_view::npos) {
    digest = proof.substr(named + 7);
    digest = digest.substr(0, digest.find('\n'));
  }
  try {
    verifier::verify(proof, table, digest, 20'000, [] {});
  } catch (const verifier::Rejected&) {
  }
  return 0;
}
