#!/usr/bin/env bash
# Builds the web page and the npm package with what Debian has: web/build.sh
# The results are in build/web: arenascope.html, and arenascope-VERSION.tgz from the folder npm.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
command -v node >/dev/null || install_packages nodejs
command -v npm >/dev/null || install_packages npm # which some packages of Node have with them
install_packages "${web_packages[@]}"

export NODE_PATH=/usr/share/nodejs # where Debian has what Emscripten's scripts need, whichever Node runs them
cache=/usr/share/emscripten/cache
if [ ! -w "$cache" ]; then
  export EM_CACHE=$root/build/emscripten-cache
  [ -d "$EM_CACHE" ] || cp -r "$cache" "$EM_CACHE"
fi
build=$root/build/web
[ -f "$build/build.ninja" ] || emcmake cmake -G Ninja -S "$root/web" -B "$build" -DCMAKE_BUILD_TYPE=None >&2
cmake --build "$build"
