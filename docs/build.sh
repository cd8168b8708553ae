#!/usr/bin/env bash
# Builds the documentation's site: docs/build.sh [FOLDER, default build/docs]. Needs the program of ./run.sh, whose help
# is the reference of commands. The site needs no server and no network.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/setup.sh"
install_packages "${docs_packages[@]}"
export ARENASCOPE_PROGRAM=${ARENASCOPE_PROGRAM:-$root/build/release/app/cli/arenascope}
[ -x "$ARENASCOPE_PROGRAM" ] || { echo "$ARENASCOPE_PROGRAM is not there: run ./run.sh first, or set ARENASCOPE_PROGRAM" >&2; exit 1; }
sphinx-build -q -W --keep-going -b html -d "${TMPDIR:-/tmp}/arenascope-docs-$$" "$root/docs" "${1:-$root/build/docs}"
rm -rf "${TMPDIR:-/tmp}/arenascope-docs-$$"
echo "${1:-$root/build/docs}/index.html"
