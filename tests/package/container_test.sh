#!/usr/bin/env bash
# The container's recipe does what it says in the shell that runs it, which is sh: container_test.sh SOURCE_FOLDER
# Its steps are run with programs that only write down what they are asked for. (./test.sh --packages builds it.)
set -euo pipefail
source=$1
recipe=$source/resources/container/Containerfile
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "$1"
  exit 1
}
mkdir "$folder/bin"
for program in apt-get dpkg-buildpackage git rm; do
  printf '#!/bin/sh\necho %s "$@" >>"%s/log"\n' "$program" "$folder" >"$folder/bin/$program"
  chmod +x "$folder/bin/$program"
done

# Steps, each in one line.
sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$recipe" | sed -n 's/^RUN //p' >"$folder/steps"
while read -r step; do PATH=$folder/bin /usr/bin/dash -c "$step"; done <"$folder/steps"
for wanted in "apt-get build-dep .* \." "dpkg-buildpackage .*-b" "apt-get install .*\.deb"; do
  grep -q "^$wanted" "$folder/log" || fail "no step does '$wanted': $(cat "$folder/log")"
done
# What the last stage takes from the first are packages that debian/control has, the images among them.
[ "$(grep -c '^FROM .*debian:12' "$recipe")" -eq 2 ] || fail "there are not two stages"
packages=$(sed -n 's/^COPY --from=build \(.*\) [^ ]*$/\1/p' "$recipe" | tr ' ' '\n' | sed 's/.*\///; s/_.*//' | sort | xargs)
[ "$packages" = "arenascope arenascope-firmware" ] || fail "the image gets the packages '$packages'"
for package in $packages; do
  grep -q "^Package: $package$" "$source/debian/control" || fail "debian/control has no package $package"
done
echo "the recipe's steps run in sh"
