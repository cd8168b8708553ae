#!/usr/bin/env bash
# Debian's packages of the checkout: packaging/debian.sh FOLDER. FOLDER gets them, and below arenascope/ the copy of the
# checkout that they were built in. Tests are not run (./test.sh does), unless DEB_BUILD_OPTIONS says otherwise.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
copy=$1/arenascope
rm -rf "$copy"
mkdir -p "$copy"
git -C "$root" ls-files -z | tar -C "$root" --null --files-from=- --create | tar -C "$copy" --extract
cd "$copy"
export DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-nocheck noautodbgsym}
case " $DEB_BUILD_OPTIONS " in *" nocheck "*) export DEB_BUILD_PROFILES="nocheck ${DEB_BUILD_PROFILES-}" ;; esac
install_packages dpkg-dev build-essential
missing=$( (dpkg-checkbuilddeps 2>&1 || true) | sed -n 's/.*build dependencies: //p' | sed 's/([^)]*)//g')
# shellcheck disable=SC2086 # words of debian/control
install_packages $missing
dpkg-buildpackage --unsigned-source --unsigned-changes --build=binary
