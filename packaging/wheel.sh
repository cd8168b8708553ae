#!/usr/bin/env bash
# A wheel for a Python from the checkout's build: packaging/wheel.sh FOLDER [PYTHON]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$1
copy=$(mktemp -d) # setuptools leaves its files beside the sources
trap 'rm -rf "$copy"' EXIT
cp -r "$root/app/python/." "$copy"
ARENASCOPE_ROOT=$root "${2:-/usr/bin/python3}" -m pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir "$folder" "$copy"
