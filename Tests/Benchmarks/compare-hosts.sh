#!/bin/sh
# Compares a host in C with one in Swift: compare-hosts.sh [--check]. With --check it fails if the
# host in C takes more than 1.3 times as long. Needs make library.
set -eu
cd "$(dirname "$0")/../.."
library=$PWD/.build/library
built=$(swift build -c release --package-path Tests/Benchmarks --product BookHost --show-bin-path)
swift build -c release --package-path Tests/Benchmarks --product BookHost
work=$(mktemp -d /dev/shm/hosts-XXXXXX)
trap 'rm -rf "$work"' EXIT
cc -O2 -std=gnu11 -I Sources/Languages/C/include -I Sources/PluginSDK/CRestorationPlugin/include \
    Tests/Benchmarks/Peers/host.c -o "$work/host-c" -L "$library" -lrestoration \
    -Wl,-rpath,"$library"

least() { # least PROGRAM STATE ARGUMENT: of 7 runs
    for _ in 1 2 3 4 5 6 7; do STATE=$2 "$1" "$3"; done | sort -g | head -1
}
status=0
for what in save restore; do
    c=$(least "$work/host-c" "$work/c" "$what")
    swift=$(least "$built/BookHost" "$work/swift" "$what")
    echo "$what of 10,000 objects: C $c ms, Swift $swift ms, $(echo "scale=2; $c / $swift" | bc)"
    [ "${1:-}" != --check ] || [ "$(echo "$c <= $swift * 1.3" | bc)" = 1 ] || status=1
done
exit $status
