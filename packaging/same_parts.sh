#!/usr/bin/env bash
# Whether packages of one build have the same parts of the program, images above all: packaging/same_parts.sh THING...
# A THING is a wheel, or a folder that the program is installed in, a container's /usr for example. Debian's packages
# together are one. Data are compared byte for byte, programs by the identity that the linker gave them: packages strip
# them each in its way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# parts PREFIX: name and checksum or identity of each. The pictures' module belongs to the window, and integrations to the
# command line, which not all have.
parts() {
  local file
  (cd "$1" && find lib/arenascope lib/*/arenascope share/arenascope -type f 2>/dev/null || true) | LC_ALL=C sort | while read -r file; do
    case $file in
      *arenascope-pictures.so | */arenascope/integrations/* | */arenascope/lib*.so.*) ;; # a wheel brings libraries of others
      lib/*) echo "${file##*/} $(readelf --notes "$1/$file" | sed -n 's/.*Build ID: //p')" ;;
      *) echo "$file $(sha256sum <"$1/$file")" ;;
    esac
  done
}

things=()
for thing in "$@"; do
  case $thing in
    *.deb)
      dpkg-deb -x "$thing" "$folder/debian"
      thing=$folder/debian/usr
      [[ " ${things[*]-} " != *" $thing "* ]] || continue
      ;;
    *.whl)
      python3 -m zipfile -e "$thing" "$folder/wheel"
      thing=$folder/wheel/arenascope/program
      ;;
  esac
  things+=("$thing")
done
for thing in "${things[@]}"; do
  parts "$thing" >"$folder/others"
  [ -f "$folder/first" ] || cp "$folder/others" "$folder/first"
  grep -q "share/arenascope/firmware/.*\.elf" "$folder/others" || { echo "$thing has no images" >&2; exit 1; }
  grep -q "arenascope-emulator [0-9a-f]" "$folder/others" || { echo "$thing has no emulator" >&2; exit 1; }
  diff "$folder/first" "$folder/others" >&2 || { echo "${things[0]} (<) and $thing (>) have other parts" >&2; exit 1; }
done
