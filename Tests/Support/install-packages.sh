#!/bin/sh
# Installs the Debian packages that the build needs, if any are missing. Works as root or through
# sudo. With the argument "gtk", also installs GTK and programs that show and photograph a screen
# without a monitor; with "test", also the libraries that the tests' bindings use, strace, Debian's
# Rust, and compilers of C and C++ unless the PATH has some; with "benchmark", also the frameworks
# that the benchmark compares; with "soak", mmdebstrap, which makes a machine without Swift.
set -eu

packages="libffi-dev libncurses-dev pkg-config"
graphics="libgtk-4-dev adwaita-icon-theme fonts-dejavu-core xvfb openbox xdotool imagemagick"
compilers=""
case "${1:-}" in
gtk | test) packages="$packages $graphics" ;;
esac
[ "${1:-}" != soak ] || packages="$packages mmdebstrap"
# GStreamer and LV2 plugins, which GStreamer wraps as elements.
if [ "${1:-}" = benchmark ]; then
    for kind in base good bad ugly; do packages="$packages gstreamer1.0-plugins-$kind"; done
    packages="$packages gstreamer1.0-libav lsp-plugins-lv2 swh-lv2 calf-plugins mda-lv2 x42-plugins"
    packages="$packages postgresql-15"
    packages="$packages qt6-base-dev libgirepository1.0-dev python3"
    packages="$packages python3-cffi python3-venv python3-wheel python3-dev python3-setuptools"
fi
if [ "${1:-}" = test ]; then
    command -v cc >/dev/null 2>&1 || compilers="$compilers gcc"
    command -v c++ >/dev/null 2>&1 || compilers="$compilers g++"
    # Debian's Rust, even if the PATH has another: it is the oldest supported version.
    packages="$packages cargo rustc rustfmt"
    # The libraries of the bindings in Plugins and in the documents.
    packages="$packages libsqlite3-0 zlib1g libmagic-dev libgtkmm-4.0-dev libadwaita-1-dev"
    packages="$packages strace"
    # Compares the lengths of programs in several languages.
    packages="$packages clang-format"
    # The event loops, the checks and the build system of hosts in C.
    packages="$packages libuv1-dev libglib2.0-dev valgrind cmake"
    # A server for remote stores, which the tests start themselves, libpq's own declarations, and
    # programs that make certificates and network namespaces.
    packages="$packages postgresql-15 libpq-dev openssl iproute2"
    # A locale with another number format is compiled from its source.
    packages="$packages locales"
    # Programs in Python, and their wheel.
    packages="$packages python3-cffi python3-venv python3-wheel python3-dev python3-setuptools"
    packages="$packages python3-pip python3-pytest mypy python3-gi"
fi

case "$(uname -s)-$(uname -m)" in
Linux-x86_64 | Linux-aarch64) ;;
*)
    echo "error: RestorationKit needs Linux on x86-64 or arm64, this is $(uname -s) on $(uname -m)" >&2
    exit 1
    ;;
esac
if ! command -v swift >/dev/null 2>&1; then
    echo "error: There is no swift on the PATH" >&2
    echo "  fix: Install the Swift 6.3 toolchain, see https://www.swift.org/install/linux/" >&2
    exit 1
fi

missing=""
for package in $packages $compilers; do
    dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null |
        grep -q '^installed$' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "error: There is no apt-get, which would install$missing" >&2
    echo "  fix: Install these packages, or your system's equivalents, and start again." >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo"
else
    echo "error: Installing$missing needs root, and there is no sudo" >&2
    echo "  fix: Run as root: apt-get install$missing" >&2
    exit 1
fi
echo "Installing$missing ..."
# The package of PostgreSQL would start a server for the whole machine.
clusters=/etc/postgresql-common/createcluster.conf
case "$missing" in
*postgresql*)
    [ -e "$clusters" ] || {
        $as_root mkdir -p "${clusters%/*}"
        echo "create_main_cluster = false" | $as_root tee "$clusters" >/dev/null
    }
    ;;
esac
$as_root apt-get update -qq
# shellcheck disable=SC2086 # One argument for each package.
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
