#!/usr/bin/env bash
# Makes the container's image of Debian's packages, and uses it: container_image_test.sh SOURCE_FOLDER PACKAGES_FOLDER
# Where debian:12-slim cannot be pulled, debootstrap makes a base like it.
set -euo pipefail
source=$1
packages=$2
for program in buildah debootstrap; do
  command -v "$program" >/dev/null || { echo "SKIPPED: there is no $program"; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "SKIPPED: debootstrap takes root"; exit 77; }
folder=$(mktemp -d)
store=(--root "$folder/images" --runroot "$folder/run" --storage-driver vfs)
clean() {
  buildah "${store[@]}" umount --all >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap clean EXIT

fail() {
  echo "$1"
  [ ! -s "$folder/log" ] || tail -30 "$folder/log"
  exit 1
}
image() { buildah "${store[@]}" "$@"; }
container=$(image from scratch 2>"$folder/log") || { cat "$folder/log"; echo "SKIPPED: buildah does not work here"; exit 77; }

base=docker.io/library/debian:12-slim
if image pull -q "$base" >"$folder/log" 2>&1; then
  mirror=pulled
else
  # From where this computer has its packages, in the same way.
  mirror=$( (cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true) |
    sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' | sed -n 1p)
  debootstrap --variant=minbase bookworm "$folder/base" "$mirror" >"$folder/log" 2>&1 || fail "debootstrap fails"
  cp -r /etc/apt/apt.conf.d "$folder/base/etc/apt"
  rm -rf "$folder"/base/usr/share/{doc,locale,man} "$folder"/base/var/cache/apt/archives/*.deb "$folder"/base/var/lib/apt/lists/*
  image copy -q "$container" "$folder/base" / >/dev/null
  image commit -q "$container" "$base" >/dev/null
fi
# The stage that builds packages is replaced by what is there.
image build --isolation chroot --pull-never --build-context "build=$packages" -t arenascope-test \
  -f "$source/resources/container/Containerfile" "$packages" >"$folder/log" 2>&1 || fail "the image is not built"
container=$(image from --pull-never localhost/arenascope-test)
mount=$(image mount "$container")

mkdir -p "$folder/project"
cp "$source/resources/models/sine.tflite" "$folder/project"
chown -R 12345 "$folder/project" # as CI's checkouts belong to another user
runs() { image run --isolation chroot -v "$folder/project:/work" "$container" "$@" >"$folder/log" 2>&1; }
runs arenascope --version || fail "the program does not start"
runs arenascope profile sine.tflite --target cortex-m4 || fail "no model is run"
grep -q 1,296 "$folder/log" || fail "the arena is not 1,296 bytes"
runs sh -c 'git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m One &&
  arenascope history backfill && arenascope review --base HEAD' || fail "no history is kept"
grep -q "no change against HEAD" "$folder/log" || fail "the review says otherwise"
runs /usr/share/arenascope/integrations/ci/comment.py --help || fail "comments are not written"
grep -q GITHUB_TOKEN "$folder/log" || fail "the script of comments says nothing"
if [ -d "$mount/usr/lib/x86_64-linux-gnu/qt6" ] || [ -e "$mount/usr/bin/qemu-system-arm" ]; then fail "it brings a desktop"; fi

# What is pulled and what is kept, in megabytes; and how long the first answer takes.
image push -q --compression-format gzip localhost/arenascope-test "oci:$folder/pulled" >/dev/null 2>&1 ||
  image push -q localhost/arenascope-test "oci:$folder/pulled" >/dev/null
started=$(date +%s%N)
runs arenascope profile sine.tflite --no-cache --target cortex-m4
ended=$(date +%s%N)
[ "$mirror" = pulled ] || echo "The base is debootstrap's: debian:12-slim could not be pulled."
echo "the image answers: $(du -sm "$folder/pulled" | cut -f1) MB to pull, $(du -sm "$mount" | cut -f1) MB on disk," \
  "$(((ended - started) / 1000000)) ms from its start to the first answer"
