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
print("the wheel works")
EOF
