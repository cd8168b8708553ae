#!/usr/bin/env bash
# Makes a wheel of the build and uses it as it is installed: wheel_test.sh SOURCE_FOLDER PYTHON
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
for text in LICENSE GPL-2.txt Apache-2.0.txt libunicorn-dev.txt; do
  [ -s "${info[0]}/$text" ] || { echo "the wheel has no $text"; exit 1; }
done
# And the parts of any package.
program=$folder/site/arenascope/program
images=$(cat "$source"/build/release/firmware/{,riscv/}images-of-packages.txt | xargs -n 1 basename | sort)
[ "$images" = "$(ls "$program/share/arenascope/firmware" | sort)" ] ||
  { echo "the wheel has other images than a package"; exit 1; }
for part in lib/arenascope/arenascope-qemu.so share/arenascope/evidence share/arenascope/boards; do
  [ -e "$program/$part" ] || { echo "the wheel has no $part"; exit 1; }
done
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
