#!/usr/bin/env bash
# What is installed does everything by itself: prefix_test.sh PREFIX HIDDEN [FOLDER...]
# Where this computer lets us, HIDDEN, the build folder, is replaced by one with programs that leave a trace, and FOLDERs
# by empty ones, for these runs alone.
set -euo pipefail
if [ "${1:-}" != --hidden ]; then
  if unshare --map-root-user --mount true 2>/dev/null; then
    exec unshare --map-root-user --mount "$0" --hidden "$@"
  fi
  echo "NOTE: nothing can be hidden here: what is taken from the build is not noticed by these runs"
  set -- --shown "$@"
fi
mode=$1
prefix=$2
build=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
program=$prefix/bin/arenascope
model=$prefix/share/arenascope/models/sine.tflite

fail() {
  echo "$1"
  [ ! -s "$folder/log" ] || cat "$folder/log"
  exit 1
}
# runs WORDS...: the installed program, whose output is in the log.
runs() { "$program" "$@" >"$folder/log" 2>&1; }
# plant FILE TEXT: executable.
plant() {
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
  chmod +x "$1"
}

if [ "$mode" = --hidden ]; then
  for hidden in "$build" "$@"; do mount -t tmpfs none "$hidden"; done
  plant "$build/checkout_of_this_build.txt" "$build"
  plant "$build/emulator/arenascope-emulator" "#!/bin/sh
touch '$folder/trace'"
  for place in . firmware firmware/riscv; do
    plant "$build/$place/build.ninja" "rule trace
  command = touch '$folder/trace'
build arenascope-kernels arenascope-pictures cortex-m4-cmsis-nn rv32imc-esp-nn-variants: trace"
  done
fi

runs doctor || fail "doctor says that something is broken"
! grep -q "broken\|the firmware image with .* is missing" "$folder/log" || fail "something is missing"
runs --help topics && grep -q how-to/shrink "$folder/log" || fail "the documentation is not installed"
runs --help reference/boards && grep -q clock_mhz "$folder/log" || fail "a page lacks the file that it includes"
# Every target with each kernel built-in set, as the program names them where it has not the one asked for.
# Sets at other levels are built in checkouts. Help is wrapped, so its lines are joined.
named() { sed -n 's/.*it has: //p' "$folder/log" | tr -d , | tr ' ' '\n' | grep -v '@O'; }
targets=$("$program" profile --help | tr -d ' \n' | sed -n 's/.*--targetNAMERunthemodelonthistarget(oneof:\([^;]*\);.*/\1/p' | tr , ' ')
[ "$(wc -w <<<"$targets")" -ge 15 ] || fail "the targets are: $targets"
for target in $targets; do
  ! runs profile "$model" --target "$target" --kernels esp-nn ||
    ! runs profile "$model" --target "$target" --kernels cmsis-nn || fail "$target has the kernels of all families"
  sets=$(named) || fail "$target has no kernel sets"
  for set in $sets; do
    runs profile "$model" --no-cache --target "$target" --kernels "$set" || fail "$target does not run $set"
  done
done
"$program" boards "$model" --json "$folder/boards.json" >/dev/null 2>"$folder/log" || fail "boards fails"
boards=("$prefix"/share/arenascope/boards/*.json)
[ "$(grep -c '"status": "ok"' "$folder/boards.json")" -eq ${#boards[@]} ] || fail "a model does not run on every board"
! grep -q "the firmware image with .* is missing" "$folder/boards.json" || fail "a board has no image as its usual library is compiled"
status=0
runs explain "$model" "Failed to resize buffer. Requested: 2000, available 1000, missing: 1000" || status=$?
! grep -q "missing: build or install\|could not be" "$folder/log" || fail "explain misses images"
[ $status -eq 0 ] || fail "explain fails"

# What an installation lacks is said, and nothing is put in its place.
cp -r "$prefix" "$folder/cut"
program=$folder/cut/bin/arenascope
rm "$folder"/cut/share/arenascope/firmware/*-Os.elf "$folder"/cut/lib/arenascope/arenascope-{kernels,pictures}.so
! runs profile "$model" --kernels cmsis-nn@Os || fail "there is an image that was removed"
grep -q "cortex-m4-cmsis-nn-Os.elf is missing" "$folder/log" || fail "it is not said what is missing"
runs profile "$model" --no-cache --board arduino-nano-33-ble || fail "a board does not run at another level"
grep -q "are those of cmsis-nn, at -O2" "$folder/log" || fail "another level is used silently"
! runs profile "$model" --no-cache --target host || fail "there are kernels that were removed"
grep -q "arenascope-kernels.so, with the kernels of the target host, is missing" "$folder/log" || fail "it is not said which module is missing"
! runs profile "$model" --no-cache --svg "$folder/picture.svg" || fail "there is a module that was removed"
rm "$folder/cut/lib/arenascope/arenascope-emulator"
! runs profile "$model" --no-cache || fail "there is an emulator that was removed"
[ ! -e "$folder/trace" ] || fail "something was taken from the build folder"
echo "the prefix has all that it needs"
