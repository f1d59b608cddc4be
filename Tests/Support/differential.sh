#!/bin/sh
# Plays random lives on the engine of another commit and on the one that is here, which read each
# other's state, and tells where they differ: differential.sh COMMIT [SEEDS] [FIRST]
set -eu
cd "$(dirname "$0")/../.."

base=$(Tests/Support/extract-commit.sh "$1" Tests/Differential)

build() {
    echo "Building the player of $2 ..." >&2
    swift build -c release --package-path "$1/Tests/Differential" --product "$3" >&2
}
directory() {
    swift build -c release --package-path "$1/Tests/Differential" --show-bin-path
}

build "$base" "$1" Player
build . "what is here" Player
build . "what is here" Comparison
states=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")/states.XXXXXX")
trap 'rm -rf "$states"' EXIT
"$(directory .)/Comparison" "$(directory "$base")/Player" "$(directory .)/Player" \
    Tests/Differential/allowed-differences.txt "$states" "${2:-100000}" ${3:-}
