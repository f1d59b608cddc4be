#!/bin/sh
# Builds a DocC site of the public modules and the C headers:
#
#   make-docs.sh BUILD [SITE]    from a build directory, into .build/docs
#
# Docs/Reference.docc/Reference.md lists the public modules. A broken link in a comment is an error,
# and so is a parameter without a description if another parameter has one.
set -eu

absolute() {
    case "$1" in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}
root=$(cd "$(dirname "$0")/../.." && pwd)
# Resolves links, because a module cache is valid for one path only.
build=$(cd "$1" && pwd -P)
site=$(absolute "${2:-$root/.build/docs}")
cd "$root"

# Replaces only a site that this script has made.
identifier=org.restorationkit.reference
[ ! -e "$site" ] || grep -qs "$identifier" "$site/metadata.json" || {
    echo "error: $site exists, and was not made by this script" >&2
    echo "  fix: Name another directory, or remove this one." >&2
    exit 1
}

# DocC and clang of the same toolchain as swift.
toolchain=$(swiftc -print-target-info)
field() { echo "$toolchain" | sed -n "s/^ *\"$1\": \"\(.*\)\",*$/\1/p" | head -n 1; }
programs=$(field runtimeResourcePath)/../../bin
[ -x "$programs/docc" ] || {
    echo "error: There is no docc in $programs" >&2
    echo "  fix: Install the whole toolchain, see https://www.swift.org/install/linux/" >&2
    exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
catalog=$work/Reference.docc
graphs=$work/graphs
mkdir "$graphs"
cp -R Docs/Reference.docc "$catalog"

# The modules. RestorationKit re-exports single types of RestorationDiscovery.
set -- -I "$build/Modules"
for directory in Sources/*/*/include; do set -- "$@" -I "$directory"; done
for module in $(sed -n 's/^- ``\(.*\)``$/\1/p' "$catalog/Reference.md"); do
    [ "$module" != CHeaders ] || continue
    swift symbolgraph-extract -module-name "$module" -target "$(field triple)" "$@" \
        -module-cache-path "$build/ReferenceCache" -output-dir "$graphs" \
        -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
        -experimental-allowed-reexported-modules=RestorationDiscovery
    for pages in Sources/*/"$module/$module.docc"; do
        [ ! -d "$pages" ] || cp -R "$pages" "$catalog/"
    done
done

# The headers that plugins in C include.
plugin=Sources/PluginSDK/CRestorationPlugin/include
pet_finder=Sources/PetFinder/CPetFinder/include
set -- "$plugin"/restoration/*.h "$pet_finder"/petfinder/*.h
"$programs/clang" -extract-api -x c-header -std=c11 --product-name=CHeaders \
    -I "$plugin" -I "$pet_finder" "$@" \
    -o "$graphs/CHeaders.symbols.json"
swift -swift-version 6 -module-cache-path "$build/ReferenceCache" Tests/Support/header-pages.swift \
    "$graphs/CHeaders.symbols.json" "$catalog" "$@"

# One archive, so that links between modules work.
"$programs/docc" convert "$catalog" --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name Reference --fallback-bundle-identifier "$identifier" \
    --fallback-default-module-kind Module --warnings-as-errors --output-path "$work/site" >&2
# The page for the root address.
echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/reference/">' \
    >"$work/site/index.html"
rm -rf "$site"
mkdir -p "$(dirname "$site")"
mv "$work/site" "$site"

echo "Made the site in $site. To read it at http://localhost:8000:"
echo "python3 -m http.server --directory $site"
