#!/usr/bin/env bash
# Sizes an arena in a user's CMake build for a microcontroller: cmake_test.sh SOURCE_FOLDER PROGRAM [INSTALLED_PREFIX]
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
# As it is installed; what follows is of the CMake file alone.
if [ -n "${3:-}" ]; then
  mkdir "$folder/installed"
  cat >"$folder/installed/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(installed LANGUAGES CXX)
find_package(arenascope 0.1 REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_package(arenascope 0.2 QUIET NO_CMAKE_FIND_ROOT_PATH)
if(arenascope_FOUND)
  message(FATAL_ERROR "this is not version 0.2")
endif()
add_library(app STATIC empty.cc)
arenascope_size_arena(TARGET app MODEL $source/resources/models/sine.tflite RESOLVER)
EOF
  echo '#include "sine_arena.h"' >"$folder/installed/empty.cc"
  (cmake -S "$folder/installed" -B "$folder/installed/build" -G Ninja -DCMAKE_PREFIX_PATH="$3" \
    -DCMAKE_FIND_ROOT_PATH="$folder" -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY &&
    cmake --build "$folder/installed/build") >"$folder/log" 2>&1 || fail "it does not work as it is installed"
  grep -q "Arenas are sized by $3/bin/arenascope" "$folder/log" || fail "another program sizes arenas"
  grep -q AddFullyConnected "$folder/installed/build/arenascope/app/sine_ops.h" || fail "there is no resolver"
  echo "arenas are sized by an installed program"
  exit
fi
cmake --build "$folder/build" | grep "no work to do" >/dev/null || fail "what is made is made again though nothing changed"

sleep 1 # files' times
cp "$source/resources/models/sine.tflite" "$folder/model.tflite"
build || fail "the example was not built with another model"
[ "$(bytes_of arena)" -eq 1296 ] || fail "the model has changed and the arena has not"

if build -DBUDGET=1000; then fail "over the budget, and built"; fi
[ "$(grep -c "over budget: the minimum arena is 1,296 bytes, the budget is 1,000" "$folder/log")" -eq 1 ] ||
  fail "the budget is not named in one line"
build -DBUDGET=2000 || fail "within the budget, and not built"
build -DBUDGET=2K || fail "a budget of 2K is not understood"
for budget in 0 -1 -5 99999999999999999999 12x 1.5; do
  if build -DBUDGET=$budget; then fail "a budget of $budget is kept by any arena"; fi
done
build -DBUDGET= || fail "no budget, and not built"

# A project with only that file: nothing is fetched by a name that others could register.
vendored=$folder/vendored
mkdir -p "$vendored" "$folder/bin"
cp "$source"/cmake/arenascope.cmake "$source"/cmake/arenascope_model_array.cmake "$vendored"
cat >"$vendored/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(vendored LANGUAGES CXX)
set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH OFF) # this computer may have the program
set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)
include(arenascope.cmake)
add_library(app STATIC empty.cc)
arenascope_size_arena(TARGET app MODEL $source/resources/models/sine.tflite BUDGET 2000)
EOF
echo '#include "sine_arena.h"' >"$vendored/empty.cc"
for name in npx npm; do
  printf '#!/bin/sh\ntouch "%s"\n' "$folder/fetched" >"$folder/bin/$name"
  chmod +x "$folder/bin/$name"
done
# vendored OPTIONS...: configures and builds it again.
vendored() {
  rm -rf "$vendored/build"
  (PATH=$folder/bin:$PATH cmake -S "$vendored" -B "$vendored/build" -G Ninja "$@" &&
    PATH=$folder/bin:$PATH cmake --build "$vendored/build") >"$folder/log" 2>&1
}
if vendored; then fail "there is no program, and it was built"; fi
grep -q "arenascope was not found: install its package" "$folder/log" || fail "nothing says what to do"
if vendored -DARENASCOPE_NPX=ON; then fail "what npm's registry has was run"; fi
[ ! -e "$folder/fetched" ] || fail "something was fetched by its name"
# With a package that runs the program under test.
mkdir "$folder/package"
cat >"$folder/package/arenascope.cjs" <<EOF
const { spawnSync } = require('node:child_process');
process.exitCode = spawnSync('$program', process.argv.slice(2), { stdio: 'inherit' }).status;
EOF
tar -C "$folder" -czf "$folder/arenascope.tgz" package
sum=$(sha256sum "$folder/arenascope.tgz" | cut -d' ' -f1)
if vendored -DARENASCOPE_NPM_PACKAGE="$folder/arenascope.tgz"; then fail "a package without a checksum was run"; fi
if vendored -DARENASCOPE_NPM_PACKAGE="$folder/arenascope.tgz" -DARENASCOPE_NPM_SHA256="${sum/[0-9]/a}"; then
  fail "a package with another checksum was run"
fi
grep -q "has the SHA-256" "$folder/log" || fail "the wrong checksum is not named"
node=$(command -v node || command -v nodejs || true)
if [ -n "$node" ]; then
  for from in "$folder/arenascope.tgz" "file://$folder/arenascope.tgz"; do
    vendored -DARENASCOPE_NPM_PACKAGE="$from" -DARENASCOPE_NPM_SHA256="$sum" -DARENASCOPE_NODE="$node" ||
      fail "the package was not run"
    grep -q "kTensorArenaSize = 1296" "$vendored/build/arenascope/app/sine_arena.h" || fail "the package sized nothing"
  done
fi

# sized ARGUMENTS...: configures a project with arenascope_size_arena(ARGUMENTS) in its place for them.
sized() {
  mkdir -p "$folder/sized (1)"
  cat >"$folder/sized (1)/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.20)
project(sized LANGUAGES CXX)
include($source/cmake/arenascope.cmake)
add_library(app STATIC empty.cc)
add_library(other STATIC other.cc)
arenascope_size_arena($*)
arenascope_size_arena(TARGET other MODEL $source/resources/models/sine.tflite)
EOF
  rm -rf "$folder/sized (1)/build"
  cmake -S "$folder/sized (1)" -B "$folder/sized (1)/build" -G "${generator:-Ninja}" \
    -DARENASCOPE_EXECUTABLE="$program" >"$folder/log" 2>&1
}
# Names as browsers give them to a second download.
mkdir -p "$folder/d(1)" "$folder/sized (1)"
cp "$source/resources/models/sine.tflite" "$folder/d(1)/model (1).tflite"
echo '#include "model__1__arena.h"' >"$folder/sized (1)/empty.cc"
echo '#include "sine_arena.h"' >"$folder/sized (1)/other.cc"
for generator in Ninja "Unix Makefiles"; do
  sized TARGET app MODEL "\"$folder/d(1)/model (1).tflite\"" BUDGET 2000 || fail "blanks and parentheses: not configured"
  [ "$(grep -c "Arenas are sized by $program, version [0-9]" "$folder/log")" -eq 1 ] || fail "it is not said once by which program"
  cmake --build "$folder/sized (1)/build" >"$folder/log" 2>&1 || fail "blanks and parentheses: not built by $generator"
  grep -q "kTensorArenaSize = 1296" "$folder/sized (1)/build/arenascope/app/model__1__arena.h" || fail "there is no arena"
  if grep -q "warning" "$folder/log"; then fail "$generator warns"; fi
done
unset generator
# mistake WORDS ARGUMENTS...: configuring stops, and says so in these words.
mistake() {
  if sized "${@:2}"; then fail "this was configured: ${*:2}"; fi
  tr -s ' \n' ' ' <"$folder/log" | grep -F "$1" >/dev/null || fail "it is not said that $1"
}
sine="MODEL $source/resources/models/sine.tflite"
mistake "there is no target nobody yet" TARGET nobody "$sine"
mistake "MODEL $folder/nothing.tflite does not exist" TARGET app MODEL "$folder/nothing.tflite"
mistake "BUDGET takes a number of bytes, for example 65536 or 64K, not 12x" TARGET app "$sine" BUDGET 12x
mistake "there is no DEVICE cortex-m5; there are: cortex-m4, " TARGET app "$sine" DEVICE cortex-m5
mistake "there is no BOARD pico2040; there are: " TARGET app "$sine" BOARD pico2040
sized TARGET app "$sine" BOARD nucleo-f446re || fail "a board that there is was refused"

echo "arenas are sized in a build"
