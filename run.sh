#!/usr/bin/env bash
# Builds ArenaScope and opens its window: ./run.sh [MODEL]. Without a display it prints the report instead.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/cmake/setup.sh"

model=${1:-$root/resources/models/person_detector.tflite}
install_packages "${build_packages[@]}"
configure release
cmake --build "$root/build/release" --target arenascope arenascope-gui arenascope-pictures >&2
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$root/build/release/app/gui/arenascope-gui" "$model"
fi
exec "$root/build/release/app/cli/arenascope" profile "$model"
