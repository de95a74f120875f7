#!/usr/bin/env bash
# Fuzzed proofs against both verifiers for some seconds: libFuzzer (clang, with address and leak checks) on the fast one,
# own mutations on the plain one. usage: tests/fuzz_verifier.sh [SECONDS [FOLDER]]; inputs are kept in the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-3600}
folder=${2:-build/fuzz_verifier}
mkdir -p "$folder/corpus"
clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o "$folder/fuzzer" \
    tests/fuzz_verifier.cpp src/verifier/verifier.cpp
.venv/bin/python tests/fuzz_plain_verifier.py 0 --corpus "$folder/corpus"
# The limit for one input is on the clock: it must be met on a loaded machine, too.
"$folder/fuzzer" -max_total_time="$seconds" -timeout=120 -max_len=20000 -artifact_prefix="$folder/" "$folder/corpus" &
native=$!
.venv/bin/python tests/fuzz_plain_verifier.py "$seconds" --corpus "$folder/corpus"
wait "$native"
