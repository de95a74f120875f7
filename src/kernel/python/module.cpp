// The Python module: what all searches share here, the searches in their own files.
#include "python/binding_types.hpp"

NB_MODULE(_kernel, m) {
  using namespace shortlist;
  m.doc() = "Exact search for the cheapest decision list of a table.";

  nb::class_<Stop>(m, "Stop", "A flag that stops a running search; may be set from any thread.")
      .def(nb::init<>())
      .def("set", [](Stop& stop) { stop.flag.store(true); })
      .def_prop_ro("is_set", [](const Stop& stop) { return stop.flag.load(); });

  nb::class_<Result>(m, "SearchResult")
      .def_ro("rules", &Result::rules)
      .def_ro("cost", &Result::cost)
      .def_ro("lower_bound", &Result::lower_bound)
      .def_ro("stop", &Result::stop)
      .def_ro("states", &Result::states)
      .def_ro("work", &Result::work)
      .def_ro("seconds", &Result::seconds)
      .def_ro("trace", &Result::trace);

  // Arrays are taken as they are: a silent conversion could cut off fractions.
  bind_sparse(m);
  bind_perfect(m);
  bind_covers(m);
  bind_certify(m);
  bind_lrat(m);
}
