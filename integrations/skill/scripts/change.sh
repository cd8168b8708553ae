#!/bin/sh
# What the project's present files change against a branch or commit: change.sh BASE [options of `arenascope review`]
arenascope review --base "$@" --json - | "$(dirname "$0")/brief.py" change
