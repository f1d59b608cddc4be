#!/bin/sh
# Builds the desk of Docs/Hosts/C.md on a machine without Swift, kills it and starts it again. The
# machine is a root of this distribution, which mmdebstrap makes from its package mirror.
set -eu
cd "$(dirname "$0")/../.."
library=.build/library/librestoration.so.0

fail() { # fail PROBLEM REMEDY
    echo "error: $1" >&2
    echo "  fix: $2" >&2
    exit 1
}
[ -e "$library" ] || fail "There is no library at $library" "Build it first: make library"
command -v mmdebstrap >/dev/null ||
    fail "There is no mmdebstrap" "Run as root: apt-get install mmdebstrap"

files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
chmod 755 "$files"
local=$files/root/usr/local
mkdir -p "$local/include/restoration" "$local/lib" "$files/root/desk"
for module in Languages/C PluginSDK/CRestorationPlugin; do
    cp Sources/$module/include/restoration/* "$local/include/restoration/"
done
strip --strip-unneeded -o "$local/lib/librestoration.so.0" "$library"
ln -s librestoration.so.0 "$local/lib/librestoration.so"
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' Docs/Hosts/C.md \
    >"$files/root/desk/desk.c"
cat >"$files/root/desk/test.sh" <<'END'
set -eu
cd /desk
export HOME=/desk
ldconfig
if command -v swift; then exit 1; fi
cc -std=c11 -Wall -Wextra -Werror desk.c -lrestoration -o desk
mkfifo input
for start in 1 2 3; do
    ./desk <input >"output-$start" &
    desk=$!
    exec 3>input
    until grep -q "^Start number $start," "output-$start"; do
        kill -0 $desk
    done
    kill -9 $desk
    { wait $desk || [ $? = 137 ]; } 2>/dev/null
    exec 3>&-
done
END

# The machine's own mirror, and its settings for it.
apt-config dump Acquire >"$files/apt.conf"
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
sources=$(find /etc/apt -name '*.list' -o -name '*.sources')
# shellcheck disable=SC2086 # One argument for each file.
mmdebstrap --quiet --variant=minbase --include=gcc,libc6-dev,libffi8,libstdc++6 \
    --aptopt="$files/apt.conf" --customize-hook="sync-in $files/root /" \
    --customize-hook='chroot "$1" sh /desk/test.sh' --format=null "$suite" - $sources
echo "A host in C was built, killed and restored without Swift."
