#!/usr/bin/env bash
# What the GitHub action gives the program and takes from a release, with stand-ins for both: action_test.sh SOURCE_FOLDER
set -euo pipefail
action=$1/packaging/action.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export RUNNER_TEMP=$folder/temp GITHUB_STEP_SUMMARY=$folder/summary STANDIN=$folder
mkdir "$folder/bin" "$folder/release" "$RUNNER_TEMP"
PATH=$folder/bin:$PATH

fail() {
  echo "$1"
  exit 1
}
# stand_in NAME: a program with this text.
stand_in() {
  { echo '#!/usr/bin/env bash' && cat; } >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

stand_in arenascope <<'EOF'
printf '<%s>\n' "$@" >"$STANDIN/words"
echo "### report" >"${!#}"
exit 3
EOF
# profile ARGUMENTS WORDS: these words are what the program gets.
profile() {
  local status=0
  rm -f "$folder/words"
  MODEL='my model.tflite' ARGUMENTS=$1 "$action" profile || status=$?
  [ "$status" -eq 3 ] || fail "the program's status was 3, the action's is $status"
  local wanted="<profile>
<my model.tflite>
${2:+$2
}<--markdown>
<$RUNNER_TEMP/arenascope.md>"
  [ "$(cat "$folder/words")" = "$wanted" ] || fail "the words are $(cat "$folder/words"), not $wanted"
}
profile '' ''
profile $' \n ' ''
profile '--budget 65536 --baseline old.json' $'<--budget>\n<65536>\n<--baseline>\n<old.json>'
profile $'--kernels reference\n--budget 10\n' $'<--kernels>\n<reference>\n<--budget>\n<10>'
profile $'--budget 10 \\\n  --verify' $'<--budget>\n<10>\n<--verify>'
profile "--baseline 'old report.json' --json \"a b.json\" c\\ d" $'<--baseline>\n<old report.json>\n<--json>\n<a b.json>\n<c d>'
profile '--csv $(touch '"$folder/ran"').csv `id` *' $'<--csv>\n<$(touch>\n<'"$folder/ran"$').csv>\n<`id`>\n<*>'
[ ! -e "$folder/ran" ] || fail "what the arguments hold was run"
grep -q '### report' "$GITHUB_STEP_SUMMARY" || fail "the summary has no report"
status=0
MODEL=m ARGUMENTS="--json 'open" "$action" profile 2>"$folder/log" || status=$?
[ "$status" -eq 2 ] || fail "an open quote has the status $status"
grep -q 'not closed' "$folder/log" || fail "an open quote is not named"

# A review: its words, its table in the summary without a picture, its number; and a comment of it, by a stand-in.
stand_in arenascope <<'EOF'
printf '<%s>\n' "$@" >"$STANDIN/words"
while [ $# -gt 0 ]; do
  [ "$1" = --markdown ] && printf '<!-- arenascope review: changed -->\n### changed\n![picture](<arenas.svg>)\n' >"$2"
  shift
done
exit 3
EOF
status=0
BASE=abc ARGUMENTS="--fail-on 'growth'" FOLDER="$folder/a review" NUMBER=5 "$action" review || status=$?
[ "$status" -eq 3 ] || fail "the review's status was 3, the action's is $status"
grep -q '### changed' "$GITHUB_STEP_SUMMARY" || fail "the summary has no review"
! grep -q 'picture' "$GITHUB_STEP_SUMMARY" || fail "the summary has a picture that is not there"
[ "$(head -5 "$folder/words" | xargs)" = "<review> <--base> <abc> <--fail-on> <growth>" ] ||
  fail "the review's words are $(cat "$folder/words")"
copy=$folder/copy/packaging
mkdir -p "$copy" "$folder/copy/integrations/ci"
cp "$action" "$copy"
printf '#!/bin/sh\nprintf "<%%s>" "$@" >"$STANDIN/comment"\n' >"$folder/copy/integrations/ci/comment.py"
chmod +x "$folder/copy/integrations/ci/comment.py"
# comment NUMBER HEAD WORDS: the script is called with these words; not at all if they are empty.
comment() {
  rm -f "$folder/comment"
  FOLDER="$folder/a review" NUMBER=$1 HEAD=$2 "$copy/action.sh" comment 2>/dev/null || fail "no comment: $1 $2"
  [ "$(cat "$folder/comment" 2>/dev/null)" = "$3" ] || fail "the comment's words are $(cat "$folder/comment"), not $3"
}
comment 7 '' "<$folder/a review/review.md><--number><7>"
comment '' sha "<$folder/a review/review.md><--number><5><--head><sha>"
CHARTS=charts comment 7 '' "<$folder/a review/review.md><--number><7><--charts><charts>"
echo '5; touch ran' >"$folder/a review/number"
comment '' sha ''
rm "$folder/a review/review.md"
comment 5 sha ''

# released NAME...: a release with these files.
released() {
  rm -rf "$folder/release" "$RUNNER_TEMP/arenascope" "$folder/installed"
  mkdir "$folder/release"
  local name
  for name in "$@"; do printf 'of %s' "$name" >"$folder/release/$name"; done
  (cd "$folder/release" && sha256sum -- * >SHA256SUMS)
}
export VERSION=latest REPOSITORY=owner/name
stand_in gh <<'EOF'
while [ $# -gt 0 ]; do
  case $1 in --pattern) pattern=$2 ;; --dir) to=$2 ;; esac
  shift
done
mkdir -p "$to"
cp "$STANDIN"/release/$pattern "$to"
EOF
stand_in sudo <<<'exec "$@"'
stand_in npm <<<'touch "$STANDIN/installed"'

# Debian's packages: the command line and its images, and not the window.
debian=(arenascope_1.0.0_amd64.deb arenascope-firmware_1.0.0_all.deb)
released "${debian[@]}" arenascope-gui_1.0.0_amd64.deb python3-arenascope_1.0.0_amd64.deb arenascope-1.0.0.tgz
stand_in dpkg <<<'echo amd64'
stand_in apt-get <<'EOF'
[ "$1" = update ] || printf '%s\n' "${@##*/}" >"$STANDIN/installed"
EOF
"$action" install >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
[ "$(grep deb "$folder/installed" | sort)" = "$(printf '%s\n' "${debian[@]}" | sort)" ] ||
  fail "what is installed is $(cat "$folder/installed")"
! grep -q '::notice' "$folder/log" || fail "it is said that there are no cycles"
for name in "${debian[@]}"; do
  released "${debian[@]}" arenascope-1.0.0.tgz
  printf 'another' >"$folder/release/$name"
  ! "$action" install >"$folder/log" 2>&1 || fail "$name with another checksum was installed"
  [ ! -e "$folder/installed" ] || fail "$name with another checksum was installed"
  grep -q "$name is not what SHA256SUMS" "$folder/log" || fail "the wrong checksum is not named"
done

# The npm package, as on a computer without apt, and where what apt has does not fit.
stand_in apt-get <<<'exit 1'
for architecture in riscv64 amd64; do
  released "${debian[@]}" arenascope-1.0.0.tgz
  stand_in dpkg <<<"echo $architecture"
  "$action" install >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
  [ -e "$folder/installed" ] || fail "the npm package was not installed"
  grep -q '::notice::.*no cycles' "$folder/log" || fail "nothing says that there are no cycles"
done
released arenascope-1.0.0.tgz
printf 'another' >"$folder/release/arenascope-1.0.0.tgz"
if "$action" install >"$folder/log" 2>&1; then fail "a package with another checksum was installed"; fi
[ ! -e "$folder/installed" ] || fail "a package with another checksum was installed"
grep -q 'is not what SHA256SUMS' "$folder/log" || fail "the wrong checksum is not named"
echo "the action passes on all of its arguments, and installs what was released"
