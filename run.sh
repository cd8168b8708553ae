#!/usr/bin/env bash
# Builds ArenaScope and opens its window: ./run.sh [MODEL]. Without a display it prints the report instead. The first
# time only what that needs is installed and built; the rest is built while the window is open, or when it is first asked
# for, and ./test.sh installs the rest.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/cmake/setup.sh"

model=${1:-$root/resources/models/person_detector.tflite}
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  install_packages "${answer_packages[@]}"
  configure release --only
  cmake --build "$root/build/release" --target arenascope >&2
  exec "$root/build/release/app/cli/arenascope" profile "$model"
fi
install_packages "${answer_packages[@]}" "${window_packages[@]}"
configure release --only GUI
cmake --build "$root/build/release" --target arenascope-gui >&2
(nice cmake --build "$root/build/release" --target arenascope arenascope-pictures arenascope-kernels >"$root/build/rest.log" 2>&1 &)
exec "$root/build/release/app/gui/arenascope-gui" "$model"
