#!/bin/sh
# Builds the kernel with sanitizers in a temporary folder and runs its tests there.
# SANITIZERS: address,undefined (default), or thread for tests of threads, as in
#   SANITIZERS=thread tests/sanitize_kernel.sh -k "threads or same_time"
# PYTHON: the interpreter to begin with (default: python3); what else is needed is installed in that folder, too.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
sanitizers=${SANITIZERS:-address,undefined}
trap 'rm -rf "$work"' EXIT

"${PYTHON:-python3}" -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install -q cmake ninja nanobind numpy pytest

PATH=$work/venv/bin:$PATH cmake -S "$root" -B "$work/build" -G Ninja -DSHORTLIST_SANITIZE="$sanitizers" -DCMAKE_BUILD_TYPE=Debug \
  -DPython_EXECUTABLE="$python" >/dev/null
PATH=$work/venv/bin:$PATH cmake --build "$work/build"
mkdir -p "$work/package/shortlist"
touch "$work/package/shortlist/__init__.py"
cp "$work"/build/_kernel*.so "$work"/build/_tables*.so "$work/package/shortlist/"
cp -r "$root"/tests/kernel "$root"/tests/oracles "$root"/tests/samples "$work/package/"

# Output is not captured: a report comes just before the end of the process.
# The C++ library is preloaded too, else the sanitizer cannot follow exceptions.
# Python itself leaks by design, so leaks are not reported; nanobind's own leak check still runs.
cd "$work/package"
# The sanitizer of threads needs the addresses that it expects, and knows nothing of what Python does with its lock.
case $sanitizers in
  thread) library=libtsan.so; run="setarch -R" ;;
  *) library=libasan.so; run= ;;
esac
preload="$(gcc -print-file-name=$library) $(gcc -print-file-name=libstdc++.so)"
LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=exitcode=66 \
  PYTHONPATH="$work/package" $run "$python" -S -c "
import sys
sys.path[1:1] = ['$work/package']
import site; sys.path += site.getsitepackages()
import pytest; sys.exit(pytest.main(['-q', '-s', '-p', 'no:cacheprovider', 'kernel', *sys.argv[1:]]))" "$@"
