#!/usr/bin/env bash
# same_json.sh OLD NEW FOLDER [SUBCOMMANDS]: whether two builds of the program write the same JSON, to the byte, of every
# model in a folder. Prints what differs; the last line says how many documents were compared.
set -uo pipefail
old=${1:?the program as it was} new=${2:?the program} models=${3:?a folder with models}
read -r -a subcommands <<<"${4:-profile compare plan sweep overhead boards advise}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
compared=0 different=0
while IFS= read -r -d '' model; do
  for subcommand in "${subcommands[@]}"; do
    for program in old new; do
      XDG_CACHE_HOME=$folder/cache "${!program}" "$subcommand" "$model" --json "$folder/$program" >/dev/null 2>&1
      echo "status $?" >>"$folder/$program"
    done
    compared=$((compared + 1))
    cmp -s "$folder/old" "$folder/new" && continue
    different=$((different + 1))
    echo "$subcommand $model"
    diff "$folder/old" "$folder/new" | head -5
  done
done < <(find "$models" -name '*.tflite' -print0 | sort -z)
echo "$compared documents compared, $different differ"
[ "$compared" -gt 0 ] && [ "$different" -eq 0 ]
