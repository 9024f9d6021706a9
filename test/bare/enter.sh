#!/bin/bash
# Runs one command on a bare machine, as root in namespaces of its own (see machine.mjs): enter.sh COMMAND ARGUMENT…
# LAYERS: folders of the system, the top one first   MACHINE: the machine's own folder   RUN_AS: user:group
# WORK_DIR: working folder in the machine   BIND: lines `FROM TO` to mount   READ_ONLY: folder to mount read-only
# NET: off without network   MEMORY_GROUP: folder of a cgroup to run in   UMASK, NICE, CORES: as their names say
set -euo pipefail

if [ -n "${MEMORY_GROUP:-}" ]; then echo $$ >"$MEMORY_GROUP/cgroup.procs"; fi
if [ "${NET:-on}" = off ]; then ip link set lo up; fi

root=$MACHINE/root
mkdir -p "$root" "$MACHINE/changes" "$MACHINE/work"
mount -t overlay overlay -o "lowerdir=$LAYERS,upperdir=$MACHINE/changes,workdir=$MACHINE/work" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind -o ro /sys "$root/sys"
for file in /etc/resolv.conf /etc/hosts; do
  touch "$root$file"
  mount --bind "$file" "$root$file"
done
while read -r from to; do
  [ -n "$from" ] || continue
  mkdir -p "$root$to"
  mount --bind "$from" "$root$to"
done <<<"${BIND:-}"
if [ -n "${READ_ONLY:-}" ]; then
  mount --bind "$root$READ_ONLY" "$root$READ_ONLY"
  mount -o remount,bind,ro "$root$READ_ONLY"
fi

# Bash stays: it is the first process here and collects those whose parents have ended.
# shellcheck disable=SC2016
taskset --cpu-list "${CORES:-0-1023}" nice -n "${NICE:-0}" \
  chroot --userspec "$RUN_AS" "$root" /bin/sh -c 'umask "$1"; cd "$2"; shift 2; exec "$@"' sh "${UMASK:-022}" "$WORK_DIR" "$@"
