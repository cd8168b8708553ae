#!/usr/bin/env bash
# A unit's test is found by its name: of each .cc file with a header, a test includes the header, or units.txt says why
# none does: units.sh CHECKOUT. Names every other unit, and every line of units.txt that is not needed; the last line says
# how many units were looked at.
set -euo pipefail
root=${1:?the checkout}
cd "$root"
find core emulator ui app -name '*.cc' | sort |
  awk -v list=tests/structure/units.txt '
    BEGIN {
      tests = "find tests -name \"*_test.cc\" -o -name \"*_cases.cc\""
      while ((tests | getline file) > 0) {
        while ((getline line < file) > 0)
          if (line ~ /^#include "/) { split(line, quoted, "\""); tested[quoted[2]] = 1 }
        close(file)
      }
      while ((getline line < list) > 0) {
        if (line ~ /^#/ || line !~ /: ./) continue
        name = line; sub(":.*", "", name)
        excused[name] = 1
      }
    }
    {
      unit = $0; sub("[.]cc$", "", unit)
      if ((getline line < (unit ".h")) < 0) next
      close(unit ".h")
      ++units
      if (tested[unit ".h"]) {
        if (excused[unit]) { print list ": " unit " has a test, its line can go"; ++wrong }
      } else if (!excused[unit]) {
        print unit ".cc: no test includes its header: write one, or say in " list " why there is none"
        ++wrong
      }
      delete excused[unit]
    }
    END {
      for (unit in excused) if (excused[unit]) { print list ": there is no unit " unit; ++wrong }
      print units " units looked at, " wrong + 0 " without a test that is found by their name"
      exit (wrong > 0 || units == 0)
    }'
# Tests that a list names are there: one that was renamed would run where it cannot.
missing=0
while read -r name; do
  suite=${name%%.*} test=${name#*.}
  if [ "${name: -1}" = "*" ]; then
    pattern="\\(\w*${suite//\*/}\w*, "
  else
    pattern="\\($suite, $test\\)"
  fi
  grep -rqE "^TEST(_F|_P)?$pattern" tests --include='*.cc' && continue
  echo "tests/need_riscv.txt: there is no test $name"
  missing=$((missing + 1))
done < <(grep -v '^#' tests/need_riscv.txt)
[ "$missing" -eq 0 ]
