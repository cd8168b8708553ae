#!/bin/sh
# build_lock.sh FOLDER [STAMP]: waits until no other build runs in FOLDER, and keeps others out until the Ninja or the
# CMake that runs this has ended. Touches STAMP if another build has run since that Ninja began: it must read its files
# again. BuildLock.cmake has Ninja and CMake call it.
folder=$1
stamp=${2:-}
lock=$folder/build.lock # OWNER:START of the process that has it; RELEASED when, in clock ticks since the computer started
moment=5                # ticks: a lock is seen to be free so much later

# Sets name, parent and start (in those ticks) of a process.
look_at() {
  read -r line 2>/dev/null <"/proc/$1/stat" || return 1
  name=${line#*\(}
  name=${name%)*}
  # shellcheck disable=SC2086
  set -- ${line##*) }
  parent=$2
  start=${20}
}

touch "$lock"
read -r holder released <"$lock"
owner=
process=$PPID
while [ "$process" -gt 1 ] && look_at "$process"; do
  [ "$holder" = "$process:$start" ] && exit 0 # it has the lock, and this is a part of its work
  case $name in
    ninja* | samu | cmake)
      [ -n "$owner" ] || owner=$process begun=$start
      outermost=$process
      ;;
  esac
  process=$parent
done
[ -n "$owner" ] || exit 0 # whatever builds here, nobody knows when it ends

exec 9>>"$lock"
waited=
if ! flock -w 0.3 9; then
  waited=true
  said="waiting for another build in $folder ..."
  # At once: Ninja keeps what its commands say until they end.
  { exec 8>>"/proc/$outermost/fd/2"; } 2>/dev/null || exec 8>&2
  [ -t 8 ] && echo >&8 # after the command that Ninja says it runs
  echo "$said" >&8
  exec 8>&-
  flock 9
fi
look_at "$owner" && [ "$start" = "$begun" ] || exit 1 # ended meanwhile
read -r holder released <"$lock"
if [ -n "$stamp" ] && { [ -n "$waited" ] || [ "${released:-0}" -gt $((begun + moment)) ]; }; then
  touch "$stamp"
fi
echo "$owner:$begun" >"$lock"

# What holds it from now on, without the pipe that Ninja reads this script's output from. It writes into the file that it
# holds, not into one of that name: a folder that is removed or made anew meanwhile gets none.
# shellcheck disable=SC2016
setsid sh -c '
  tail --pid="$1" --sleep-interval=0.02 --follow /dev/null
  read -r uptime rest </proc/uptime
  echo "free ${uptime%.*}${uptime#*.}" >"/proc/$$/fd/9"
' build_lock "$owner" </dev/null >/dev/null 2>&1 &
