#!/usr/bin/env bash
# What the GitHub action runs: action.sh install | profile. VERSION, REPOSITORY and GH_TOKEN say which release is
# installed; MODEL and ARGUMENTS what is profiled. ARGUMENTS are words on any number of lines, quoted as in a shell, of
# which nothing is run or replaced.
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

profile_model() {
  local words=$RUNNER_TEMP/arenascope-arguments arguments=() status=0
  local text=${ARGUMENTS//\\$'\n'/ } # lines that go on
  : >"$words"
  if [ -n "${text//[[:space:]]/}" ]; then
    printf '%s\n' "$text" | xargs printf '%s\0' >"$words" 2>/dev/null ||
      { echo "arenascope: a quote in the action's arguments is not closed in its line" >&2; exit 2; }
  fi
  while IFS= read -r -d '' word; do arguments+=("$word"); done <"$words"
  arenascope profile "$MODEL" ${arguments[@]+"${arguments[@]}"} --markdown "$RUNNER_TEMP/arenascope.md" || status=$?
  if [ -f "$RUNNER_TEMP/arenascope.md" ]; then cat "$RUNNER_TEMP/arenascope.md" >>"$GITHUB_STEP_SUMMARY"; fi
  return "$status"
}

case ${1:-} in
install) install_release ;;
profile) profile_model ;;
*) echo "action.sh install | profile" >&2 && exit 2 ;;
esac
