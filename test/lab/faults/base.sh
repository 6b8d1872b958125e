#!/bin/bash
# What the faults of all areas share. Each AREA.sh sources this, defines up_NAME and down_NAME for its faults, and ends with
# `run_fault`. A file makes one real fault on this machine and takes it away again: AREA.sh up|down NAME STATE_DIR.
# For a throwaway root machine only: it makes loop devices, mounts, and blkio throttles (cgroup v1).
#
# The slow disk is a pair of loop devices: the lower one lies on a file and is throttled in the root blkio
# group, the upper one lies on the lower and is the disk that the host sees. (A throttle on the upper one
# itself would hold requests back before they are accounted, and iostat would show a calm disk.)
# What is started here ends by itself after LIFE seconds, whatever becomes of the test.
set -u
verb=$1 name=$2 state=$3
blkio=/sys/fs/cgroup/blkio
LIFE=${LIFE:-150}
mnt=$state/mnt
mkdir -p "$state"

background() { # background TITLE command...: in a session of its own, its leader's pid kept for `down`
  local title=$1
  shift
  setsid timeout -k 1 "$LIFE" "$@" >"$state/$title.log" 2>&1 </dev/null &
  echo $! >>"$state/pids"
}

stop_background() {
  [ -f "$state/pids" ] || return 0
  local pid signal
  for signal in TERM KILL; do
    for pid in $(cat "$state/pids"); do kill -$signal -- "-$pid" 2>/dev/null; done
    sleep 0.5
  done
  rm -f "$state/pids"
}

device_number() { cat "/sys/block/$(basename "$1")/dev"; }

throttle() { # throttle read_bps|write_bps|read_iops|write_iops VALUE: of the lower device; 0 lifts it
  echo "$(device_number "$(cat "$state/lower")") $2" >"$blkio/blkio.throttle.$1_device"
}

disk_up() { # disk_up SIZE_MB: ext4 on the upper device, mounted at $mnt
  fallocate -l "$1M" "$state/disk.img"
  losetup --find --show --direct-io=on "$state/disk.img" >"$state/lower"
  losetup --find --show --direct-io=on "$(cat "$state/lower")" >"$state/device"
  mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0 "$(cat "$state/device")"
  mkdir -p "$mnt"
  mount "$(cat "$state/device")" "$mnt"
}

forget_cache() { # so that reads of what was just written reach the device
  sync -f "$mnt"
  umount "$mnt"
  mount "$(cat "$state/device")" "$mnt"
}

disk_down() {
  local limit upper lower
  upper=$(cat "$state/device") lower=$(cat "$state/lower")
  # Throttles first: a task held by one stays in state D and keeps the mount busy.
  for limit in read_bps write_bps read_iops write_iops; do throttle $limit 0; done
  stop_background
  timeout 30 umount "$mnt" || umount -l "$mnt"
  losetup -d "$upper"
  losetup -d "$lower"
}

run_fault() {
  "${verb}_${name//-/_}"
  local status=$?
  [ "$verb" = down ] && rm -rf "$state"
  exit $status
}
