#!/bin/sh
# Builds the wheel once, with Debian's Python, and runs its tests with each of python3.9 to
# python3.13 that starts. Versions other than Debian's get cffi and pytest from the package index.
set -eu
cd "$(dirname "$0")/../.."
package=Sources/Languages/Python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

RESTORATION_LIBRARY=$PWD/.build/library/librestoration.so.0 \
    /usr/bin/python3 -m pip wheel --quiet --no-build-isolation --no-index --no-deps \
    --wheel-dir "$work" "./$package"
wheel=$(ls "$work"/*-cp39-abi3-*.whl)
echo "Built $(basename "$wheel")"

for version in 3.9 3.10 3.11 3.12 3.13; do
    python=python$version
    if ! "$python" -c '' >/dev/null 2>&1; then
        echo "$python: does not start here"
        continue
    fi
    "$python" -m venv "$work/$version"
    if ! "$work/$version/bin/pip" install --quiet "$wheel" pytest; then
        echo "$python: the package index has no cffi or pytest for it"
        continue
    fi
    "$work/$version/bin/python" -m pytest -q -p no:cacheprovider Tests/Languages/Python
    echo "$python: passed"
done
