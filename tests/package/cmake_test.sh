#!/usr/bin/env bash
# Sizes an arena in somebody's CMake build for a microcontroller: cmake_test.sh SOURCE_FOLDER PROGRAM [INSTALLED_PREFIX]
set -euo pipefail
source=$1
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
example=$source/resources/examples/cmake

fail() {
  echo "$1"
  [ ! -f "$folder/log" ] || cat "$folder/log"
  exit 1
}
# build MODEL-OPTIONS...: configures and builds; what it printed is in the log.
build() {
  cmake -S "$example" -B "$folder/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$example/cortex_m4.cmake" \
    -DARENASCOPE_EXECUTABLE="$program" -DMODEL="$folder/model.tflite" "$@" >"$folder/log" 2>&1 &&
    cmake --build "$folder/build" >>"$folder/log" 2>&1
}
# Bytes of a symbol in the image.
bytes_of() { echo $((16#$(arm-none-eabi-nm -S "$folder/build/app" | awk -v name="$1" '$4 == name { print $2 }'))); }

cp "$source/resources/models/keyword_spotter.tflite" "$folder/model.tflite"
build || fail "the example was not built"
[ "$(bytes_of arena)" -eq 22928 ] || fail "the arena has $(bytes_of arena) bytes"
[ "$(bytes_of g_model)" -eq "$(stat -c %s "$folder/model.tflite")" ] || fail "the array is not the model"
arm-none-eabi-objcopy -O binary --only-section=.rodata "$folder/build/app" "$folder/rodata"
python=$(command -v python3 || true)
if [ -n "$python" ]; then
  "$python" -c "import sys; sys.exit(open(sys.argv[1],'rb').read() not in open(sys.argv[2],'rb').read())" \
    "$folder/model.tflite" "$folder/rodata" || fail "the array has other bytes than the model"
fi
cmake --build "$folder/build" | grep -q "no work to do" || fail "what is made is made again though nothing changed"

sleep 1 # files' times
cp "$source/resources/models/sine.tflite" "$folder/model.tflite"
build || fail "the example was not built with another model"
[ "$(bytes_of arena)" -eq 1296 ] || fail "the model has changed and the arena has not"

if build -DBUDGET=1000; then fail "over the budget, and built"; fi
[ "$(grep -c "over budget: the minimum arena is 1296 bytes, the budget 1000" "$folder/log")" -eq 1 ] ||
  fail "the budget is not named in one line"
build -DBUDGET=2000 || fail "within the budget, and not built"

if [ -n "${3:-}" ]; then
  mkdir "$folder/installed"
  cat >"$folder/installed/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(installed LANGUAGES CXX)
find_package(arenascope REQUIRED)
add_library(app STATIC empty.cc)
arenascope_size_arena(TARGET app MODEL $source/resources/models/sine.tflite RESOLVER)
EOF
  echo '#include "sine_arena.h"' >"$folder/installed/empty.cc"
  (cmake -S "$folder/installed" -B "$folder/installed/build" -G Ninja -DCMAKE_PREFIX_PATH="$3" &&
    cmake --build "$folder/installed/build") >"$folder/log" 2>&1 || fail "it does not work as it is installed"
  grep -q AddFullyConnected "$folder/installed/build/arenascope/app/sine_ops.h" || fail "there is no resolver"
fi
echo "arenas are sized in a build"
