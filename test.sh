#!/usr/bin/env bash
# Builds everything and runs all tests: ./test.sh [option] [ctest options]
#   --web                the web page and the npm package instead: in Node, in a browser, and compared with the program
#   --sanitize           the same with address and undefined-behaviour sanitizers
#   --sanitize-threads   the same with the thread sanitizer
#   --long               what takes hours: every value of every byte of the smallest models through the command line,
#                        20,000 other changes, 1,000 rounds of use, the largest networks compared and watched to
#                        their end, plans of all networks emulated, 100 random models of each operator on every
#                        kernel set; built with the address sanitizer as well
#   --packages           Debian's packages built twice, compared and looked at by lintian; wheel and container beside them
#   --fuzz SECONDS       libFuzzer on every target, so long on each; findings are left in build/fuzz/findings
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/cmake/setup.sh"

preset=release
case "${1:-}" in
  --sanitize | --sanitize-threads)
    preset=${1#--}
    shift
    ;;
  --web)
    shift
    "$root/web/build.sh"
    exec ctest --test-dir "$root/build/web" --output-on-failure --no-tests=error -j "$(nproc)" "$@"
    ;;
  --long)
    exec "$root/tests/long.sh"
    ;;
  --packages)
    exec "$root/tests/package/debian_test.sh" "$root"
    ;;
  --fuzz)
    exec "$root/tests/fuzz/campaign.sh" "${2:?--fuzz takes the seconds for each target}"
    ;;
esac
install_packages "${build_packages[@]}" "${test_tools[@]}"
configure "$preset"
cmake --build "$root/build/$preset"
cmake --build "$root/build/$preset/firmware" --target images-of-packages
cd "$root"
if [ ! -d "${ARENASCOPE_SHARED:-../shared}/oracle" ]; then
  echo "NOTE: there are no measurements of the real interpreter beside the checkout (ARENASCOPE_SHARED):" >&2
  echo "      most oracle tests are skipped, only the sample models are compared with it." >&2
fi
# Twice as many as cores: most tests wait for a process that they started.
exec ctest --preset "$preset" -j "$((2 * $(nproc)))" --no-tests=error "$@"
