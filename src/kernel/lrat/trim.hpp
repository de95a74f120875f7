// Proofs of SAT solvers in LRAT, shortened to what their empty clause needs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace shortlist {

// The steps that the empty clause rests on, one line each, behind clauses 1, 2, … `given` in the order in which the solver was given them.
// CaDiCaL numbers these in between derived ones, when it simplifies them at once: they are the numbers that no step has.
std::string trimmed_lrat(std::string_view proof, std::size_t given);

}  // namespace shortlist
