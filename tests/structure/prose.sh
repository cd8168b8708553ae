#!/usr/bin/env bash
# Spelling, and the rules of docs/develop/style.md that a script can check, in README.md, docs/, texts for users in sources and
# comments of headers: prose.sh [FOLDER of pages that the program has made]. TensorFlow Lite Micro's messages are not ours.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mapfile -t pages < <(find ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md README.md app/python docs resources web/npm "$@" -name "*.md" ! -name messages.md)
[ "${#pages[@]}" -gt 20 ] || { echo "only ${#pages[@]} pages were found" >&2; exit 1; }
wrong=0
sources=$(mktemp)
trap 'rm -f "$sources"' EXIT
python3 tests/structure/prose_pieces.py . >"$sources"
[ "$(wc -l <"$sources")" -gt 4000 ] || { echo "only $(wc -l <"$sources") texts were found in sources" >&2; exit 1; }
codespell "${pages[@]}" "$sources" || wrong=1
XDG_CONFIG_HOME=$PWD/tests/structure/prose proselint "${pages[@]}" || wrong=1
# Phrases, and what to write instead. The style guide and the glossary quote them.
while read -r pattern; do
  read -r instead
  if { grep -nPi "$pattern" "${pages[@]}" | grep -vE '^docs/(develop/style|glossary)\.md:' || true; grep -Pi "$pattern" "$sources"; } |
     grep .; then
    echo "  instead: $instead" >&2
    wrong=1
  fi
done <<'RULES'
\bof (its|their) own\b
own, separate, or nothing
\bas ever\b
as before
\b(some|any)body('s)?\b
a user, third-party
(?<!there )(?<!There )\b(is|are) no (?!longer)[a-z]+
is not a
\bof which\b
two sentences
\ball the same\b
still
\bso many\b
N, or the given number
\brecogniz
recognis
RULES
[ "$wrong" = 0 ] || exit 1
echo "${#pages[@]} pages and $(wc -l <"$sources") texts of sources read"
