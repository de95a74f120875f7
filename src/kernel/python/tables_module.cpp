// What reads and merges tables, for Python.
#include <nanobind/nanobind.h>

void bind_csv(nanobind::module_& m);
void bind_merge(nanobind::module_& m);

NB_MODULE(_tables, m) {
  m.doc() = "Reads and merges tables.";
  bind_csv(m);
  bind_merge(m);
}
