#!/usr/bin/env bash
# Installs the build into a prefix and uses what is there: package_test.sh BUILD_FOLDER
set -euo pipefail
build=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config QT_QPA_PLATFORM=offscreen

usr=$folder/root/usr
cmake --install "$build" --strip --prefix "$usr" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

for file in applications/arenascope.desktop mime/packages/arenascope.xml icons/hicolor/scalable/apps/arenascope.svg \
  metainfo/io.github.arenascope.ArenaScope.metainfo.xml man/man1/arenascope-gui.1; do
  [ -s "$usr/share/$file" ] || { echo "share/$file is missing"; exit 1; }
done
for file in man/man1/arenascope.1 man/man1/arenascope-profile.1 bash-completion/completions/arenascope \
  zsh/vendor-completions/_arenascope fish/vendor_completions.d/arenascope.fish; do
  [ -s "$usr/share/$file" ] || { echo "share/$file is missing"; exit 1; }
done
# Programs that name it might use it.
source=$(cd "$(dirname "$0")/../.." && pwd)
if grep -rlaF -e "$source/" -e "$build" "$usr/bin" "$usr/lib"; then
  echo "these have paths of the checkout in them"
  exit 1
fi
"$source/tests/package/prefix_test.sh" "$usr" "$build" "$source/resources"
# And the same answers as the program in the build.
for words in "profile --target cortex-m4" "profile --target esp32c3" "profile --target host" "profile --target cortex-m55" \
  "profile --board arduino-nano-33-ble" "boards" "advise --target cortex-m4"; do
  read -ra verb <<<"$words"
  "$usr/bin/arenascope" "${verb[@]}" "$source/resources/models/sine.tflite" --no-cache --json - >"$folder/installed"
  "$build/app/cli/arenascope" "${verb[@]}" "$source/resources/models/sine.tflite" --no-cache --json - >"$folder/built"
  [ -s "$folder/built" ] || { echo "$words answers nothing"; exit 1; }
  cmp "$folder/installed" "$folder/built" || { echo "$words answers otherwise than in the build"; exit 1; }
done
exec=$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$usr/share/applications/arenascope.desktop")
[ -x "$usr/bin/$exec" ] || { echo "the desktop entry starts $exec, which is not there"; exit 1; }

model=$usr/share/arenascope/models/sine.tflite
"$usr/bin/arenascope" profile "$model" --no-cache --html "$folder/report.html" --png "$folder/picture.png" >"$folder/text"
grep -q "1,296" "$folder/text"
grep -q "</svg>" "$folder/report.html"
head -c 8 "$folder/picture.png" | grep -q PNG

"$source/tests/package/cmake_test.sh" "$source" "$usr/bin/arenascope" "$usr"

# Python's package finds the prefix that it lies in.
if [ -d "$usr/lib/python3" ]; then
  PYTHONPATH=$usr/lib/python3/dist-packages /usr/bin/python3 -B -c 'import sys, arenascope
assert str(arenascope.sample("sine").resolve()).startswith(sys.argv[1])
assert arenascope.profile(arenascope.sample("sine")).arena.recommended == 1296' "$usr"
fi

# It prints its version without a display, and the window stays open until it is closed.
version=$(env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM "$usr/bin/arenascope-gui" --version 2>&1) ||
  { echo "the window's version needs a display: $version"; exit 1; }
status=0
timeout 5 "$usr/bin/arenascope-gui" "$model" 2>"$folder/errors" || status=$?
[ "$status" -eq 124 ] || { echo "the window ended with status $status"; cat "$folder/errors"; exit 1; }
echo "the package works"
