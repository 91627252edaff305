#!/bin/sh
# Writes a backup each night at 4:15 and removes those older than two weeks. Runs in the image, with /backups mounted.
set -eu
# The first process of a container ends at a signal only if it says so.
sleeping=
trap '[ -z "$sleeping" ] || kill "$sleeping"; exit 0' TERM INT
while :; do
  now=$(date +%s)
  next=$(date -d 'today 04:15' +%s)
  [ "$next" -gt "$now" ] || next=$(date -d 'tomorrow 04:15' +%s)
  sleep $((next - now)) &
  sleeping=$!
  wait "$sleeping"
  sleeping=
  place=/backups/$(date +%F-%H%M)
  if node .build/admin.mjs backup "$place" && node .build/admin.mjs verify "$place"; then
    find /backups -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} +
  fi
  [ -z "${BACKUP_S3_URL:-}" ] || node .build/admin.mjs backup "s3:$(date +%F)" || echo "the backup to S3 failed" >&2
done
