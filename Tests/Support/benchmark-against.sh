#!/bin/sh
# Runs the session's benchmarks in turn with another commit and with the working copy, and prints
# how each figure compares. Both use the working copy's benchmarks:
# benchmark-against.sh COMMIT [ROUNDS]
set -eu
cd "$(dirname "$0")/../.."

base=$(Tests/Support/extract-commit.sh "$1" Tests/Benchmarks/Sources)
rounds=${2:-7}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

build() {
    echo "Building the benchmarks of $2 ..." >&2
    swift build -c release --package-path "$1/Tests/Benchmarks" --product Benchmarks >&2
}
program() {
    echo "$(swift build -c release --package-path "$1/Tests/Benchmarks" --show-bin-path)/Benchmarks"
}

build "$base" "$1"
build . "what is here"
old=$(program "$base")
new=$(program .)
for round in $(seq "$rounds"); do
    echo "Round $round of $rounds" >&2
    # The order alternates, because the first run finds the machine in another state.
    if [ $((round % 2)) = 1 ]; then
        "$old" --list >>"$results/old"
        "$new" --list >>"$results/new"
    else
        "$new" --list >>"$results/new"
        "$old" --list >>"$results/old"
    fi
done

# The lowest figure of all rounds is the one that other programs disturbed least.
awk -F '\t' -v base="$(echo "$1" | cut -c 1-12)" '
    FNR == NR { if (!($1 in old) || $2 < old[$1]) old[$1] = $2; olda[$1] = $3; next }
    !($1 in new) { names[++count] = $1; new[$1] = $2 }
    { if ($2 < new[$1]) new[$1] = $2; newa[$1] = $3 }
    END {
        printf "%-44s %12s %12s %8s   %9s %9s\n", "ns per object, or KiB; lowest figure", base, \
            "here", "ratio", "mallocs", "here"
        for (i = 1; i <= count; i++) {
            name = names[i]
            printf "%-44s %12.1f %12.1f %7.3fx   %9.2f %9.2f%s\n", name, old[name], new[name], \
                new[name] / old[name], olda[name], newa[name], \
                (new[name] / old[name] > 1.1 ? "  more than 10 % slower" : "")
        }
    }' "$results/old" "$results/new"
