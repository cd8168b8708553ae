#!/usr/bin/env bash
# The container's recipe does what it says in the shell that runs it, which is sh: container_test.sh SOURCE_FOLDER
# Its steps are run with programs that only write down what they are asked for.
set -euo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/arenascope/cmake" "$folder/arenascope/build/release" "$folder/bin"
cp "$source/cmake/setup.sh" "$folder/arenascope/cmake"
printf 'install_packages() { echo "install ${*:1:2}" >>"%s/log"; }\n' "$folder" >>"$folder/arenascope/cmake/setup.sh"
for program in cmake cpack; do
  printf '#!/bin/sh\necho %s $1 >>"%s/log"\n' "$program" "$folder" >"$folder/bin/$program"
  chmod +x "$folder/bin/$program"
done

# Steps, each in one line.
sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$source/resources/container/Containerfile" | sed -n 's/^RUN //p' >"$folder/steps"
while read -r step; do dash -n -c "$step"; done <"$folder/steps"
first=$(head -1 "$folder/steps")
PATH=$folder/bin:$PATH dash -c "${first//\/arenascope/$folder/arenascope}"
wanted=$(printf '%s\n' "install g++ cmake" "cmake --preset" "cmake --build" "cpack")
[ "$(cat "$folder/log")" = "$wanted" ] || { echo "its first step does:"; cat "$folder/log"; exit 1; }
echo "the recipe's steps run in sh"
