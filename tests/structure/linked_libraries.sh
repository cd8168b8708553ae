#!/usr/bin/env bash
# Programs and the licences that their libraries bring (LICENSE): linked_libraries.sh EMULATOR PROGRAM...
# The emulator has Unicorn in it and no function of FlatBuffers; the others have no Unicorn.
set -euo pipefail
emulator=${1:?the emulator}
shift
# As a part of it, or as a library.
nm --defined-only "$emulator" | grep -w uc_open >/dev/null || readelf -d "$emulator" | grep 'NEEDED.*libunicorn' >/dev/null ||
  { echo "$emulator has no Unicorn in it"; exit 1; }
if nm -C --defined-only "$emulator" | grep -i flatbuffers; then
  echo "$emulator has code of FlatBuffers in it"
  exit 1
fi
# If our own parts are shared libraries, it uses none of them.
if ldd "$emulator" | grep libarenascope_; then
  echo "$emulator loads libraries of ours"
  exit 1
fi
mapfile -t code < <(ldd "$1" | sed -n 's/.* => \(.*libarenascope_[^ ]*\) .*/\1/p')
nm -C --defined-only "$1" "${code[@]}" | grep -i flatbuffers >/dev/null || { echo "$1 has no code of FlatBuffers: nothing was looked at"; exit 1; }
for program in "$@"; do
  if readelf -d "$program" | grep 'NEEDED.*libunicorn' || nm --defined-only "$program" | grep -w uc_open; then
    echo "$program is linked with Unicorn"
    exit 1
  fi
done
echo "looked at $# programs and the emulator"
