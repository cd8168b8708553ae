#!/usr/bin/env bash
# README's tables of how far cycles are off are those of the data: evidence.sh README PROGRAM. Writes them with a third
# argument, "write".
set -euo pipefail
readme=${1:?README.md} program=${2:?arenascope}
made=$("$program" evidence --markdown)
between=$(sed -n '/^<!-- evidence -->$/,/^<!-- \/evidence -->$/{//!p}' "$readme")
if [[ ${3:-} == write ]]; then
  awk -v made="$made" '/^<!-- evidence -->$/ { print; print ""; print made; print ""; skip = 1 }
                       /^<!-- \/evidence -->$/ { skip = 0 } !skip && !/^<!-- evidence -->$/' "$readme" >"$readme.new"
  mv "$readme.new" "$readme"
elif ! diff <(echo "$made") <(echo "$between" | sed '1{/^$/d}' | sed '${/^$/d}'); then
  echo "README's tables are not those of resources/evidence: tests/structure/evidence.sh README.md arenascope write" >&2
  exit 1
fi
echo "$(echo "$made" | grep -c '^|') lines of tables"
