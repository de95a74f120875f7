// Run-time choice of instructions without a special build.
//
// A function marked SHORTLIST_CLONES is compiled several times and the loader picks the best one for the
// processor at hand; the binary itself needs nothing beyond the architecture's baseline. Only functions
// that run over whole arrays are marked: the choice costs one indirect call.
#pragma once

#include <cstddef>  // defines __GLIBC__ where there is one

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SHORTLIST_CLONES __attribute__((target_clones("avx512f", "avx2", "popcnt", "default")))
#define SHORTLIST_VECTOR_POPCOUNT 1
#else
#define SHORTLIST_CLONES
#define SHORTLIST_VECTOR_POPCOUNT 0
#endif
