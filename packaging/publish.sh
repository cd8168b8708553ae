#!/usr/bin/env bash
# Steps of a release around packaging/release.sh, for .github/workflows/release.yml:
#   publish.sh check TAG            the tag is of this version, and everything that names a version names it
#   publish.sh sign FOLDER          signs FOLDER/SHA256SUMS with the run's identity (Sigstore), without a key to keep
#   publish.sh verify FOLDER        FOLDER has the files of SHA256SUMS and no others, and the signature is this workflow's
#   publish.sh release FOLDER TAG   makes the release from them, with the changelog's section as its text
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sums=SHA256SUMS
bundle=$sums.sigstore.json

fail() {
  echo "publish.sh: $1" >&2
  exit 1
}

# named FILE PATTERN: the version in the file, behind the pattern.
named() { sed -n "s#^.*$2\([0-9][0-9.]*\).*#\1#p" "$root/$1" | head -1; }

check() {
  local version file pattern
  version=$(named CMakeLists.txt 'project(arenascope VERSION ')
  [ "$1" = "v$version" ] || fail "the tag $1 is not v$version, the version in CMakeLists.txt"
  while read -r file pattern; do
    [ "$(named "$file" "$pattern")" = "$version" ] ||
      fail "$file names version $(named "$file" "$pattern"), not $version"
  done <<'FILES'
web/CMakeLists.txt project(arenascope_web VERSION.
debian/changelog arenascope.(
integrations/mcp/server.json "version": "
integrations/ci/gitlab-ci.yml arenascope/arenascope:
integrations/ci/gitea.yml arenascope/arenascope:
integrations/ci/github/review.yml arenascope/arenascope@v
integrations/ci/github/comment.yml arenascope/arenascope@v
FILES
  [ -n "$(notes "$version")" ] || fail "CHANGELOG.md has no section $version with entries"
}

# notes VERSION: its section of the changelog, without the heading.
notes() { awk -v head="## $1" '/^## / { on = index($0, head) == 1; next } on' "$root/CHANGELOG.md" | sed '/./,$!d'; }

sign() { cosign sign-blob --yes --bundle "$1/$bundle" "$1/$sums"; }

verify() {
  local folder=$1 listed
  (cd "$folder" && sha256sum --quiet --check "$sums") || fail "files of $folder are not those of $sums"
  listed=$(cut -c67- "$folder/$sums" | LC_ALL=C sort)
  [ "$listed" = "$(cd "$folder" && find . -type f ! -name "$sums*" -printf '%P\n' | LC_ALL=C sort)" ] ||
    fail "$folder has other files than those of $sums"
  cosign verify-blob --bundle "$folder/$bundle" --certificate-oidc-issuer https://token.actions.githubusercontent.com \
    --certificate-identity "https://github.com/$GITHUB_WORKFLOW_REF" "$folder/$sums"
}

release() {
  local folder=$1 tag=$2
  notes "${tag#v}" >"$folder.md"
  gh release create "$tag" --verify-tag --title "ArenaScope ${tag#v}" --notes-file "$folder.md" "$folder"/*
}

case ${1:-} in
check | sign | verify | release) "$@" ;;
*) sed -n '2,7s/^# \?//p' "$0" >&2 && exit 2 ;;
esac
