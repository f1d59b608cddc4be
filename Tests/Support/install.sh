#!/bin/sh
# Installs programs, first-party plugins, and the files that authors of plugins need.
#
#   install.sh BUILD PREFIX [DESTDIR]        copies from a build directory
#   install.sh --sdk BUILD PREFIX [DESTDIR]  only the files that authors of plugins need
#   install.sh --headers PREFIX [DESTDIR]    only those of them that need no build
#   install.sh --remove PREFIX [DESTDIR]     removes the installed files
set -eu
# All users can read the installed files, whatever the umask of the installing user is.
umask 022

programs="restorectl petfinder"
is_whole=yes
case "$1" in
--sdk)
    programs=restorectl
    is_whole=no
    shift
    ;;
--headers)
    programs=""
    is_whole=no
    ;;
esac
build=$1
prefix=${2%/}
destination=${3:-}
case "$destination" in
"" | /*) ;;
*) destination=$PWD/$destination ;; # make -C below would take it as another directory
esac
root=$destination$prefix
cd "$(dirname "$0")/../.."
case "$prefix" in
/*) ;;
*)
    echo "error: PREFIX must be an absolute path, this is \"$prefix\"" >&2
    echo "  fix: Write it out, for example: make install PREFIX=\"\$HOME/.local\"" >&2
    exit 1
    ;;
esac
# pkg-config passes its paths to compilers through shells, which would split or change them.
[ "$build" = --remove ] || case "$prefix" in
*[[:space:]\"\'\\\$\&\#\;\|\<\>\(\)\*\?\[\]\`\~]*)
    echo "error: PREFIX has a space or a special character of shells, this is \"$prefix\"" >&2
    echo "  fix: Choose another directory, and link to it from this one." >&2
    exit 1
    ;;
esac

plugins="$root/lib/restoration/plugins"
pet_finder_plugins="$plugins/org.restorationkit.petfinder"
bindings="Plugins/SQLite/org.sqlite.connections Plugins/GzipReader/org.zlib.readers"
shared="$root/share/restoration"
schemas="restoration-binding.schema.json restoration-plugin.schema.json restoration-storyboard.schema.json"
modules="CFFI CPetFinder CRestorationPlugin CRestorationSystem CTrampolines RestorationCore RestorationDiscovery
    RestorationInvocation RestorationPluginKit RestorationPluginBuilder
    restoration-plugin-generator"

if [ "$build" = --remove ]; then
    for program in $programs; do
        rm -f "$root/bin/$program" "$root/share/bash-completion/completions/$program" \
            "$root/share/zsh/site-functions/_$program" \
            "$root/share/fish/vendor_completions.d/$program.fish"
    done
    rm -f "$root/share/man/man1/restorectl."*
    rm -f "$pet_finder_plugins/libPetEditor.so" "$pet_finder_plugins/libPetNotes.so"
    for binding in $bindings org.gtk.widgets; do
        rm -f "$plugins/${binding##*/}.restoration-binding.json"
    done
    rm -f "$plugins/librestoration-gtk4.so"
    rm -rf "$root/include/restoration" "$root/include/petfinder"
    rm -f "$root/lib/pkgconfig/restoration-plugin.pc" "$root/lib/pkgconfig/restoration.pc"
    rm -f "$root/lib/librestoration.so.0" "$root/lib/librestoration.so"
    rm -rf "$root/lib/cmake/restoration"
    for part in RestorationPluginKit rust doc exports.map $schemas; do rm -rf "${shared:?}/$part"; done
    # Shared directories stay unless they are empty.
    for directory in "$pet_finder_plugins" "$plugins" "$root/lib/restoration" "$shared"; do
        rmdir "$directory" 2>/dev/null || true
    done
    exit 0
fi

version=$(sed -n 's/^public let restorationVersion = "\(.*\)"$/\1/p' \
    Sources/Foundations/RestorationCore/RestorationVersion.swift)

copy() { # copy MODE DIRECTORY FILE...
    mode=$1
    directory=$2
    shift 2
    mkdir -p "$directory"
    install -m "$mode" "$@" "$directory/"
}

# Strips debugging information, which is more than half of a program in Swift.
copy_stripped() { # copy_stripped DIRECTORY FILE...
    directory=$1
    shift
    copy 755 "$directory" "$@"
    command -v strip >/dev/null 2>&1 || return 0
    for file in "$@"; do strip --strip-unneeded "$directory/${file##*/}"; done
}

complete() { # complete PROGRAM SHELL DIRECTORY FILE
    mkdir -p "$root/share/$3"
    "$build/$1" --generate-completion-script "$2" >"$root/share/$3/$4"
}

for program in $programs; do
    copy_stripped "$root/bin" "$build/$program"
    complete "$program" bash bash-completion/completions "$program"
    complete "$program" zsh zsh/site-functions "_$program"
    complete "$program" fish fish/vendor_completions.d "$program.fish"
done
# Runs swift-argument-parser's generator, because its plugin would build all products. It is missing
# after `make test`. Its output includes hidden commands.
if [ -n "$programs" ] && [ -x "$build/generate-manual" ]; then
    manual="$root/share/man/man1"
    mkdir -p "$manual"
    "$build/generate-manual" --multi-page --output-directory "$manual" "$build/restorectl"
    for hidden in help plugin.check-rule binding.load; do rm "$manual/restorectl.$hidden.1"; done
fi
if [ "$is_whole" = yes ]; then
    copy_stripped "$pet_finder_plugins" "$build/libPetEditor.so" "$build/libPetNotes.so"
    for binding in $bindings; do copy 644 "$plugins" "$binding.restoration-binding.json"; done
    if pkg-config --exists gtk4 2>/dev/null; then
        make --no-print-directory -C Plugins/GTK4 DESTINATION="$plugins"
        chmod 644 "$plugins/org.gtk.widgets.restoration-binding.json"
    else
        echo "Without the binding for GTK 4, whose headers (Debian: libgtk-4-dev) are not installed."
    fi
fi
copy 644 "$root/include/restoration" Sources/PluginSDK/CRestorationPlugin/include/restoration/*
copy 644 "$root/include/petfinder" Sources/PetFinder/CPetFinder/include/petfinder/*
copy 644 "$shared" Plugins/exports.map
for schema in $schemas; do copy 644 "$shared" "Docs/$schema"; done
copy 644 "$shared/rust" Docs/Examples/Tally/Rust/restoration.rs
# The layout is the repository's, so that links between the files work.
rm -rf "${shared:?}/doc"
copy 644 "$shared/doc" README.md CHANGELOG.md LICENSE
cp -R Docs "$shared/doc/"
copy 644 "$shared/doc/Plugins/GTK4" Plugins/GTK4/README.md
mkdir -p "$shared/doc/Sources/PetFinder"
cp -R Sources/PetFinder/CPetFinder "$shared/doc/Sources/PetFinder/"
cp -R Plugins/PetEditor Plugins/PetNotes "$shared/doc/Plugins/"

mkdir -p "$root/lib/pkgconfig"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" Plugins/restoration-plugin.pc.in \
    >"$root/lib/pkgconfig/restoration-plugin.pc"

# The library for hosts in C, C++ and Rust, if it was built (make library).
library=.build/library/librestoration.so.0
if [ "$is_whole" = yes ] && [ -e "$library" ]; then
    copy_stripped "$root/lib" "$library"
    ln -sf librestoration.so.0 "$root/lib/librestoration.so"
    copy 644 "$root/include/restoration" Sources/Languages/C/include/restoration/* \
        Sources/Languages/Cpp/include/restoration/*
    copy 644 "$shared/rust" Sources/Languages/Rust/session.rs
    copy 644 "$shared/rust/session" Sources/Languages/Rust/session/*
    sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" Sources/Languages/C/restoration.pc.in \
        >"$root/lib/pkgconfig/restoration.pc"
    mkdir -p "$root/lib/cmake/restoration"
    sed -e "s|@VERSION@|$version|" Sources/Languages/C/restorationConfigVersion.cmake.in \
        >"$root/lib/cmake/restoration/restorationConfigVersion.cmake"
    copy 644 "$root/lib/cmake/restoration" Sources/Languages/C/restorationConfig.cmake
fi

# The SDK for Swift is a package: Swift has no stable binary interface on Linux.
rm -rf "$shared/RestorationPluginKit"
mkdir -p "$shared/RestorationPluginKit/Sources"
cp Plugins/exports.map "$shared/RestorationPluginKit/"
cp Plugins/Package.swift.in "$shared/RestorationPluginKit/Package.swift"
for module in $modules; do cp -R Sources/*/"$module" "$shared/RestorationPluginKit/Sources/"; done
chmod -R u+rwX,go+rX "$shared/doc" "$shared/RestorationPluginKit"

echo "Installed below $root."
# A staged copy is used elsewhere.
[ -z "$destination" ] || exit 0

export_line() { # export_line VARIABLE DIRECTORY SEARCHED
    case ":$3:" in
    *":$2:"*) return ;;
    esac
    exports="$exports
    export $1=\"$2\${$1:+:\$$1}\""
}

exports=""
searched=$(pkg-config --variable pc_path pkg-config 2>/dev/null || true)
export_line PKG_CONFIG_PATH "$prefix/lib/pkgconfig" "$searched:${PKG_CONFIG_PATH:-}"
[ -z "$programs" ] || export_line PATH "$prefix/bin" "$PATH"
# Programs in C look for the library where the loader does.
if [ -e "$prefix/lib/librestoration.so.0" ]; then
    case "$prefix" in
    /usr | /usr/local) [ "$(id -u)" != 0 ] || ldconfig ;;
    *) export_line LD_LIBRARY_PATH "$prefix/lib" "${LD_LIBRARY_PATH:-}" ;;
    esac
fi
[ -z "$exports" ] || echo "Builds find it after:$exports"
