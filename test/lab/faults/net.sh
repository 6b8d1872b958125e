#!/bin/bash
# Faults of the network: net.sh up|down NAME STATE_DIR; base.sh says how they are made.
# The far host is a network namespace at the other end of a veth pair.
. "$(dirname "$0")/base.sh"

space=diagbot-lab
near=dblab0 far=dblab1
near_address=10.203.77.1 far_address=10.203.77.2 port=18377
tcp=$(dirname "$0")/tcp.py

far_up() {
  ip netns add $space
  ip link add $near type veth peer name $far netns $space
  ip addr add $near_address/30 dev $near
  ip link set $near up
  ip -n $space addr add $far_address/30 dev $far
  ip -n $space link set $far up
  ip -n $space link set lo up
}

far_down() {
  stop_background
  ip link del $near 2>/dev/null
  ip netns del $space
}

sink_and_streams() { # sink_and_streams MODE
  background sink ip netns exec $space python3 "$tcp" sink $far_address $port
  sleep 0.5
  for each in 1 2 3 4; do background "stream$each" python3 "$tcp" "$1" $far_address $port; done
}

up_overflow() {
  background server python3 "$tcp" deaf 127.0.0.1 $port
  sleep 0.5
  background clients python3 "$tcp" knock 127.0.0.1 $port
}
down_overflow() { stop_background; }

up_accepting() { # near miss: as many connections, and a server that accepts them
  background server python3 "$tcp" sink 127.0.0.1 $port
  sleep 0.5
  background clients python3 "$tcp" knock 127.0.0.1 $port
}
down_accepting() { stop_background; }

lose() { # lose PART: of the packets that arrive at the far host
  ip netns exec $space iptables-legacy -A INPUT -p tcp -m statistic --mode random --probability "$1" -j DROP
}

up_loss() {
  far_up
  lose 0.05
  sink_and_streams stream
}
down_loss() { far_down; }

up_little_loss() { # near miss: what the internet loses on an ordinary day
  far_up
  lose 0.003
  sink_and_streams stream
}
down_little_loss() { far_down; }

shape() { tc qdisc add dev $near root tbf rate 2mbit burst 4k limit 6k; }

up_shaper() {
  far_up
  shape
  sink_and_streams stream
}
down_shaper() { far_down; }

up_shaper_roomy() { # near miss: a shaper, and traffic far below its rate
  far_up
  tc qdisc add dev $near root tbf rate 20mbit burst 64k latency 50ms
  sink_and_streams trickle
}
down_shaper_roomy() { far_down; }

table=/proc/sys/net/netfilter/nf_conntrack_max

table_up() { # table_up ENTRIES CONNECTIONS
  far_up
  ip netns exec $space iptables-legacy -A INPUT -m conntrack --ctstate NEW -j ACCEPT
  cat $table >"$state/table"
  echo "$1" >$table
  background sink ip netns exec $space python3 "$tcp" sink $far_address $port
  sleep 0.5
  background holder python3 "$tcp" hold $far_address $port "$2"
}
table_down() {
  cat "$state/table" >$table
  far_down
}

up_conntrack() { table_up 100 400; }
down_conntrack() { table_down; }

up_conntrack_roomy() { table_up 5000 60; }
down_conntrack_roomy() { table_down; }

run_fault
