#!/usr/bin/env bash
# Builds everything and runs all tests: ./test.sh [--sanitize] [ctest options]
#   --sanitize   the same with address and undefined-behaviour sanitizers
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/cmake/setup.sh"

preset=release
if [ "${1:-}" = "--sanitize" ]; then
  preset=sanitize
  shift
fi
install_packages "${build_packages[@]}"
configure "$preset"
cmake --build "$root/build/$preset"
cd "$root"
if [ ! -d "${ARENASCOPE_SHARED:-../shared}/oracle" ]; then
  echo "NOTE: there are no measurements of the real interpreter beside the checkout (ARENASCOPE_SHARED):" >&2
  echo "      the oracle tests are skipped, nothing is compared with it." >&2
fi
exec ctest --preset "$preset" -j "$(nproc)" --no-tests=error "$@"
