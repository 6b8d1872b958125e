#!/bin/bash
# Faults of the CPUs: cpu.sh up|down NAME STATE_DIR; base.sh says how they are made.
# They take this machine's CPUs from everybody else: each lives for half a minute at most.
LIFE=${LIFE:-30}
. "$(dirname "$0")/base.sh"

each_cpu() { # each_cpu TITLE COMMAND...: once for each CPU
  local title=$1 cpu
  shift
  for cpu in $(seq "$(nproc)"); do background "$title$cpu" "$@"; done
}

up_many() { background many stress-ng --cpu "$(($(nproc) * 6))" --cpu-method int64; }
down_many() { stop_background; }

up_hot_thread() { background hot bash -c 'exec -a hot-worker bash -c "while :; do :; done"'; }
down_hot_thread() { stop_background; }

up_fork_storm() { each_cpu storm bash -c 'while :; do /bin/true; done' cron-wrapper; }
down_fork_storm() { stop_background; }

up_small_writes() { each_cpu writer dd if=/dev/zero of=/dev/null bs=1; }
down_small_writes() { stop_background; }

up_switches_at_idle() { # near miss: two ends of a pipe that wake each other, with rests
  background switches python3 -c '
import os, time
there, back = os.pipe(), os.pipe()
if os.fork():
    while True:
        for _ in range(150):
            os.write(there[1], b"x"); os.read(back[0], 1)
        time.sleep(0.1)
while os.read(there[0], 1):
    os.write(back[1], b"x")
'
}
down_switches_at_idle() { stop_background; }

up_busy_moment() { background moment bash -c 'sleep 2; timeout 1 bash -c "while :; do :; done"; sleep 20'; } # near miss: one second
down_busy_moment() { stop_background; }

up_nice_batch() { # near miss: work that gives way
  each_cpu batch nice -n 19 bash -c 'while :; do :; done'
}
down_nice_batch() { stop_background; }

run_fault
