#!/bin/sh
# Writes a backup each night at 4:15 and removes those older than two weeks. Runs in the image, with /backups mounted.
set -eu
# The first process of a container ends at a signal only if it says so, and the shell waits for no program but in `wait`.
child=
trap '[ -z "$child" ] || kill "$child" || true; exit 0' TERM INT
run() {
  "$@" &
  child=$!
  wait "$child" || { child=; return 1; }
  child=
}
while :; do
  now=$(date +%s)
  next=$(date -d 'today 04:15' +%s)
  [ "$next" -gt "$now" ] || next=$(date -d 'tomorrow 04:15' +%s)
  run sleep $((next - now))
  place=/backups/$(date +%F-%H%M)
  if run node .build/admin.mjs backup "$place" && run node .build/admin.mjs verify "$place"; then
    find /backups -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} +
  else
    echo "the backup to $place failed" >&2
  fi
  [ -z "${BACKUP_S3_URL:-}" ] || run node .build/admin.mjs backup "s3:$(date +%F)" || echo "the backup to S3 failed" >&2
done
