#!/usr/bin/env bash
# Debian's packages of the checkout: packaging/debian.sh FOLDER. FOLDER gets them, and below arenascope/ the copy of the
# checkout that they were built in. Tests are not run (./test.sh does), unless DEB_BUILD_OPTIONS says otherwise.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
copy=$1/arenascope
# What dpkg-buildpackage asks for; debian/control names the rest.
install_packages debhelper dh-python "${build_packages[@]}"
rm -rf "$copy"
mkdir -p "$copy"
git -C "$root" ls-files -z | tar -C "$root" --null --files-from=- --create | tar -C "$copy" --extract
cd "$copy"
DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-nocheck noautodbgsym} dpkg-buildpackage --unsigned-source --unsigned-changes --build=binary
