#!/usr/bin/env bash
# setup_test.sh CHECKOUT: what run.sh and test.sh install and configure, with stubs in place of apt and CMake.
set -euo pipefail
checkout=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $1" >&2
  cat "$folder/said" >&2
  exit 1
}
mkdir -p "$folder/bin" "$folder/checkout/cmake"
cp "$checkout/run.sh" "$folder/checkout"
cp "$checkout/cmake/setup.sh" "$folder/checkout/cmake"
for tool in awk bash cat dirname env grep id ln mkdir nice sleep touch; do ln -s "$(command -v $tool)" "$folder/bin"; done
# stub NAME: a command whose body is read.
stub() {
  { echo "#!/bin/bash"; echo "cd '$folder'"; cat; } >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}
stub cmake <<'END'
if [ "$1" = --preset ]; then
  mkdir -p checkout/build/release/app/cli checkout/build/release/app/gui
  for option in "${@:3}"; do
    option=${option#-D}
    echo "${option%=*}:BOOL=${option#*=}" >>checkout/build/release/CMakeCache.txt
  done
  touch checkout/build/release/build.ninja
else
  ln -sf "$PWD/bin/program" checkout/build/release/app/cli/arenascope
  ln -sf "$PWD/bin/program" checkout/build/release/app/gui/arenascope-gui
fi
echo "cmake $*" >>calls
END
stub program <<<'echo "report of ${*: -1}"'
run() {
  : >"$folder/calls"
  env -i PATH="$folder/bin" HOME="$folder" "$@" "$folder/checkout/run.sh" model.tflite >"$folder/said" 2>&1
}
says() { grep -qF -- "$1" "$folder/said" || fail "not said: $1"; }
called() { grep -qF -- "$1" "$folder/calls" || fail "not called: $1"; }

run || fail "a system without apt"
says "There is no apt-get here, so nothing is installed."
says "gcc-arm-none-eabi"
says "report of model.tflite"
called "-DARENASCOPE_GUI=OFF -DARENASCOPE_PYTHON=OFF -DARENASCOPE_QEMU=OFF -DARENASCOPE_RISCV=OFF -DARENASCOPE_TESTS=OFF"
run || fail "the second run"
[ "$(cat "$folder/said")" = "report of model.tflite" ] || fail "the second run says more than the report"
! grep -q preset "$folder/calls" || fail "configured again"

# Packages: what is missing of those that the answer needs, once another apt has the lists no more.
stub dpkg <<<'exit 0'
stub sudo <<<'exec "$@"'
stub dpkg-query <<'END'
for package in "${@:3}"; do [ "$package" = cmake ] || [ -e installed ] || continue; echo -n "$package:installed "; done
exit 1
END
stub apt-get <<'END'
echo "apt-get $*" >>calls
case " $* " in
  *" update "*)
    [ -e waited ] && exit 0
    touch waited
    echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt)" >&2
    exit 100
    ;;
  *" --print-uris "*) printf "'http://example/%s.deb' %s.deb 1500000 SHA256:0\n" a a b b c c ;;
  *" install "*) touch installed ;;
esac
END
run || fail "a system with apt"
says "waiting for another installation of packages"
says "(3 to download, 4.5 MB): g++ ninja-build"
called "--no-remove"
for package in qt6-base-dev python3-dev qemu-system-arm gcc-riscv64-unknown-elf valgrind; do
  ! grep -q "$package" "$folder/calls" || fail "a report needs no $package"
done
run || fail "with all packages"
! grep -q apt-get "$folder/calls" || fail "apt is asked where nothing is missing"

rm "$folder/installed"
run DISPLAY=:0 || fail "with a display"
says "qt6-base-dev"
says "report of model.tflite"
called "-DARENASCOPE_GUI=ON"
! grep -q "ARENASCOPE_PYTHON" "$folder/calls" || fail "what is there is left as it is"
until grep -q "target arenascope arenascope-pictures" "$folder/calls"; do sleep 0.05; done # beside the window

# Debian's packages: what debian/control asks for is installed. What says so ends with 1 where something is missing.
mkdir "$folder/checkout/packaging"
cp "$checkout/packaging/debian.sh" "$folder/checkout/packaging"
for tool in rm sed tar; do ln -s "$(command -v $tool)" "$folder/bin"; done
stub git <<<'true'
stub dpkg-checkbuilddeps <<'END'
echo "dpkg-checkbuilddeps: error: Unmet build dependencies: debhelper-compat (= 13) dh-sequence-python3" >&2
exit 1
END
stub dpkg-buildpackage <<<'echo dpkg-buildpackage >>calls'
stub dpkg-query <<<'exit 1'
env -i PATH="$folder/bin" HOME="$folder" "$folder/checkout/packaging/debian.sh" "$folder/packages" >"$folder/said" 2>&1 ||
  fail "Debian's packages, where what builds them is missing"
called "dpkg-dev build-essential"
called "debhelper-compat dh-sequence-python3"
called "dpkg-buildpackage"
