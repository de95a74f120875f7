// CSV files for Python: pieces of a file as fields, and columns that take these over.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "csv/column.hpp"
#include "csv/fields.hpp"
#include "python/owned_array.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;
using namespace shortlist::csv;

namespace {

constexpr std::size_t kRowsAtOnce = 512;  // whose places fit the processor's cache

std::string_view bytes_of(nb::handle raw) {
  Py_buffer buffer;
  if (PyObject_GetBuffer(raw.ptr(), &buffer, PyBUF_SIMPLE) != 0) throw nb::python_error();
  const std::string_view bytes(static_cast<const char*>(buffer.buf), static_cast<std::size_t>(buffer.len));
  PyBuffer_Release(&buffer);  // whoever has the fields keeps the bytes
  return bytes;
}

Fields split(nb::handle raw, std::size_t start, std::size_t bytes, char delimiter, std::size_t width) {
  const std::string_view text = bytes_of(raw);
  nb::gil_scoped_release release;
  return Fields(text, start, bytes, delimiter, width);
}

void add(const std::vector<Column*>& columns, const Fields& fields, std::size_t expected) {
  nb::gil_scoped_release release;
  for (std::size_t first = 0; first < fields.rows(); first += kRowsAtOnce)
    for (Column* column : columns) column->add(fields, first, std::min(first + kRowsAtOnce, fields.rows()), expected);
  for (Column* column : columns) column->settle();
}

nb::object codes(Column& column) {
  return std::visit([](auto& found) { return nb::cast(owned_array(std::move(found))); }, column.codes());
}

nb::tuple others(const Column& column) {
  std::vector<std::int64_t> rows;
  std::vector<std::int32_t> texts;
  for (const auto& [row, text] : column.others()) {
    rows.push_back(static_cast<std::int64_t>(row));
    texts.push_back(static_cast<std::int32_t>(text));
  }
  return nb::make_tuple(owned_array(std::move(rows)), owned_array(std::move(texts)));
}

nb::list texts(const Column& column) {
  nb::list found;
  for (std::size_t text = 0; text < column.texts().size(); ++text) {
    const std::string_view bytes = column.texts()[text];
    PyObject* decoded = PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), nullptr);
    if (decoded == nullptr) throw nb::python_error();
    found.append(nb::steal(decoded));
  }
  return found;
}

}  // namespace

void bind_csv(nb::module_& m) {
  nb::exception<Refused>(m, "Refused");
  nb::class_<Fields>(m, "Fields").def_prop_ro("rows", &Fields::rows).def_prop_ro("end", &Fields::end);
  nb::class_<Column>(m, "Column")
      .def(nb::init<std::size_t, bool, std::size_t, std::vector<std::string>>(), "position"_a, nb::kw_only(),
           "may_be_numbers"_a, "many"_a, "marks"_a)
      .def_prop_ro("is_numbers", &Column::is_numbers)
      .def_prop_ro("failed", &Column::failed)
      .def("texts", &texts)
      .def("codes", &codes)
      .def("values", [](Column& column) { return owned_array(std::move(column.values())); })
      .def("others", &others);
  m.def("split", &split, "raw"_a, "start"_a, "bytes"_a, nb::kw_only(), "delimiter"_a, "width"_a,
        nb::keep_alive<0, 1>());
  m.def("add", &add, "columns"_a, "fields"_a, nb::kw_only(), "expected"_a);
}
