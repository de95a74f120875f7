// Proofs of SAT solvers for Python: bytes in, the part that matters out.
#include "lrat/trim.hpp"
#include "python/binding_types.hpp"

using namespace nanobind::literals;

namespace shortlist {
namespace {

nb::bytes trim_lrat(const nb::bytes& proof, std::size_t given) {
  std::string found;
  {
    nb::gil_scoped_release release;
    found = trimmed_lrat({proof.c_str(), proof.size()}, given);
  }
  return nb::bytes(found.data(), found.size());
}

}  // namespace

void bind_lrat(nb::module_& m) { m.def("trim_lrat", &trim_lrat, "proof"_a, nb::kw_only(), "given"_a); }

}  // namespace shortlist
