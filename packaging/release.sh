#!/usr/bin/env bash
# Everything of a release from a checkout: packaging/release.sh [FOLDER]. FOLDER (build/dist) gets the Debian package, the
# wheel, the npm package, the web page as a zip, the container's recipe and SHA256SUMS.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
folder=${1:-$root/build/dist}

if [ -n "$(git -C "$root" status --porcelain)" ]; then
  echo "NOTE: the checkout has changes that are not committed: this is no release of any commit" >&2
fi
install_packages "${build_packages[@]}" zip
configure release
cmake --build "$root/build/release"
"$root/web/build.sh"

rm -rf "$folder"
mkdir -p "$folder"
(cd "$root/build/release" && cpack -G DEB -B "$folder") >&2
rm -rf "$folder/_CPack_Packages"
"$root/packaging/wheel.sh" "$folder" >&2
"$root/packaging/same_parts.sh" "$folder"/arenascope_*.deb "$folder"/arenascope-*.whl
cp "$root"/build/web/arenascope-*.tgz "$folder"
(cd "$root/build/web" && zip -q -X "$folder/arenascope-web.zip" arenascope.html)
cp "$root/resources/container/Containerfile" "$folder"
(cd "$folder" && sha256sum -- * >SHA256SUMS)
ls -l "$folder"
