#!/usr/bin/env bash
# The documentation's tables of how far cycles are off are those of the data: evidence.sh PAGE PROGRAM. Writes them with a third
# argument, "write".
set -euo pipefail
page=${1:?docs/reference/accuracy.md} program=${2:?arenascope}
made=$("$program" evidence --markdown)
between=$(sed -n '/^<!-- evidence -->$/,/^<!-- \/evidence -->$/{//!p}' "$page")
if [[ ${3:-} == write ]]; then
  awk -v made="$made" '/^<!-- evidence -->$/ { print; print ""; print made; print ""; skip = 1 }
                       /^<!-- \/evidence -->$/ { skip = 0 } !skip && !/^<!-- evidence -->$/' "$page" >"$page.new"
  mv "$page.new" "$page"
elif ! diff <(echo "$made") <(echo "$between" | sed '1{/^$/d}' | sed '${/^$/d}'); then
  echo "The tables are not those of resources/evidence: tests/structure/evidence.sh docs/reference/accuracy.md arenascope write" >&2
  exit 1
fi
echo "$(echo "$made" | grep -c '^|') lines of tables"
