#!/usr/bin/env bash
# build_lock_test.sh CHECKOUT: a project of the test's own, locked as ours are. Builds in one folder come one after the
# other and say so, whoever starts them; nothing is built twice; a build that is killed keeps nobody out, and one that has
# ended writes nothing into a folder that has been removed since.
set -euo pipefail
checkout=$1
folder=$(mktemp -d)
trap 'touch "$folder/go"; wait; rm -rf "$folder"' EXIT
fail() {
  echo "FAILED: $1" >&2
  tail -n +1 "$folder"/*.log >&2
  exit 1
}
# until_there PROCESS FILE WORDS: until the file has them, while the process that writes it is there.
until_there() {
  until [ -e "$2" ] && grep -q "$3" "$2"; do
    kill -0 "$1" 2>/dev/null || fail "nothing said: $3"
    sleep 0.05
  done
}

cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
include(${CHECKOUT}/cmake/BuildLock.cmake)
project(locked LANGUAGES NONE)
arenascope_lock_builds()
foreach(part 1 2 3)
  add_custom_command(OUTPUT part${part} COMMAND sh ${CMAKE_SOURCE_DIR}/work.sh part${part} DEPENDS source VERBATIM)
  list(APPEND parts ${CMAKE_BINARY_DIR}/part${part})
endforeach()
add_custom_target(parts ALL DEPENDS ${parts})
END
# Works until the test lets it go on, and fails where another one works.
cat >"$folder/work.sh" <<'END'
cd "$(dirname "$0")"
mkdir working || exit 1
echo "$1" >>done.log
until [ -e go ]; do sleep 0.05; done
touch "build/$1"
rmdir working
END
touch "$folder/source"
cmake -G Ninja -S "$folder" -B "$folder/build" -DCHECKOUT="$checkout" >"$folder/configure.log"

ninja -C "$folder/build" -j1 >"$folder/first.log" 2>&1 &
first=$!
until_there $first "$folder/done.log" part1
ninja -C "$folder/build" -j1 >"$folder/second.log" 2>&1 &
second=$!
until_there $second "$folder/second.log" "waiting for another build in $folder/build"
cmake -S "$folder" -B "$folder/build" >"$folder/third.log" 2>&1 &
third=$!
until_there $third "$folder/third.log" "waiting for another build in $folder/build"
touch "$folder/go"
wait $first || fail "the first build"
wait $second || fail "the second build"
wait $third || fail "configuring beside them"
[ "$(cat "$folder/done.log")" = "$(printf 'part1\npart2\npart3')" ] || fail "something was built twice"
ninja -C "$folder/build" >"$folder/fourth.log" 2>&1 || fail "a build with nothing to do"
grep -q "no work to do" "$folder/fourth.log" || fail "a build with nothing to do does something"
! grep -q "waiting" "$folder/first.log" "$folder/fourth.log" || fail "nobody else built then"

rm "$folder/go" "$folder/done.log"
touch "$folder/source"
ninja -C "$folder/build" -j1 >"$folder/killed.log" 2>&1 &
killed=$!
until_there $killed "$folder/done.log" part1
kill -KILL $killed
wait $killed 2>/dev/null || true
touch "$folder/go" # ends what it had started
until [ ! -e "$folder/working" ]; do sleep 0.05; done
ninja -C "$folder/build" -j1 >"$folder/after.log" 2>&1 || fail "the build after one that was killed"
for part in part1 part2 part3; do grep -q $part "$folder/done.log" || fail "$part was not built"; done

rm "$folder/go" "$folder/done.log"
touch "$folder/source"
ninja -C "$folder/build" -j1 >"$folder/removed.log" 2>&1 &
removed=$!
until_there $removed "$folder/done.log" part1
exec 7<"$folder/build/build.lock"
rm "$folder/build/build.lock"
touch "$folder/go"
wait $removed || fail "the build whose lock was removed"
flock 7 # until nothing holds it
[ "$(sed 's/ .*//' <&7)" = free ] || fail "the lock does not say that it is free"
[ ! -e "$folder/build/build.lock" ] || fail "a build that has ended puts its lock back"
