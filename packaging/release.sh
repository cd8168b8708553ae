#!/usr/bin/env bash
# Everything of a release from a checkout: packaging/release.sh [FOLDER]. FOLDER (build/dist) gets Debian's packages, the
# wheel, the npm package, the web page as a zip and SHA256SUMS. The same commit gives the same bytes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
folder=${1:-$root/build/dist}

if [ -n "$(git -C "$root" status --porcelain)" ]; then
  echo "NOTE: the checkout has changes that are not committed: this is no release of any commit" >&2
fi
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC
install_packages zip
"$root/packaging/debian.sh" "$root/build/debian" >&2
"$root/web/build.sh"

rm -rf "$folder"
mkdir -p "$folder"
cp "$root"/build/debian/*.deb "$folder"
built=$(echo "$root"/build/debian/arenascope/obj-*)
ARENASCOPE_BUILD=$built "$root/packaging/wheel.sh" "$folder" >&2
"$root/packaging/same_parts.sh" "$folder"/*.deb "$folder"/arenascope-*.whl
cp "$root"/build/web/arenascope-*.tgz "$folder"
touch --date="@$SOURCE_DATE_EPOCH" "$root/build/web/arenascope.html"
(cd "$root/build/web" && zip -q -X "$folder/arenascope-web.zip" arenascope.html)
(cd "$folder" && sha256sum -- * >SHA256SUMS)
ls -l "$folder"
