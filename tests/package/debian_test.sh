#!/usr/bin/env bash
# Builds Debian's packages in two folders and looks at them, with the wheel and the container beside them:
# debian_test.sh SOURCE_FOLDER. It takes three quarters of an hour of processor time; ./test.sh --packages runs it.
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$source/cmake/setup.sh"
install_packages lintian buildah debootstrap
SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct)
export SOURCE_DATE_EPOCH XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config

fail() {
  echo "$1"
  exit 1
}
first=$folder/first
second=$folder/another/place
for place in "$first" "$second"; do
  (umask "$([ "$place" = "$first" ] && echo 022 || echo 002)" && mkdir -p "$place" &&
    "$source/packaging/debian.sh" "$place" >"$folder/log" 2>&1) || { tail -50 "$folder/log"; exit 1; }
done
(cd "$first" && sha256sum -- *.deb) >"$folder/sums"
[ "$(wc -l <"$folder/sums")" -eq 4 ] || fail "the packages are: $(cat "$folder/sums")"
(cd "$second" && sha256sum --check "$folder/sums") || fail "two folders give two kinds of packages"

lintian --allow-root --fail-on error,warning "$first"/*.deb || fail "lintian has found something"
# The command line comes without a desktop, and with its images.
depends=$(dpkg-deb -f "$first"/arenascope_*.deb Depends Recommends)
! grep -qi "qt6\|libgl\|qemu" <<<"$depends" || fail "the command line asks for a desktop: $depends"
grep -q "arenascope-firmware (= " <<<"$depends" || fail "the command line does not ask for its images"
grep -q "qt6-qpa-plugins" <<<"$(dpkg-deb -f "$first"/arenascope-gui_*.deb Depends)" || fail "pictures have no platform"
version=$(sed -n 's/^project(arenascope VERSION \([^ ]*\).*/\1/p' "$source/CMakeLists.txt")
for deb in "$first"/*.deb; do
  [ "$(dpkg-deb -f "$deb" Version)" = "$version" ] || fail "$deb has another version than $version"
  dpkg-deb -x "$deb" "$folder/root"
done
! grep -rlaF -e "$folder" "$folder/root" || fail "these have the folder in them that they were built in"
# Without the window's package a picture is refused, in words that name it.
mkdir "$folder/command_line"
for deb in "$first"/arenascope_*.deb "$first"/arenascope-firmware_*.deb; do dpkg-deb -x "$deb" "$folder/command_line"; done
! "$folder/command_line/usr/bin/arenascope" profile "$source/resources/models/sine.tflite" --png "$folder/picture.png" \
  >"$folder/log" 2>&1 || fail "a picture is drawn without the module that draws"
grep -q "arenascope-gui" "$folder/log" || fail "the package that draws is not named"

ARENASCOPE_BUILD=$(echo "$first"/arenascope/obj-*) "$source/packaging/wheel.sh" "$folder"
things=("$first"/*.deb "$folder"/*.whl)
status=0
"$source/tests/package/container_image_test.sh" "$source" "$first" || status=$?
[ "$status" -eq 0 ] || [ "$status" -eq 77 ] || fail "the container does not answer"
"$source/packaging/same_parts.sh" "${things[@]}"
ARENASCOPE_RELEASE=1 node --test "$source/tests/web/release_test.mjs"
echo "the packages are those of Debian"
