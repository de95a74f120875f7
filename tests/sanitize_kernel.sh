#!/bin/sh
# Builds the kernel with address and undefined-behaviour sanitizers in a temporary folder and runs its tests there.
# PYTHON: an interpreter with numpy, pytest, nanobind, cmake and ninja (default: python3).
set -eu
python=${PYTHON:-python3}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m cmake -S "$root" -B "$work/build" -G Ninja -DSHORTLIST_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$(command -v "$python")" >/dev/null
"$python" -m cmake --build "$work/build"
mkdir -p "$work/package/shortlist"
touch "$work/package/shortlist/__init__.py"
cp "$work"/build/_kernel*.so "$work/package/shortlist/"
cp "$root"/tests/test_kernel.py "$root"/tests/test_perfect_kernel.py "$root"/tests/test_covers.py "$root"/tests/kernel_*.py "$root"/tests/perfect_*.py "$work/package/"

# Output is not captured: a report comes just before the end of the process.
# The C++ library is preloaded too, else the sanitizer cannot follow exceptions.
# Python itself leaks by design, so leaks are not reported; nanobind's own leak check still runs.
cd "$work/package"
preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
  PYTHONPATH="$work/package" "$python"  -S -c "
import sys
sys.path[1:1] = ['$work/package']
import site; sys.path += site.getsitepackages()
import pytest; sys.exit(pytest.main(['-q', '-s', '-p', 'no:cacheprovider', 'test_kernel.py', 'test_perfect_kernel.py', 'test_covers.py', *sys.argv[1:]]))" "$@"
