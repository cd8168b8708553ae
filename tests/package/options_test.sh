#!/usr/bin/env bash
# What packagers can leave out, and what is said where something is missing: options_test.sh SOURCE_FOLDER
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"

fail() {
  echo "$1"
  tail -n 20 "$folder/log"
  exit 1
}
# configure OPTIONS...: from scratch, without slow searches.
configure() {
  rm -rf "$folder/build"
  PATH=$folder/bin:$PATH cmake -S "$source" -B "$folder/build" -G Ninja -DARENASCOPE_GUI=OFF -DARENASCOPE_TESTS=OFF \
    -DARENASCOPE_PYTHON=OFF -DARENASCOPE_RISCV=OFF "$@" >"$folder/log" 2>&1
}
# names OPTION WHAT CONFIGURE-OPTIONS...: configuring stops, and says how to do without.
names() {
  if configure "${@:3}"; then fail "it was configured without $2"; fi
  tr -s ' \n' ' ' <"$folder/log" | grep "$2.*Debian: .*-D$1=OFF" >/dev/null || fail "without $2 it is not said that -D$1=OFF does without"
}
cached() { sed -n "s/^$1:[A-Z]*=//p" "$folder/build/CMakeCache.txt"; }
# All of it is read: Ninja would end by a signal otherwise, and with it the pipe.
has_target() { ninja -C "$folder/build" -t targets all | grep "^$1:" >/dev/null; }

configure -DARENASCOPE_SANDBOX=OFF -DARENASCOPE_QEMU=OFF -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib64 ||
  fail "it cannot be configured without what is optional"
[ "$(cached CMAKE_BUILD_TYPE)" = Release ] || fail "the build type is \"$(cached CMAKE_BUILD_TYPE)\" where none is given"
grep -q 'ARENASCOPE_PARTS_FROM_PROGRAMS=\\"../lib64/arenascope\\"' "$folder/build/build.ninja" || fail "lib64 is not where parts are"
has_target arenascope || fail "there is no program"
for target in arenascope-gui arenascope-python arenascope-qemu arenascope_riscv_firmware; do
  if has_target "$target"; then fail "$target was to be left out"; fi
done
if grep -q "/seccomp\|-lseccomp\|libseccomp" "$folder/build/build.ninja"; then fail "libseccomp was to be left out"; fi

configure -DARENASCOPE_UNICORN_STATIC=OFF || fail "it cannot be configured with a shared Unicorn"
grep -q "Unicorn .* is used as it is (ARENASCOPE_UNICORN_TUNING" "$folder/log" || fail "it is not said that Unicorn is not tuned"
if grep -q -- "--wrap=" "$folder/build/build.ninja"; then fail "a shared Unicorn cannot be tuned"; fi
grep -q "libunicorn\.so" "$folder/build/build.ninja" || fail "Unicorn is not linked as a shared library"
configure -DBUILD_SHARED_LIBS=ON -DARENASCOPE_FIRMWARE=OFF || fail "it cannot be configured with shared libraries, without firmware"
has_target libarenascope_service.so || fail "rooms are not shared libraries"
has_target arenascope || fail "there is no program without firmware"
if grep -q "arm-none-eabi\|firmware/toolchain" "$folder/build/build.ninja"; then fail "firmware was to be left out"; fi

names ARENASCOPE_GUI "Qt 6 was not found" -DARENASCOPE_GUI=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON
names ARENASCOPE_PYTHON "pybind11, was not found" -DARENASCOPE_PYTHON=ON -DCMAKE_DISABLE_FIND_PACKAGE_pybind11=ON
names ARENASCOPE_TESTS "GoogleTest" -DARENASCOPE_TESTS=ON -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON
printf '#!/bin/sh\ncase "$*" in *libseccomp*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v pkg-config)" >"$folder/bin/without"
chmod +x "$folder/bin/without"
names ARENASCOPE_SANDBOX "libseccomp was not found" -DPKG_CONFIG_EXECUTABLE="$folder/bin/without"

# Cross compilers that are there and do not run.
for compiler in riscv64-unknown-elf-g++ arm-none-eabi-g++; do
  printf '#!/bin/sh\necho "%s: no such library" >&2\nexit 1\n' "$compiler" >"$folder/bin/$compiler"
  chmod +x "$folder/bin/$compiler"
  if [ "$compiler" = riscv64-unknown-elf-g++ ]; then
    names ARENASCOPE_RISCV "riscv64-unknown-elf-g++ is there and cannot compile a line" -DARENASCOPE_RISCV=ON
  else
    if configure; then fail "it was configured without a compiler for Arm"; fi
    tr -s ' \n' ' ' <"$folder/log" | grep "arm-none-eabi-g++ is there and cannot compile a line" >/dev/null || fail "nobody says that there is no compiler"
  fi
  grep -q "$compiler: no such library" "$folder/log" || fail "the compiler's own words are not there"
done
echo "parts can be left out"
