// The fast verifier for Python: bytes in, what is proved out; ValueError where the proof does not hold.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "lrat.hpp"
#include "verifier.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace {

void tick() {
  nb::gil_scoped_acquire hold;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

nb::tuple verify(const nb::bytes& proof, const nb::bytes& table, const std::string& table_sha256, std::int64_t steps) {
  std::pair<std::int64_t, std::int64_t> found;
  {
    nb::gil_scoped_release release;
    found = verifier::verify({proof.c_str(), proof.size()}, {table.c_str(), table.size()}, table_sha256, steps, tick);
  }
  return nb::make_tuple(found.first, found.second);
}

using Clauses = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void refute(const Clauses& clauses, std::int32_t variables, const nb::bytes& steps) {
  nb::gil_scoped_release release;
  verifier::refute({clauses.data(), clauses.size()}, variables, {steps.c_str(), steps.size()}, tick);
}

}  // namespace

NB_MODULE(_verify, m) {
  m.doc() = "Checks proofs that no decision list costs less than a bound.";
  nb::exception<verifier::Rejected>(m, "Rejected", PyExc_ValueError);
  m.def("verify", &verify, "proof"_a, "table"_a, "table_sha256"_a, nb::kw_only(), "steps"_a);
  m.def("refute", &refute, "clauses"_a.noconvert(), "variables"_a, "steps"_a);
}
