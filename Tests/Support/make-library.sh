#!/bin/sh
# Builds librestoration.so.0 in .build/library: make-library.sh [release|debug]
set -eu
cd "$(dirname "$0")/../.."
configuration=${1:-release}
out=.build/library
headers=Sources/Languages/C/include/restoration
mkdir -p "$out"

# Exports exactly the functions that the headers declare.
{
    echo "RESTORATION_0 {"
    echo "global:"
    sed -n '/^RESTORATION_API/,/;/p' "$headers"/*.h | tr '\n' ' ' | sed 's/;/;\n/g' |
        sed -n 's/.*RESTORATION_API[^(]*[ *]\(restoration_[a-z_]*\)(.*/    \1;/p'
    echo "local: *;"
    echo "};"
} > "$out/restoration.map.new"
cmp -s "$out/restoration.map.new" "$out/restoration.map" || cp "$out/restoration.map.new" "$out/restoration.map"
rm "$out/restoration.map.new"

set -- -Xlinker "--version-script=$PWD/$out/restoration.map" -Xlinker -soname=librestoration.so.0
if [ "$configuration" = debug ]; then
    # The tests' own build has the same objects: they are only linked once more, in seconds.
    swift build --product restoration
    directory=$(swift build --show-bin-path)
    built=$directory/librestoration-static.so
    # This source is compiled for the static runtime, and so names all of its libraries to the linker.
    echo "import Foundation" > "$out/runtime.swift"
    swiftc -emit-library -static-stdlib -g -module-name restoration -o "$built" "$@" \
        -Xlinker -z -Xlinker defs -lffi -lstdc++ \
        "$out/runtime.swift" "@$directory/restoration.product/Objects.LinkFileList"
else
    set -- --configuration "$configuration" --scratch-path "$out" -Xswiftc -static-stdlib "$@"
    swift build "$@" --product restoration
    built=$(swift build "$@" --show-bin-path)/librestoration.so
fi
if ! cmp -s "$built" "$out/librestoration.so.0"; then
    cp "$built" "$out/librestoration.so.0.new"
    mv "$out/librestoration.so.0.new" "$out/librestoration.so.0"
fi
ln -sf librestoration.so.0 "$out/librestoration.so"
