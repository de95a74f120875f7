#!/bin/sh
# Builds the kernel with address and undefined-behaviour sanitizers in a temporary folder and runs its tests there.
# PYTHON: the interpreter to begin with (default: python3); what else is needed is installed in that folder, too.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install -q cmake ninja nanobind numpy pytest

PATH=$work/venv/bin:$PATH cmake -S "$root" -B "$work/build" -G Ninja -DSHORTLIST_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$python" >/dev/null
PATH=$work/venv/bin:$PATH cmake --build "$work/build"
mkdir -p "$work/package/shortlist"
touch "$work/package/shortlist/__init__.py"
cp "$work"/build/_kernel*.so "$work/package/shortlist/"
cp -r "$root"/tests/kernel "$root"/tests/oracles "$root"/tests/samples "$work/package/"

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
import pytest; sys.exit(pytest.main(['-q', '-s', '-p', 'no:cacheprovider', 'kernel', *sys.argv[1:]]))" "$@"
