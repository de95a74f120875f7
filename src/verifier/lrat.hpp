// The steps of an LRAT proof, checked fast: what `refute` of src/shortlist_verifier/lrat.py does, written again.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace verifier {

// Clauses, each ended by a 0, over variables up to the given one: the steps must derive the empty clause from them,
// else `Rejected` is thrown. `tick` is called now and then; it may throw.
void refute(std::span<const std::int32_t> clauses, std::int32_t variables, std::string_view steps,
            const std::function<void()>& tick);

}  // namespace verifier
