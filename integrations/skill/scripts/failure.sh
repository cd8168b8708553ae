#!/bin/sh
# What a device's message means, and what helps: failure.sh MODEL MESSAGE [options of `arenascope explain`]
arenascope explain "$@"
