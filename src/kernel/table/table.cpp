#include "table/table.hpp"

#include <algorithm>

namespace shortlist {
namespace {

// Moves the bits of `value` under `mask` to the low end.
inline Word extract_bits(Word value, Word mask) {
  Word out = 0;
  for (int at = 0; mask != 0; ++at, mask &= mask - 1) out |= ((value >> std::countr_zero(mask)) & 1U) << at;
  return out;
}

struct PackJob {
  const Word* from;
  int from_stride;
  const Word* keep;
  int words;
  const int* features;
  int feature_count;
  Word* to;
  int to_stride;
};

template <class Extract>
[[gnu::always_inline]] inline void pack_with(const PackJob& job, Extract extract) {
  int position = 0;
  for (int w = 0; w < job.words; ++w) {
    const Word mask = job.keep[w];
    if (mask == 0) continue;
    const Word* source = job.from + static_cast<std::size_t>(w) * job.from_stride;
    Word* target = job.to + static_cast<std::size_t>(position / kWordBits) * job.to_stride;
    const int shift = position % kWordBits;
    const int count = std::popcount(mask);
    for (int f = 0; f < job.feature_count; ++f) target[f] |= extract(source[job.features[f]], mask) << shift;
    if (shift + count > kWordBits) {
      Word* next = target + job.to_stride;
      for (int f = 0; f < job.feature_count; ++f)
        next[f] = extract(source[job.features[f]], mask) >> (kWordBits - shift);
    }
    position += count;
  }
}

// The masks of the segments, restricted to the kept rows and moved to their low end.
template <class Extract>
[[gnu::always_inline]] inline void pull_with(const std::vector<Segment>& segments, const Word* keep, Word* out,
                                             Extract extract) {
  for (std::size_t i = 0; i < segments.size(); ++i) out[i] = extract(segments[i].mask, keep[segments[i].word]);
}

void pull_portable(const std::vector<Segment>& segments, const Word* keep, Word* out) {
  pull_with(segments, keep, out, extract_bits);
}
void pack_portable(const PackJob& job) { pack_with(job, extract_bits); }

#if defined(__x86_64__) && defined(__GNUC__)
struct ParallelExtract {
  [[gnu::target("bmi2")]] Word operator()(Word value, Word mask) const { return __builtin_ia32_pext_di(value, mask); }
};
[[gnu::target("bmi2")]] void pack_bmi2(const PackJob& job) { pack_with(job, ParallelExtract{}); }
[[gnu::target("bmi2")]] void pull_bmi2(const std::vector<Segment>& segments, const Word* keep, Word* out) {
  pull_with(segments, keep, out, ParallelExtract{});
}

bool has_parallel_extract() { return __builtin_cpu_supports("bmi2") != 0; }

void pack(const PackJob& job) { has_parallel_extract() ? pack_bmi2(job) : pack_portable(job); }
void pull(const std::vector<Segment>& segments, const Word* keep, Word* out) {
  has_parallel_extract() ? pull_bmi2(segments, keep, out) : pull_portable(segments, keep, out);
}
#else
void pack(const PackJob& job) { pack_portable(job); }
void pull(const std::vector<Segment>& segments, const Word* keep, Word* out) { pull_portable(segments, keep, out); }
#endif

// Segments follow their rows to the new positions; one that straddles two words becomes two.
void move_segments(const Table& from, const Word* keep, Table& to, CompactScratch& scratch) {
  std::vector<int>& start = scratch.start;
  start.resize(static_cast<std::size_t>(from.words));
  for (int w = 0, position = 0; w < from.words; ++w) {
    start[w] = position;
    position += std::popcount(keep[w]);
  }
  scratch.moved.resize(from.segments.size());
  pull(from.segments, keep, scratch.moved.data());
  to.segments.clear();
  // Segments are sorted by (column, shift, word), so pieces of one target word arrive one after the other.
  const auto add = [&](const Segment& piece) {
    if (piece.mask == 0) return;
    if (!to.segments.empty()) {
      Segment& last = to.segments.back();
      if (last.word == piece.word && last.column == piece.column && last.shift == piece.shift) {
        last.mask |= piece.mask;
        return;
      }
    }
    to.segments.push_back(piece);
  };
  for (std::size_t i = 0; i < from.segments.size(); ++i) {
    const Segment& segment = from.segments[i];
    const Word moved = scratch.moved[i];
    if (moved == 0) continue;
    const int word = start[segment.word] / kWordBits;
    const int shift = start[segment.word] % kWordBits;
    add({moved << shift, word, segment.column, segment.shift});
    if (shift != 0) add({moved >> (kWordBits - shift), word + 1, segment.column, segment.shift});
  }
}

}  // namespace

void intersect_literal(const Table& table, int literal, const Word* within, Word* out) {
  const Word flip = is_positive(table, literal) ? 0 : ~Word{0};
  const Word* column = table.bits.data() + feature_of(table, literal);
  for (int w = 0; w < table.words; ++w)
    out[w] = within[w] & (column[static_cast<std::size_t>(w) * table.stride] ^ flip);
}

void intersect_literals(const Table& table, std::span<const int> literals, const Word* within, Word* out) {
  // Two at a time: what is in between stays in registers.
  std::size_t i = 0;
  for (; i + 2 <= literals.size(); i += 2) {
    const int a = literals[i], b = literals[i + 1];
    const Word flip_a = is_positive(table, a) ? 0 : ~Word{0}, flip_b = is_positive(table, b) ? 0 : ~Word{0};
    const Word *first = table.bits.data() + feature_of(table, a), *second = table.bits.data() + feature_of(table, b);
    for (std::size_t w = 0, at = 0; w < static_cast<std::size_t>(table.words); ++w, at += table.stride)
      out[w] = within[w] & (first[at] ^ flip_a) & (second[at] ^ flip_b);
    within = out;
  }
  if (i < literals.size()) intersect_literal(table, literals[i], within, out);
}

bool is_constant(const Table& table, int feature, const Word* rows) {
  bool some = false, none = false;
  for (int w = 0; w < table.words; ++w) {
    const Word word = table.bits[static_cast<std::size_t>(w) * table.stride + feature];
    some |= (rows[w] & word) != 0;
    none |= (rows[w] & ~word) != 0;
  }
  return !(some && none);
}

void compact(const Table& from, const Word* keep, const std::vector<int>& features, Table& to,
             CompactScratch& scratch) {
  to.rows = count_bits(keep, from.words);
  to.words = words_for(to.rows);
  to.features = static_cast<int>(features.size());
  to.stride = stride_for(to.features);
  to.columns = from.columns;
  to.bits.assign(static_cast<std::size_t>(to.words) * to.stride, 0);
  to.origin.resize(features.size());
  for (int f = 0; f < to.features; ++f) to.origin[f] = from.origin[features[f]];
  pack({from.bits.data(), from.stride, keep, from.words, features.data(), to.features, to.bits.data(), to.stride});
  move_segments(from, keep, to, scratch);
}

}  // namespace shortlist
