#!/bin/bash
# Faults of control groups: cgroup.sh up|down NAME STATE_DIR; base.sh says how they are made. cgroup v1.
. "$(dirname "$0")/base.sh"

tree=/sys/fs/cgroup
group=diagbot-lab-$name

group_up() { # group_up CONTROLLER...: the group in the trees of these controllers
  local controller
  for controller in "$@"; do mkdir -p "$tree/$controller/$group"; done
  echo "$*" >"$state/controllers"
  echo "/$group" >"$state/cgroup"
}

inside() { # inside TITLE COMMAND...: runs it in the background as a member of the group
  local title=$1
  shift
  background "$title" bash -c '
    for controller in $1; do echo $$ >"$2/$controller/$3/cgroup.procs" || exit 9; done
    shift 3
    exec "$@"' inside "$(cat "$state/controllers")" "$tree" "$group" "$@"
}

group_down() {
  local controller tries
  stop_background
  for controller in $(cat "$state/controllers"); do
    for tries in 1 2 3 4 5 6 7 8 9 10; do
      rmdir "$tree/$controller/$group" 2>/dev/null && break
      sleep 0.2
    done
  done
}

quota_up() { # quota_up PERCENT: of one CPU
  group_up cpu cpuacct
  echo 100000 >"$tree/cpu/$group/cpu.cfs_period_us"
  echo "$1"000 >"$tree/cpu/$group/cpu.cfs_quota_us"
}

up_cpu_throttled() {
  quota_up 20
  for worker in 1 2; do inside "worker$worker" bash -c 'exec -a api-worker bash -c "while :; do :; done"'; done
}
down_cpu_throttled() { group_down; }

up_quota_not_reached() { # near miss: a quota, and work that stays below it
  quota_up 50
  inside worker bash -c 'exec -a api-worker bash -c "while :; do for i in {1..2000}; do :; done; sleep 0.2; done"'
}
down_quota_not_reached() { group_down; }

limit_up() { # limit_up SIZE
  group_up memory
  echo "$1" >"$tree/memory/$group/memory.limit_in_bytes"
}

up_memory_cache() { # a reader in a group that cannot hold what it reads
  limit_up 64M
  dd if=/dev/zero of="$state/data" bs=1M count=200 status=none
  # Pages stay charged to whoever read them first: dropped here, or the group would read from memory that is not its own.
  dd of="$state/data" oflag=nocache conv=notrunc,fdatasync count=0 status=none
  inside reader bash -c "while :; do cat '$state/data' >/dev/null; done"
}
down_memory_cache() { group_down; }

up_memory_roomy() { # near miss: a limit, and a reader whose file fits into it
  limit_up 512M
  dd if=/dev/zero of="$state/data" bs=1M count=100 status=none
  dd of="$state/data" oflag=nocache conv=notrunc,fdatasync count=0 status=none
  inside reader bash -c "while :; do cat '$state/data' >/dev/null; sleep 0.5; done"
}
down_memory_roomy() { group_down; }

up_io_cap() { # its own cap on a device that has room
  group_up blkio
  fallocate -l 300M "$state/disk.img"
  losetup --find --show --direct-io=on "$state/disk.img" >"$state/device"
  echo "$(device_number "$(cat "$state/device")") 40" >"$tree/blkio/$group/blkio.throttle.read_iops_device"
  inside app fio --name=reports --filename="$(cat "$state/device")" --readonly --rw=randread --bs=64k --direct=1 --ioengine=psync --numjobs=4 --time_based --runtime=120
}
down_io_cap() {
  echo "$(device_number "$(cat "$state/device")") 0" >"$tree/blkio/$group/blkio.throttle.read_iops_device"
  group_down
  losetup -d "$(cat "$state/device")"
}

up_memcg_leak() { # groups that are removed while a page of a file is charged to each
  group_up memory
  mkdir "$state/files"
  python3 "$(dirname "$0")/leak.py" "$tree/memory/$group" "$state/files" 5000
}
down_memcg_leak() {
  rm -rf "$state/files"
  echo 1 >"$tree/memory/$group/memory.force_empty" 2>/dev/null
  group_down
  # What is left holds slab objects of its own: reclaim them, as the advice says, until the kernel has let go.
  for tries in 1 2 3 4 5; do
    [ "$(awk '$1 == "memory" { print $3 }' /proc/cgroups)" -lt 1000 ] && break
    echo 2 >/proc/sys/vm/drop_caches
    sleep 1
  done
}

up_groups_left_behind() { # groups that nobody removes, without a task in them
  group_up memory
  (cd "$tree/memory/$group" && seq -f job-%.0f 4000 | xargs mkdir)
}
down_groups_left_behind() {
  find "$tree/memory/$group" -mindepth 1 -type d -exec rmdir {} +
  group_down
}

up_pids() {
  group_up pids
  echo 20 >"$tree/pids/$group/pids.max"
  inside forker bash -c 'for i in {1..19}; do sleep 140 & done; while :; do (: &) 2>/dev/null; sleep 0.3; done' 2>/dev/null
}
down_pids() { group_down; }

run_fault
