// Merging of rows for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "merge/merger.hpp"
#include "python/owned_array.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;
using namespace shortlist;

namespace {

using Numbers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const Word, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A pattern with the arrays that it looks at.
class HeldPattern {
 public:
  HeldPattern(Codes codes, Rows bits, std::size_t first_word)
      : codes_(std::move(codes)),
        bits_(std::move(bits)),
        pattern_{bits_.data(), bits_.shape(0), bits_.shape(1), first_word} {
    const bool known = codes_.dtype() == nb::dtype<std::int8_t>() || codes_.dtype() == nb::dtype<std::int16_t>() ||
                       codes_.dtype() == nb::dtype<std::int32_t>();
    if (!known) throw nb::type_error("codes must be int8, int16 or int32");
  }

  std::size_t rows() const { return codes_.shape(0); }
  std::size_t end_word() const { return pattern_.first_word + pattern_.width; }

  void put(std::size_t first, std::size_t count, Word* rows, std::size_t words) const {
    if (codes_.itemsize() == 1) return put_codes<std::int8_t>(first, count, rows, words);
    if (codes_.itemsize() == 2) return put_codes<std::int16_t>(first, count, rows, words);
    put_codes<std::int32_t>(first, count, rows, words);
  }

 private:
  template <typename Code>
  void put_codes(std::size_t first, std::size_t count, Word* rows, std::size_t words) const {
    pattern_.put(static_cast<const Code*>(codes_.data()) + first, count, rows, words);
  }

  Codes codes_;
  Rows bits_;
  Pattern pattern_;
};

constexpr std::size_t kRowsAtOnce = 1024;  // that fit the processor's cache

void check_length(const Merger& merger, std::size_t rows, const Numbers& labels, const Numbers& weights) {
  if (labels.shape(0) != rows || weights.shape(0) != rows) throw nb::value_error("each row has a class and a weight");
  for (std::size_t r = 0; r < rows; ++r)
    if (static_cast<std::uint64_t>(labels.data()[r]) >= merger.classes()) throw nb::value_error("no such class");
}

void add_rows(Merger& merger, const Rows& rows, const Numbers& labels, const Numbers& weights) {
  if (rows.shape(1) != merger.words()) throw nb::value_error("rows must have the words of the merger");
  check_length(merger, rows.shape(0), labels, weights);
  nb::gil_scoped_release release;
  merger.add(rows.data(), rows.shape(0), labels.data(), weights.data());
}

void add_patterns(Merger& merger, const std::vector<const HeldPattern*>& patterns, std::size_t first,
                  const Numbers& labels, const Numbers& weights) {
  const std::size_t count = labels.shape(0), words = merger.words();
  check_length(merger, count, labels, weights);
  for (const HeldPattern* pattern : patterns)
    if (pattern->rows() < first + count || pattern->end_word() > words) throw nb::value_error("a pattern is too short");
  nb::gil_scoped_release release;
  std::vector<Word> block;
  for (std::size_t from = 0; from < count; from += kRowsAtOnce) {
    const std::size_t n = std::min(kRowsAtOnce, count - from);
    block.assign(n * words, 0);
    for (const HeldPattern* pattern : patterns) pattern->put(first + from, n, block.data(), words);
    merger.add(block.data(), n, labels.data() + from, weights.data() + from);
  }
}

// The distinct rows in order: their bits in bytes, the first the highest of the first byte, counts and numbers.
nb::tuple merged(const Merger& merger, std::size_t bytes) {
  if (bytes > 8 * merger.words()) throw nb::value_error("rows have fewer bytes");
  Merged found;
  {
    nb::gil_scoped_release release;
    found = merger.merged(bytes);
  }
  return nb::make_tuple(owned_array(std::move(found.bits)), owned_array(std::move(found.counts)),
                        owned_array(std::move(found.numbers)));
}

}  // namespace

void bind_merge(nb::module_& m) {
  nb::class_<HeldPattern>(m, "Pattern").def(nb::init<Codes, Rows, std::size_t>(), "codes"_a, "bits"_a, "first_word"_a);
  nb::class_<Merger>(m, "Merger")
      .def(nb::init<std::size_t, std::size_t>(), "words"_a, "classes"_a)
      .def("add_rows", &add_rows, "rows"_a, "labels"_a, "weights"_a)
      .def("add_patterns", &add_patterns, "patterns"_a, "first"_a, "labels"_a, "weights"_a)
      .def("merged", &merged, "bytes"_a);
}
