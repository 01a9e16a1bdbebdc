#!/usr/bin/env bash
# Install the Debian package into a fresh Debian, try it there, and remove it.
#
#     packaging/linux/smoke_in_fresh_root.sh FILE.deb [FOLDER]
#
# As root: it makes a Debian 12 in FOLDER (build/fresh-root unless named), or the one that SUITE names,
# and keeps it for the next time. Needs debootstrap.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")
root=$(realpath -m "${2:-$here/../../build/fresh-root}")
export DEBIAN_FRONTEND=noninteractive

if [ -z "${IN_OWN_MOUNTS:-}" ]; then
    IN_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$package" "$root"
fi

everything() {
    chroot "$root" find / -xdev \( -path /proc -o -path /sys -o -path /tmp -o -path /var/log \
        -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /mnt \) -prune \
        -o -print | LC_ALL=C sort
}

if ! chroot "$root" true 2> /dev/null; then
    debootstrap --variant=minbase --include=python3 "${SUITE:-bookworm}" "$root" > "$root.log"
fi
mount -t proc proc "$root/proc"
mkdir -p "$root/mnt"
cp "$package" "$root/mnt/chunkscope.deb"
cp "$here/../try_program.py" "$root/mnt/"
chroot "$root" apt-get update -qq
# What it depends on first, so that what is left afterwards is what the package itself left.
depends=$(dpkg-deb --field "$package" Depends | sed 's/([^)]*)//g; s/libglib2.0-0t64 |//')
[ "${SUITE:-bookworm}" = bookworm ] || depends=${depends//libglib2.0-0,/libglib2.0-0t64,}
# shellcheck disable=SC2086  # a list of names
chroot "$root" apt-get install -y -qq --no-install-recommends ${depends//,/ } python3 > "$root.log"
everything > "$root.before"

echo "== install"
chroot "$root" apt-get install -y -qq --no-install-recommends /mnt/chunkscope.deb > "$root.log" 2>&1
chroot "$root" chunkscope --version
echo "== try"
chroot "$root" python3 /mnt/try_program.py /usr/bin/chunkscope
echo "== install once more, over itself"
chroot "$root" apt-get install -y -qq --reinstall /mnt/chunkscope.deb > "$root.log" 2>&1
chroot "$root" chunkscope --version
echo "== remove"
chroot "$root" apt-get purge -y -qq chunkscope > "$root.log" 2>&1
everything > "$root.after"
if ! diff "$root.before" "$root.after"; then
    echo "The package left something behind, or took something with it."
    exit 1
fi
echo "All passed."
