#!/bin/sh
# The arena of a model: size.sh MODEL [options of `arenascope profile`]
arenascope profile "$@" --json - | "$(dirname "$0")/brief.py" arena
