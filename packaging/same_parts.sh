#!/usr/bin/env bash
# Whether a Debian package and a wheel have the same parts of the program, images above all, byte for byte:
# packaging/same_parts.sh PACKAGE WHEEL
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
dpkg-deb -x "$1" "$folder/deb"
python3 -m zipfile -e "$2" "$folder/wheel"

# parts PREFIX: name and checksum of each. The pictures' module belongs to the window, which a wheel has not.
parts() {
  (cd "$1" && find lib/arenascope share/arenascope -type f ! -name arenascope-pictures.so -print0 | sort -z | xargs -0 sha256sum)
}
parts "$folder/deb/usr" >"$folder/of_deb"
parts "$folder/wheel/arenascope/program" >"$folder/of_wheel"
grep -q "share/arenascope/firmware/.*\.elf$" "$folder/of_deb" || { echo "the package has no images" >&2; exit 1; }
diff "$folder/of_deb" "$folder/of_wheel" >&2 || { echo "the package (<) and the wheel (>) have other parts" >&2; exit 1; }
