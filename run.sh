#!/usr/bin/env bash
# Builds ArenaScope and opens its window: ./run.sh [MODEL]. Without a display it prints the report instead. The first
# time only what that needs is built; the rest follows while the window is open, or when it is first asked for.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/cmake/setup.sh"

model=${1:-$root/resources/models/person_detector.tflite}
install_packages "${build_packages[@]}"
configure release
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  cmake --build "$root/build/release" --target arenascope >&2
  exec "$root/build/release/app/cli/arenascope" profile "$model"
fi
cmake --build "$root/build/release" --target arenascope-gui >&2
(nice cmake --build "$root/build/release" --target arenascope arenascope-pictures arenascope-kernels >"$root/build/rest.log" 2>&1 &)
exec "$root/build/release/app/gui/arenascope-gui" "$model"
