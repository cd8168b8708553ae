#!/bin/sh
# Changes that make the arena smaller, each of which has been run: smaller.sh MODEL [options of `arenascope advise`]
arenascope advise "$@" --json - | "$(dirname "$0")/brief.py" advice
