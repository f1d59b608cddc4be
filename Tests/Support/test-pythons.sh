#!/bin/sh
# Builds the wheel once, with Debian's Python, and runs its tests with each of python3.9 to
# python3.13 that starts. Debian's has cffi and pytest from apt; others get them from the package
# index. Needs `make library`.
set -eu
cd "$(dirname "$0")/../.."
library=$PWD/.build/library/librestoration.so.0
if [ ! -e "$library" ]; then
    echo "error: There is no library at $library" >&2
    echo "  fix: Build it first: make library" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

RESTORATION_LIBRARY=$library /usr/bin/python3 -m pip wheel --quiet --no-build-isolation \
    --no-index --no-deps --wheel-dir "$work" ./Sources/Languages/Python
wheel=$(ls "$work"/*-cp39-abi3-*.whl)
echo "Built $(basename "$wheel")"

status=0
for version in 3.9 3.10 3.11 3.12 3.13; do
    # pyenv's commands only start for a chosen version.
    export PYENV_VERSION="$version"
    python=python$version
    if ! found=$("$python" -c 'import sys; print(sys.version.split()[0], sys.prefix)' 2>/dev/null)
    then
        echo "$python: does not start here"
        continue
    fi
    echo "$python: found $found"
    "$python" -m venv --system-site-packages "$work/$version"
    if ! "$work/$version/bin/python" -m pip install --quiet "$wheel" pytest; then
        echo "$python: cannot install cffi and pytest, so it is not tested"
    elif "$work/$version/bin/python" -m pytest -q -p no:cacheprovider Tests/Languages/Python; then
        echo "$python: passed"
    else
        echo "$python: FAILED"
        status=1
    fi
done
exit $status
