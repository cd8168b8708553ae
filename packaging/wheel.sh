#!/usr/bin/env bash
# A wheel for a Python from the checkout's build, or the one in ARENASCOPE_BUILD: packaging/wheel.sh FOLDER [PYTHON]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$1
. "$root/cmake/setup.sh"
install_packages patchelf
copy=$(mktemp -d) # setuptools leaves its files beside the sources
trap 'rm -rf "$copy"' EXIT
cp -r "$root/app/python/." "$copy"
# The terms of what is in it: ours, and of what is linked into its programs and images. Whole texts, since a wheel is also
# taken to where Debian's are not.
cp "$root/LICENSE" "$copy"
mkdir "$copy/licences"
for text in GPL-2 GPL-3 LGPL-2 LGPL-2.1 LGPL-3 Apache-2.0; do cp "/usr/share/common-licenses/$text" "$copy/licences/$text.txt"; done
for library in libunicorn-dev libflatbuffers-dev libkainjow-mustache-dev nlohmann-json3-dev pybind11-dev libnewlib-dev \
  picolibc-riscv64-unknown-elf libgcc-s1 libcapstone-dev libelf-dev libfmt-dev libmd-dev libre2-dev libseccomp-dev \
  libspdlog-dev zlib1g; do
  cp "/usr/share/doc/$library/copyright" "$copy/licences/$library.txt"
done
ARENASCOPE_ROOT=$root "${2:-/usr/bin/python3}" -m pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir "$folder" "$copy"
