#!/bin/bash
# Faults of disks and file systems: io.sh up|down NAME STATE_DIR; base.sh says how they are made.
. "$(dirname "$0")/base.sh"

database() { # 4 KiB random reads, what a busy small database does
  dd if=/dev/urandom of="$mnt/db.data" bs=1M count=120 status=none
}
start_database() {
  background database fio --name=database --filename="$mnt/db.data" --rw=randread --bs=4k --direct=1 --ioengine=psync --numjobs=2 --time_based --runtime=120 "$@"
}

up_log_rotation() {
  disk_up 700
  mkdir -m 755 "$mnt/log"
  # Text that gzip can compress somewhat, and more of it than a window reads.
  base64 -w 120 </dev/urandom | head -c 350M >"$mnt/log/app.log"
  database
  forget_cache
  cat "/sys/block/$(basename "$(cat "$state/device")")/queue/read_ahead_kb" >"$state/readahead"
  echo 2048 >"/sys/block/$(basename "$(cat "$state/device")")/queue/read_ahead_kb"
  throttle read_bps 12582912
  printf '%s {\n size 1\n rotate 3\n compress\n compressoptions -1\n missingok\n su root root\n}\n' "$mnt/log/app.log" >"$state/logrotate.conf"
  chmod 644 "$state/logrotate.conf"
  background logrotate /usr/sbin/logrotate -f -s "$state/logrotate.state" "$state/logrotate.conf"
  start_database
}
down_log_rotation() {
  # The setting survives the loop device: whoever gets the number next would inherit it.
  cat "$state/readahead" >"/sys/block/$(basename "$(cat "$state/device")")/queue/read_ahead_kb"
  disk_down
}

up_database_alone() {
  disk_up 300
  database
  forget_cache
  start_database
}
down_database_alone() { disk_down; }

up_fsync() {
  disk_up 256
  throttle write_iops 150
  background wal fio --name=wal-writer --directory="$mnt" --size=48m --rw=write --bs=8k --fsync=1 --ioengine=psync --numjobs=4 --time_based --runtime=120
}
down_fsync() { disk_down; }

up_writeback() {
  disk_up 1100
  throttle write_bps 8388608
  # Stalls writers of this device only; the host's own dirty limits stay as they are.
  local bdi=/sys/class/bdi/$(device_number "$(cat "$state/device")")
  echo 1 >"$bdi/strict_limit"
  echo 268435456 >"$bdi/max_bytes"
  background writer dd if=/dev/zero of="$mnt/export.dump" bs=1M count=900
  sleep 1
  background victim bash -c "while :; do echo x >'$mnt/small'; sync '$mnt/small'; sleep 0.2; done"
}
down_writeback() {
  local bdi=/sys/class/bdi/$(device_number "$(cat "$state/device")")
  disk_down
  echo 0 >"$bdi/strict_limit"
  echo 100 >"$bdi/max_ratio"
}

small_disk_up() { # small_disk_up MKFS_OPTIONS...: one plain loop device of 64 MB
  truncate -s 64M "$state/small.img"
  losetup --find --show "$state/small.img" >"$state/device"
  mkfs.ext4 -q -F "$@" "$(cat "$state/device")"
  mkdir -p "$mnt"
  mount "$(cat "$state/device")" "$mnt"
}
small_disk_down() {
  stop_background
  umount "$mnt"
  losetup -d "$(cat "$state/device")"
}

up_full_space() {
  small_disk_up
  dd if=/dev/zero of="$mnt/app.log" bs=1M status=none 2>/dev/null
}
down_full_space() { small_disk_down; }

up_full_inodes() {
  small_disk_up -N 1024
  mkdir "$mnt/sessions"
  for i in $(seq 2000); do : >"$mnt/sessions/s$i" || break; done 2>/dev/null
}
down_full_inodes() { small_disk_down; }

up_full_deleted() {
  small_disk_up
  background logger bash -c "exec 3>'$mnt/app.log'; dd if=/dev/zero bs=1M >&3 2>/dev/null; rm '$mnt/app.log'; exec sleep 140"
  sleep 1
}
down_full_deleted() { small_disk_down; }

up_hung_device() {
  disk_up 128
  dd if=/dev/zero of="$mnt/f" bs=1M count=60 status=none
  forget_cache
  throttle read_bps 1
  throttle write_bps 1
  for i in 1 2 3; do background "reader$i" dd if="$mnt/f" of=/dev/null bs=64k skip=$((i * 100)); done
  background writer bash -c "echo x >'$mnt/new'; exec sync '$mnt/new'"
}
down_hung_device() { disk_down; }

up_frozen() {
  disk_up 128
  fsfreeze -f "$mnt"
  for i in 1 2 3; do background "writer$i" bash -c "echo x >'$mnt/w$i'"; done
}
down_frozen() {
  fsfreeze -u "$mnt"
  disk_down
}

up_remote_hung() {
  mkdir -p "$mnt"
  background server python3 "$(dirname "$0")/silent-fuse.py" "$mnt"
  sleep 1
  background list ls -l "$mnt"
  background stat stat "$mnt/x"
}
down_remote_hung() { # the server's end aborts the connection, and with it every request that waits
  stop_background
  umount -l "$mnt"
}

up_two_disks() { # one saturated by small random reads; a stream of 60 MB/s from another, idle one
  disk_up 300
  database
  forget_cache
  throttle read_iops 250
  start_database --iodepth=1 --numjobs=8
  fallocate -l 500M "$state/second.img"
  losetup --find --show --direct-io=on "$state/second.img" >"$state/second"
  ln -sf "$(command -v fio)" "$state/streamer"
  background streamer "$state/streamer" --name=streamer --filename="$(cat "$state/second")" --readonly --rw=read --bs=256k --direct=1 --ioengine=psync --rate=60m --time_based --runtime=120
}
down_two_disks() {
  disk_down
  losetup -d "$(cat "$state/second")"
}

run_fault
