#!/usr/bin/env bash
# An installation as packagers make one: no file of it names the folders that it was built in, programs are hardened, and
# parts are found wherever they were put. install_test.sh BUILD_FOLDER SOURCE_FOLDER
set -euo pipefail
build=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache XDG_CONFIG_HOME=$folder/config
prefix=$folder/usr

fail() {
  echo "$1"
  [ ! -s "$folder/log" ] || cat "$folder/log"
  exit 1
}
# What a configuration says of itself, by the name of a variable.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

cmake --install "$build" --prefix "$prefix" --strip >"$folder/log" 2>&1 || fail "it cannot be installed"
program=$prefix/$(cached CMAKE_INSTALL_BINDIR)/arenascope
model=$source/resources/models/sine.tflite

files=$(find "$prefix" -type f | wc -l)
[ "$files" -ge 50 ] || fail "there are $files files"
if grep -rlaF -e "$source/" -e "$build/" "$prefix" >"$folder/log"; then fail "these name the folder that they were built in:"; fi
if find "$prefix" -name "checkout_of_this_build*" -o -name "build.ninja" | grep . >"$folder/log"; then
  fail "a package has what marks a build:"
fi

# Programs, and what they load: at any address, nothing written to after the start, checks of the C library.
looked=0
fortified=0
while read -r file; do
  readelf -h "$file" 2>/dev/null | grep "Machine: .*\(X86-64\|AArch64\)" >/dev/null || continue
  looked=$((looked + 1))
  readelf -h "$file" | grep "Type: .*DYN" >/dev/null || fail "$file is not position independent"
  readelf -lW "$file" | grep GNU_RELRO >/dev/null || fail "$file has no RELRO"
  readelf -d "$file" | grep "BIND_NOW\|FLAGS.*NOW" >/dev/null || fail "$file is bound late"
  readelf -lW "$file" | grep "GNU_STACK.*RW " >/dev/null || fail "$file has a stack that can be executed"
  if readelf -d "$file" | grep "R\(UN\)\?PATH" | grep -v '\$ORIGIN' >"$folder/log"; then fail "$file has a fixed path:"; fi
  readelf -W --dyn-syms "$file" | grep "__stack_chk_fail" >/dev/null || fail "$file has no stack protector"
  if readelf -W --dyn-syms "$file" | grep "_chk@" >/dev/null; then fortified=$((fortified + 1)); fi
done < <(find "$prefix" -type f)
[ "$looked" -ge 3 ] || fail "$looked programs were looked at"
[ "$fortified" -ge 2 ] || fail "$fortified programs have checks of the C library"

# The same program with its parts elsewhere.
mkdir -p "$folder/odd/bin"
mv "$prefix/$(cached CMAKE_INSTALL_LIBDIR)/arenascope" "$folder/odd/parts"
mv "$prefix/share/arenascope" "$folder/odd/data"
if "$program" profile --no-cache "$model" >"$folder/log" 2>&1; then fail "there are parts that were moved away"; fi
export ARENASCOPE_PARTS_DIR=$folder/odd/parts ARENASCOPE_DATA_DIR=$folder/odd/data
for words in "--target cortex-m4" "--target host" "--board nucleo-f446re"; do
  # shellcheck disable=SC2086
  "$program" profile --no-cache "$model" $words >"$folder/log" 2>&1 || fail "parts are not found by their variables ($words)"
done
grep -q "1,296 bytes" "$folder/log" || fail "the answer is another one"
unset ARENASCOPE_PARTS_DIR ARENASCOPE_DATA_DIR
mv "$folder/odd/parts" "$prefix/$(cached CMAKE_INSTALL_LIBDIR)/arenascope"
mv "$folder/odd/data" "$prefix/share/arenascope"

# Python finds them from the folder that it was asked for.
if [ "$(cached ARENASCOPE_PYTHON)" = ON ]; then
  packages=$(cached ARENASCOPE_PYTHON_DIR)
  PYTHONPATH=$prefix/$packages "$(cached Python_EXECUTABLE)" -B - "$folder" >"$folder/log" 2>&1 <<'EOF' || fail "Python does not find its parts"
import sys, arenascope
assert str(arenascope.sample("sine")).startswith(sys.argv[1]), arenascope.sample("sine")
assert arenascope.profile(arenascope.sample("sine")).arena.recommended == 1296
EOF
fi
# And all else, beside a build that must not be touched; with a window package_test.sh looks at that.
[ "$(cached ARENASCOPE_GUI)" = ON ] || "$source/tests/package/prefix_test.sh" "$prefix" "$build" "$source/resources"
