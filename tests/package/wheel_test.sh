#!/usr/bin/env bash
# Builds a wheel and uses it installed: wheel_test.sh SOURCE_FOLDER PYTHON
set -euo pipefail
source=$1
python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$source/packaging/wheel.sh" "$folder" "$python" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$python" -m pip install --quiet --no-index --no-deps --target "$folder/site" "$folder"/arenascope-*.whl >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 1; }
# Whose terms hold is in it, in words and as texts.
info=("$folder"/site/arenascope-*.dist-info)
grep -q "^License: MIT AND GPL-2.0-only AND " "${info[0]}/METADATA" || { cat "${info[0]}/METADATA"; exit 1; }
for text in LICENSE GPL-2.txt LGPL-3.txt Apache-2.0.txt libunicorn-dev.txt libelf-dev.txt; do
  [ -s "${info[0]}/$text" ] || { echo "the wheel has no $text"; exit 1; }
done
# And the parts of any package.
program=$folder/site/arenascope/program
cmake --install "$source/build/release" --strip --prefix "$folder/usr" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
same() { "$source/packaging/same_parts.sh" "$folder/usr" "$folder"/arenascope-*.whl; }
same || { echo "the wheel has other parts than a package"; exit 1; }
images=("$folder"/usr/share/arenascope/firmware/*.elf)
printf 'x' >>"${images[0]}"
! same 2>/dev/null || { echo "an image of another kind is not noticed"; exit 1; }
rm "${images[0]}"
! same 2>/dev/null || { echo "an image that is missing is not noticed"; exit 1; }
# Small enough to be taken everywhere, and nothing in it asks for more than any Linux has, in versions that the tag names.
wheel=("$folder"/arenascope-*.whl)
[ "$(stat -c %s "${wheel[0]}")" -lt 20000000 ] || { echo "the wheel has $(stat -c %s "${wheel[0]}") bytes"; exit 1; }
glibc=$(sed 's/.*manylinux_\([0-9]*\)_\([0-9]*\)_.*/\1.\2/' <<<"${wheel[0]}")
looked_at=0
while read -r file; do
  looked_at=$((looked_at + 1))
  outside=$(ldd "$file" | awk '/=>/ { print $1, $3 }' | grep -v " $folder/site/" | cut -d' ' -f1 |
    grep -v '^lib\(c\|m\|stdc++\|gcc_s\)\.so\.[0-9]*$' || true)
  [ -z "$outside" ] || { echo "$file needs $outside, which is not in the wheel"; exit 1; }
  newest=$({ echo "$glibc"; readelf --version-info "$file" | grep -o 'GLIBC_[0-9.]*' | cut -d_ -f2; } | sort -V | tail -1)
  [ "$newest" = "$glibc" ] || { echo "$file needs glibc $newest, the tag says $glibc"; exit 1; }
done < <(find "$folder/site" -type f \( -name "*.so*" -o -name arenascope-emulator \))
[ "$looked_at" -ge 10 ] || { echo "only $looked_at files were looked at"; exit 1; }
! find "$program" -name "*.map" | grep . || { echo "linkers' maps are in the wheel"; exit 1; }
cd "$folder"
env -i PATH=/usr/bin:/bin HOME="$folder" PYTHONPATH="$folder/site" "$python" - "$source/resources/models/person_detector.tflite" <<'EOF'
import sys
from pathlib import Path
import arenascope

result = arenascope.profile(sys.argv[1], board="nucleo-h743zi")
assert result.arena.recommended == 66384, result
assert result.cycles > 0
program = Path(arenascope.__file__).parent / "program"
assert str(arenascope.sample("sine")).startswith(str(program)), "samples come from elsewhere"
assert arenascope.profile(arenascope.sample("sine"), target="esp32s3").arena.minimum > 0
nano = arenascope.profile(arenascope.sample("sine"), board="arduino-nano-33-ble")
assert nano.kernels == "cmsis-nn@Os", nano
print("the wheel works")
EOF
