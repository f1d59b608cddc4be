#!/bin/sh
# Checks rules that neither the compiler nor the formatter checks: see Docs/Contributing.md.
set -eu
cd "$(dirname "$0")/../.."
failed=0

complain() {
    echo "error: $1" >&2
    echo "$2" | sed 's/^/   at: /' >&2
    echo "  fix: $3" >&2
    failed=1
}

# Unsafe code is in files named *+Unsafe.swift.
found=$(git ls-files 'Sources/*.swift' 'Plugins/*.swift' | grep -v '+Unsafe\.swift$' |
    xargs -r grep -nE '\bunsafe (try |await )?[A-Za-z_(.&]' | grep -vE '^[^:]+:[0-9]+: *///' || true)
[ -z "$found" ] || complain "Unsafe code stands outside a +Unsafe.swift file" "$found" \
    "Move it to a file of that name, with the invariant that makes it sound."

# A line of a C header or source is at most 100 columns wide.
found=$(git ls-files '*.h' '*.c' | xargs -r awk 'length($0) > 100 { print FILENAME ":" FNR }')
[ -z "$found" ] || complain "A line is longer than 100 columns" "$found" "Break it."

# So is a comment in Swift, unless a test quotes it. The formatter checks code.
found=$(git ls-files 'Sources/*.swift' 'Plugins/*.swift' |
    LC_ALL=C.UTF-8 xargs -r grep -nP '^(?= *//).{101,}$' | cut -d: -f1,2 || true)
[ -z "$found" ] || complain "A comment is wider than 100 columns" "$found" "Break it."

# No code sleeps in order to wait.
found=$(git ls-files '*.swift' '*.c' | xargs -r grep -nE '\b(usleep|nanosleep|sleep)\(' || true)
[ -z "$found" ] || complain "Something sleeps" "$found" "Wait for the event itself."

# No comment, document or message uses "what" as a noun.
found=$(git ls-files '*.swift' '*.h' '*.hpp' '*.c' '*.cpp' '*.rs' '*.py' '*.template' '*.md' |
    grep -v '^CHANGELOG' | xargs -r awk -f Tests/Support/noun-what.awk | sort)
[ -z "$found" ] || complain "\"What\" often stands for a thing" "$found" \
    "Name the thing: see Words in Docs/Contributing.md."

exit $failed
