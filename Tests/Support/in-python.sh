#!/bin/sh
# Runs a program with Debian's Python, the package for Python and the library of .build/library:
# in-python.sh FILE [ARGUMENTS]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

/usr/bin/python3 -m venv --system-site-packages "$work"
RESTORATION_LIBRARY=$root/.build/library/librestoration.so.0 "$work/bin/python" -m pip install \
    --quiet --no-build-isolation --no-index --no-deps "$root/Sources/Languages/Python"
"$work/bin/python" "$@"
