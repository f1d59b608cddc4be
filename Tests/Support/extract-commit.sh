#!/bin/sh
# Extracts the sources of a commit into a directory below .build/commits and prints its path. A
# second argument names a directory that is copied over the commit's own from the working copy, so
# that both build the same: extract-commit.sh COMMIT [DIRECTORY]
set -eu
cd "$(dirname "$0")/../.."

commit=$(git rev-parse --verify --quiet "$1^{commit}") || {
    echo "error: There is no commit $1" >&2
    echo "  fix: Name one that git log lists." >&2
    exit 64
}
directory=.build/commits/$commit
if [ ! -d "$directory" ]; then
    mkdir -p "$directory.new"
    git archive "$commit" | tar -x -C "$directory.new"
    mv "$directory.new" "$directory"
fi
if [ -n "${2:-}" ]; then
    # Unchanged files keep their modification times, so that they are not built again.
    mkdir -p "$directory/$2"
    find "$directory/$2" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
    (cd "$2" && tar -c --exclude=./.build .) | tar -x -C "$directory/$2"
fi
echo "$directory"
