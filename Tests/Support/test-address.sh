#!/bin/sh
# Runs the tests of calls by signature under AddressSanitizer, in a package of just the modules that
# they need: a whole build with it would take many minutes.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
package="$root/.build/address"

mkdir -p "$package/Sources" "$package/Tests"
for module in Sources/CFFI Sources/RestorationInvocation Tests/Support/CInvocationSamples; do
    ln -sfn "$root/$module" "$package/Sources/$(basename "$module")"
done
ln -sfn "$root/Tests/RestorationInvocationTests" "$package/Tests/RestorationInvocationTests"
cat >"$package/Package.swift" <<'END'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Address",
    targets: [
        .systemLibrary(name: "CFFI", path: "Sources/CFFI/include", pkgConfig: "libffi"),
        .target(name: "RestorationInvocation", dependencies: ["CFFI"]),
        .target(name: "CInvocationSamples"),
        .testTarget(
            name: "RestorationInvocationTests",
            dependencies: ["RestorationInvocation", "CInvocationSamples"]
        ),
    ]
)
END
# XCTest, which starts the tests, leaves its own list of tests behind.
echo "leak:libXCTest.so" >"$package/suppressions"
LSAN_OPTIONS="suppressions=$package/suppressions:print_suppressions=0" \
    swift test --package-path "$package" --sanitize=address
