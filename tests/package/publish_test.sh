#!/usr/bin/env bash
# A release's checks, sums and words to Sigstore and GitHub, with stand-ins for both: publish_test.sh SOURCE_FOLDER
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export STANDIN=$folder GITHUB_WORKFLOW_REF=arenascope/arenascope/.github/workflows/release.yml@refs/tags/v1.2.3

fail() {
  echo "$1"
  cat "$folder/log" 2>/dev/null || true
  exit 1
}
mkdir "$folder/bin"
for program in cosign gh; do
  # Writes down its words; cosign makes the file behind --bundle, and knows it again.
  cat >"$folder/bin/$program" <<'EOF'
#!/usr/bin/env bash
printf '<%s>' "${0##*/}" "$@" >>"$STANDIN/words"
while [ $# -gt 0 ]; do
  [ "$1" = sign-blob ] && signs=yes
  if [ "$1" = --bundle ]; then
    if [ -n "${signs-}" ]; then sha256sum <"${!#}" >"$2"; else [ "$(sha256sum <"${!#}")" = "$(cat "$2")" ] || exit 1; fi
  fi
  shift
done
EOF
  chmod +x "$folder/bin/$program"
done
PATH=$folder/bin:$PATH

# A checkout of version 1.2.3.
checkout=$folder/checkout
for file in packaging/publish.sh CMakeLists.txt web/CMakeLists.txt debian/changelog integrations/mcp/server.json \
  integrations/ci/gitlab-ci.yml integrations/ci/gitea.yml integrations/ci/github/review.yml integrations/ci/github/comment.yml CHANGELOG.md; do
  mkdir -p "$checkout/$(dirname "$file")"
  cp "$source/$file" "$checkout/$file"
done
publish() { "$checkout/packaging/publish.sh" "$@" >"$folder/log" 2>&1; }
refused() {
  local words=$1
  shift
  ! publish "$@" || fail "'$*' is not refused"
  grep -q "$words" "$folder/log" || fail "'$*' is refused in other words"
}
version=$(sed -n 's/^project(arenascope VERSION \([^ ]*\).*/\1/p' "$source/CMakeLists.txt")
if ! grep -q "^## $version" "$checkout/CHANGELOG.md"; then
  refused "CHANGELOG.md has no section" check "v$version" # before the release: everything else agrees
fi
sed -i "s/VERSION ${version//./\\.}/VERSION 1.2.3/" "$checkout/CMakeLists.txt"
refused "not v1.2.3" check "v$version"
refused "web/CMakeLists.txt names version $version, not 1.2.3" check v1.2.3
for file in web/CMakeLists.txt debian/changelog integrations/mcp/server.json integrations/ci/gitlab-ci.yml \
  integrations/ci/gitea.yml integrations/ci/github/review.yml integrations/ci/github/comment.yml; do
  refused "$file names version" check v1.2.3
  sed -i "s/${version//./\\.}/1.2.3/g" "$checkout/$file"
done
refused "CHANGELOG.md has no section 1.2.3" check v1.2.3
sed -i '0,/^## Unreleased/s//## Unreleased\n\n## 1.2.3\n\n- New words\n\n## 1.2.2/' "$checkout/CHANGELOG.md"
publish check v1.2.3 || fail "a whole checkout is refused"

# The files.
mkdir "$folder/dist"
echo one >"$folder/dist/a b.deb"
echo two >"$folder/dist/c.whl"
(cd "$folder/dist" && sha256sum -- * >"$folder/sums" && mv "$folder/sums" SHA256SUMS)
publish sign "$folder/dist" || fail "nothing is signed"
grep -q "<cosign><sign-blob><--yes><--bundle><$folder/dist/SHA256SUMS.sigstore.json>" "$folder/words" ||
  fail "cosign's words are $(cat "$folder/words")"
publish verify "$folder/dist" || fail "good files are refused"
grep -q "<--certificate-identity><https://github.com/$GITHUB_WORKFLOW_REF>" "$folder/words" || fail "anyone may have signed"
echo three >"$folder/dist/d"
refused "other files" verify "$folder/dist"
rm "$folder/dist/d"
echo changed >"$folder/dist/c.whl"
refused "are not those" verify "$folder/dist"
(cd "$folder/dist" && sha256sum -- a* c* >SHA256SUMS)
! publish verify "$folder/dist" || fail "sums that were not signed are taken"
echo two >"$folder/dist/c.whl"
(cd "$folder/dist" && sha256sum -- a* c* >SHA256SUMS)
publish verify "$folder/dist" || fail "the signed sums are refused"
publish release "$folder/dist" v1.2.3 || fail "there is no release"
grep -q "<gh><release><create><v1.2.3><--verify-tag>" "$folder/words" || fail "gh's words are $(cat "$folder/words")"
for file in 'a b.deb' c.whl SHA256SUMS SHA256SUMS.sigstore.json; do
  grep -q "<$folder/dist/$file>" "$folder/words" || fail "$file is not part of the release"
done
[ "$(cat "$folder/dist.md")" = "- New words" ] || fail "the text is $(cat "$folder/dist.md")"
echo "a release is checked, signed and made"
