#!/usr/bin/env bash
# What the GitHub action runs: action.sh install | profile | review | comment. VERSION, REPOSITORY and GH_TOKEN say which
# release is installed; MODEL and ARGUMENTS what is profiled, BASE and ARGUMENTS what is reviewed; FOLDER has the review.
# ARGUMENTS are words on any number of lines, quoted as in a shell, of which nothing is run or replaced.
set -euo pipefail

fetch() { gh release download ${tag[@]+"${tag[@]}"} --repo "$REPOSITORY" --pattern "$1" --dir "$release"; }

# check FILE...: they are what the release's SHA256SUMS says.
check() {
  fetch SHA256SUMS
  local sum=(sha256sum) file
  command -v sha256sum >/dev/null || sum=(shasum -a 256)
  for file in "$@"; do
    (cd "$release" && grep "  $(basename "$file")\$" SHA256SUMS | "${sum[@]}" -c - >&2) ||
      { echo "arenascope: $(basename "$file") is not what SHA256SUMS of the release says" >&2; exit 1; }
  done
}

install_release() {
  release=$RUNNER_TEMP/arenascope
  tag=()
  if [ "$VERSION" != latest ]; then tag=("v$VERSION"); fi
  if command -v apt-get >/dev/null && [ "$(dpkg --print-architecture)" = amd64 ] &&
    fetch 'arenascope_*_amd64.deb' && fetch 'arenascope-firmware_*_all.deb'; then
    check "$release"/*.deb
    if sudo apt-get update && sudo apt-get install -y "$release"/*.deb; then return; fi
    rm -f "$release/SHA256SUMS"
  fi
  echo "::notice::ArenaScope's Debian packages cannot be installed here; the npm package has the same memory and budgets, and no cycles"
  fetch 'arenascope-*.tgz'
  check "$release"/arenascope-*.tgz
  npm install --global "$release"/arenascope-*.tgz
}

# Sets arguments to the words of ARGUMENTS.
read_arguments() {
  local words=$RUNNER_TEMP/arenascope-arguments
  arguments=()
  local text=${ARGUMENTS//\\$'\n'/ } # lines that go on
  : >"$words"
  if [ -n "${text//[[:space:]]/}" ]; then
    printf '%s\n' "$text" | xargs printf '%s\0' >"$words" 2>/dev/null ||
      { echo "arenascope: a quote in the action's arguments is not closed in its line" >&2; exit 2; }
  fi
  while IFS= read -r -d '' word; do arguments+=("$word"); done <"$words"
}

profile_model() {
  local arguments status=0
  read_arguments
  arenascope profile "$MODEL" ${arguments[@]+"${arguments[@]}"} --markdown "$RUNNER_TEMP/arenascope.md" || status=$?
  if [ -f "$RUNNER_TEMP/arenascope.md" ]; then cat "$RUNNER_TEMP/arenascope.md" >>"$GITHUB_STEP_SUMMARY"; fi
  return "$status"
}

# Writes the review into FOLDER, with the pull request's number for a workflow that writes comments later.
review_models() {
  local arguments status=0
  read_arguments
  mkdir -p "$FOLDER"
  printf '%s\n' "${NUMBER:-}" >"$FOLDER/number"
  arenascope review --base "$BASE" ${arguments[@]+"${arguments[@]}"} --markdown "$FOLDER/review.md" \
    --svg "$FOLDER/arenas.svg" || status=$?
  if [ -f "$FOLDER/review.md" ]; then grep -v '^!\[' "$FOLDER/review.md" >>"$GITHUB_STEP_SUMMARY" || true; fi
  return "$status"
}

# Runs whether the review has passed or not. What FOLDER has may be from a fork: a number is a number.
comment() {
  local number=${NUMBER:-}
  if [ -z "$number" ] && [ -f "$FOLDER/number" ]; then number=$(head -c 20 "$FOLDER/number"); fi
  [[ $number =~ ^[0-9]+$ ]] || { echo "arenascope: this run has no pull request: nothing is written" >&2; return; }
  [ -f "$FOLDER/review.md" ] || { echo "arenascope: there is no review: nothing is written" >&2; return; }
  "$(dirname "${BASH_SOURCE[0]}")/../integrations/ci/comment.py" "$FOLDER/review.md" --number "$number" ${HEAD:+--head "$HEAD"} \
    ${CHARTS:+--charts "$CHARTS"}
}

case ${1:-} in
install) install_release ;;
profile) profile_model ;;
review) review_models ;;
comment) comment ;;
*) echo "action.sh install | profile | review | comment" >&2 && exit 2 ;;
esac
