#!/bin/sh
# The model on every board: boards.sh MODEL [options of `arenascope boards`]
arenascope boards "$@" --json - | "$(dirname "$0")/brief.py" boards
