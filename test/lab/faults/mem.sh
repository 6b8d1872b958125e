#!/bin/bash
# Faults of memory: mem.sh up|down NAME STATE_DIR; base.sh says how they are made. cgroup v1: each happens inside a group of
# its own, so that the machine itself never runs short.
. "$(dirname "$0")/base.sh"

tree=/sys/fs/cgroup/memory
group=diagbot-lab-$name

group_up() { # group_up LIMIT
  mkdir -p "$tree/$group"
  echo "$1" >"$tree/$group/memory.limit_in_bytes"
  echo "/$group" >"$state/cgroup"
}

inside() { # inside TITLE COMMAND...: runs it in the background as a member of the group
  local title=$1
  shift
  background "$title" bash -c 'echo $$ >"$1/cgroup.procs" || exit 9; shift; exec "$@"' inside "$tree/$group" "$@"
}

group_down() {
  local tries
  stop_background
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    rmdir "$tree/$group" 2>/dev/null && break
    sleep 0.2
  done
}

up_oom() { # a leak that is killed and started again, every two seconds or so
  group_up 64M
  inside app bash -c 'while :; do python3 -c "
import time
held = []
while True:
    held.append(bytearray(1 << 20))
    time.sleep(0.02)
"; sleep 0.5; done'
}
down_oom() { group_down; }

up_roomy_grower() { # near miss: a program that takes memory, keeps it and stays inside its limit
  group_up 256M
  inside app python3 -c "
import time
held = [bytearray(1 << 20) for _ in range(100)]
while True:
    held[0] = bytearray(1 << 20)
    time.sleep(0.1)
"
}
down_roomy_grower() { group_down; }

swap_up() { # swap_up LIMIT: a slow swap area, and a group that has to use it
  fallocate -l 700M "$state/disk.img"
  losetup --find --show --direct-io=on "$state/disk.img" >"$state/lower"
  losetup --find --show --direct-io=on "$(cat "$state/lower")" >"$state/device"
  mkswap -q "$(cat "$state/device")"
  swapon "$(cat "$state/device")" || exit 1
  throttle read_bps 31457280
  throttle write_bps 31457280
  group_up "$1"
  echo 100 >"$tree/$group/memory.swappiness"
}

swap_down() {
  local limit
  for limit in read_bps write_bps; do throttle $limit 0; done
  stop_background
  swapoff "$(cat "$state/device")"
  group_down
  losetup -d "$(cat "$state/device")"
  losetup -d "$(cat "$state/lower")"
}

up_swap() { # touches more than it may hold, at random
  swap_up 128M
  inside app python3 -c "
import random
pages = 300 * 256
heap = bytearray(pages * 4096)
while True:
    heap[random.randrange(pages) * 4096] = 1
"
}
down_swap() { swap_down; }

up_swap_at_rest() { # near miss: much in swap, and nobody asks for it
  swap_up 128M
  inside app python3 -c "
import time
heap = bytearray(300 << 20)
for page in range(0, len(heap), 4096):
    heap[page] = 1
while True:
    time.sleep(1)
"
  local tries
  for tries in $(seq 60); do
    [ "$(awk 'NR > 1 { used += $4 } END { print used + 0 }' /proc/swaps)" -gt 150000 ] && break
    sleep 0.5
  done
  sleep 2
}
down_swap_at_rest() { swap_down; }

cache_up() { # an application's file in the page cache of a group on a slow disk, and a tree for a backup to read
  local number
  disk_up 1250
  dd if=/dev/zero of="$mnt/app.dat" bs=1M count=300 status=none
  mkdir "$mnt/tree"
  for number in $(seq 70); do dd if=/dev/zero of="$mnt/tree/file$number" bs=1M count=10 status=none; done
  forget_cache
  group_up 340M
  for number in 1 2; do bash -c 'echo $$ >"$1/cgroup.procs"; exec cat "$2" >/dev/null' warm "$tree/$group" "$mnt/app.dat"; done
  throttle read_bps 62914560
  throttle read_iops 110
  inside app fio --name=app --filename="$mnt/app.dat" --invalidate=0 --rw=randread --bs=4k --ioengine=psync --rate_iops=400 --time_based --runtime=120
}

backup() { # backup SECONDS: reads the tree again and again
  inside backup bash -c 'cd "$1"; while [ $SECONDS -lt "$2" ]; do tar cf - tree | cat >/dev/null; done' backup "$mnt" "$1"
}

cache_down() {
  disk_down
  group_down
}

up_backup_evicts() {
  cache_up
  backup 90
  sleep 4
}
down_backup_evicts() { cache_down; }

up_backup_has_evicted() { # the backup is over, and what the application needs is still not back
  cache_up
  backup 12
  sleep 14
}
down_backup_has_evicted() { cache_down; }

up_cache_full() { # near miss: a full page cache in which everything that is asked for is found
  cache_up
}
down_cache_full() { cache_down; }

names() { # names COUNT SECONDS: looks up names that do not exist, each of which leaves an entry; removing the folder frees them
  mkdir -p "$state/empty"
  background names perl -e '
    chdir shift or die;
    my ($count, $end) = (shift, time + shift);
    for (my $i = 0; $i < $count; $i++) { -e "session-lookup-$i"; last if $i % 100000 == 0 && time > $end }
    sleep 120' "$state/empty" "$1" "$2"
}

up_dentries_grow() { names 30000000 20; }
down_dentries_grow() { stop_background; }

up_dentries_at_rest() { # near miss: millions of entries that can be given back, and room
  names 3000000 10
  sleep 8
}
down_dentries_at_rest() { stop_background; }

run_fault
