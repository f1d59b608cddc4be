#!/bin/sh
# Builds the desk of Docs/Hosts/C.md on a machine without Swift, kills it and starts it again. The
# machine is a root made by mmdebstrap. Needs root, the network and `make library`.
set -eu
cd "$(dirname "$0")/../.."
command -v mmdebstrap >/dev/null || apt-get install -y mmdebstrap >/dev/null
library=$PWD/.build/library/librestoration.so.0
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mmdebstrap --quiet --variant=minbase --include=gcc,libc6-dev,libffi8,libstdc++6 stable "$root" \
    >/dev/null
mkdir -p "$root/usr/local/include/restoration" "$root/usr/local/lib" "$root/work"
for module in Languages/C PluginSDK/CRestorationPlugin; do
    cp Sources/$module/include/restoration/* "$root/usr/local/include/restoration/"
done
strip --strip-unneeded -o "$root/usr/local/lib/librestoration.so.0" "$library"
ln -s librestoration.so.0 "$root/usr/local/lib/librestoration.so"
awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' Docs/Hosts/C.md \
    >"$root/work/desk.c"

chroot "$root" sh -eu -c '
    for swift in /usr/lib/swift /opt/swift; do [ ! -e $swift ]; done
    ldconfig
    cd /work
    cc -std=c11 -Wall -Wextra -Werror desk.c -lrestoration -o desk
    export HOME=/work
    mkfifo input
    for start in 1 2 3; do
        ./desk <input >"output-$start" &
        desk=$!
        exec 3>input
        until grep -q "^Start number $start," "output-$start"; do
            kill -0 $desk
        done
        kill -9 $desk
        wait $desk || true
        exec 3>&-
    done
'
echo "A host in C was built, killed and restored without Swift."
