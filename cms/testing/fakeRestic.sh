#!/bin/sh
# Stands in for `restic` in tests: records its calls, and remembers the backups, in the folder RESTIC_REPOSITORY. A file
# `fail-<command>` there has the error message with which a command fails, and `hang-<command>` makes it run until SIGINT. A file
# `locked` is the lock of an interrupted process.
from=$PWD
cd "${RESTIC_REPOSITORY:?}" || exit 1
trap '[ -z "$!" ] || kill $!; echo interrupted >>calls; exit 130' INT
echo "$*" >>calls
command=$1
if [ -f "fail-$command" ]; then
  echo '{"message_type":"summary","snapshot_id":"incomplete"}'
  cat "fail-$command" >&2
  if [ -f "hang-$command" ]; then
    sleep 1000 >/dev/null 2>&1 &
    wait
  fi
  exit "$(cat "code-$command" 2>/dev/null || echo 1)"
fi
if [ "$command" = unlock ]; then
  rm -f locked
elif [ -f locked ] && [ "${*%--no-lock}" = "$*" ]; then
  echo 'unable to create lock in backend: repository is already locked' >&2
  exit 1
elif [ "$command" = init ]; then
  : >snapshots
elif [ ! -f snapshots ]; then
  echo 'Fatal: unable to open config file: stat config: no such file or directory' >&2
  exit 1
elif [ "$command" = cat ]; then
  echo '{"version":2,"id":"a1b2c3"}'
elif [ "$command" = backup ]; then
  # backup . --host HOST --tag NAME --time 'DAY TIME'
  cp -R "$from" "files-$6"
  echo "{\"id\":\"$6\",\"tags\":[\"$6\"],\"time\":\"$(echo "$8" | tr ' ' T)\"}" >>snapshots
elif [ "$command" = snapshots ]; then
  echo "[$(paste -sd , snapshots)]"
elif [ "$command" = forget ]; then
  for id; do
    grep -v "\"id\":\"$id\"" snapshots >remaining
    mv remaining snapshots
  done
elif [ "$command" = stats ]; then
  echo "{\"total_size\":$(cat size 2>/dev/null || echo 1000)}"
elif [ "$command" = restore ]; then
  # restore ID --target FOLDER
  cp -R "files-$2/." "$4"
fi
