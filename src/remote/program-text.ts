/** Tests of find for a directory with more than 2,000 control groups in it, which is not gone into. commands/cgroup.yml counts the same ones. */
export const CROWDED = '-type d -links +2000 -prune';

/**
 * The sh text around an entry's commands. It runs under dash, bash, busybox sh and mksh, writes nothing on the host,
 * and is a comment's length away from being read in full by whoever has to allow it.
 *
 * Why it is as it is:
 * - All of it stands in one function that the last line calls: half a program is a syntax error and runs nothing.
 * - Each frame is one write of less than 4,096 bytes, so that frames of several writers never mix on the pipe.
 *   Hence ORS="" and one print a line: mawk writes a newline of its own accord as a second write.
 * - `-W interactive` and fflush() make mawk hand on each line as it comes; other awks warn of it, to /dev/null.
 * - A command's exit status is told after both its framers have ended, or it would overtake the last lines.
 * - A line without an end would fill an awk's memory: one-shot commands pass `head -c`, all framers have `ulimit -v`.
 * - The guards write nothing before they kill: on a full or broken channel they would wait for ever.
 * - Standard input is the lifeline: when the reader is gone it ends, and with it everything here.
 * - A guard's TERM trap is inherited by its `sleep`, so it is `trap 'exit 0'` with the sleep in the background.
 * - No `timeout`: it makes a process group of its own, which the guards would not reach.
 */
export function framework(name: string, before: string, first: string, second: string): string {
  return `# diagbot ${name}: everything that /diag ${name} runs on a host. It reads and writes nothing but its standard output.
# Arguments: NONCE (hex) SECONDS INTERVAL DEADLINE MAXBYTES (digits) [HUNG: id:pid,...]
diagbot() {
case $# in 5 | 6) ;; *) exit 64 ;; esac
case $1 in '' | *[!0-9a-f]*) exit 64 ;; esac
for number in "$2" "$3" "$4" "$5"; do
  case $number in '' | 0* | *[!0-9]* | ??????????*) exit 64 ;; esac
done
case \${6-} in *[!a-z0-9:.,-]*) exit 64 ;; esac
nonce=$1 seconds=$2 interval=$3 deadline=$4 maxbytes=$5 hung=,\${6-},
PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/usr/local/sbin
LC_ALL=C TZ=UTC0 S_TIME_FORMAT=ISO S_COLORS=never
export PATH LC_ALL TZ S_TIME_FORMAT S_COLORS
cd /
exec 8<&0 9>&1 </dev/null >/dev/null 2>/dev/null

say() { # ID KIND TEXT: one frame
  printf '%s %s\\n' "$nonce" "$*" >&9
}
frame() { # ID KIND LIMIT: each line that comes in as a frame, longer ones in pieces; says first which process it is
  read -r self rest </proc/self/stat && say "$1" w "$self"
  ulimit -v 400000
  exec awk -W interactive -v "p=$nonce $1 $2" -v "cut=$nonce $1 t" -v "max=$3" '
    BEGIN { ORS = "" }
    {
      size += length($0) + 1
      if (size > max) { print cut "\\n"; fflush(); exit }
      line = $0
      while (length(line) > 3900) { print p "c " substr(line, 1, 3900) "\\n"; line = substr(line, 3901) }
      print p " " line "\\n"; fflush()
    }' >&9
}
complaints() { # ID: standard error as frames; a few lines need no awk, and what is beyond them is thrown away
  ulimit -v 400000
  number=0
  while [ "$number" -lt 40 ] && { read -r line || [ -n "$line" ]; }; do
    [ \${#line} -gt 2000 ] && line="(a line of \${#line} bytes)"
    say "$1" e "$line"
    number=$((number + 1))
  done
  [ "$number" -lt 40 ] || exec cat >/dev/null
}
one() { # ID LIMIT KEEP COMMAND...: runs it between two framers; returns its exit status once both have ended
  id=$1 limit=$2 keep=$3
  shift 3
  [ "$limit" -gt "$maxbytes" ] && limit=$maxbytes
  case $1 in files | groups | links) say "$id" s ;; *) say "$id" s "$*" ;; esac
  # A leak leaves groups by the ten thousand in one directory: that one is read, those in it are left out.
  [ "$1" = groups ] && [ -n "$crowds" ] && say "$id" t
  return "$({ { {
    "$@" 2>&5 3>&- 5>&- 8<&- 9>&- &
    say "$id" p $!
    wait $!
    echo $? >&3
  } | case $keep in
    live) frame "$id" o "$limit" ;;
    head) head -c $((limit + 1)) | frame "$id" o "$limit" ;;
    *) tail -n "\${keep#last}" | frame "$id" o "$limit" ;;
  esac; } 5>&1 | complaints "$id"; } 3>&1)"
}
files() { # PATTERN PATH...: their lines that match, each led by its path
  match=$1
  shift
  [ $# -lt 1000 ] && exec grep $text -HE "$match" "$@"
  printf '%s\\0' "$@" | xargs -0 -n 2000 grep $text -HE "$match"
}
groups() { # PATTERN NAMES PATH...: as files does, and from each control group what NAMES, tests of find, choose
  match=$1 names=$2
  shift 2
  {
    [ $# = 0 ] || printf '%s\\0' "$@"
    find /sys/fs/cgroup -maxdepth 6 ${CROWDED} -o -type f \\( $names \\) -print0
    [ -z "$crowds" ] || printf %s "$crowds" | tr '\\n' '\\0' | xargs -0 -I '{}' find '{}' -maxdepth 1 -type f \\( $names \\) -print0
  } | xargs -0 -n 2000 grep $text -HE "$match"
}
links() { # PATH...: where they point, without the targets that are no files
  printf '%s\\0' "$@" | xargs -0 -n 2000 ls -ld | sed -e '/ -> \\/dev\\/null$/d' -e '/ -> [a-z_]*:/d'
}
root() { # COMMAND...: may sudo run it without asking?
  [ "$uid" != 0 ] && sudo -n -l "$@"
}
free() { # ID: false, and said so, while a process that this command left behind is still stuck in the kernel
  case $hung in *",$1:"*) ;; *) return 0 ;; esac
  pid=\${hung#*",$1:"}
  pid=\${pid%%,*}
  read -r stat <"/proc/$pid/stat" || return 0
  case $stat in *') D '*) say "$1" n "$pid" && return 1 ;; esac
}
mounts() { # ID COMMAND...: once for each local file system, each in a process of its own
  base=$1 number=0 seen=' '
  shift
  while read -r mountid parent device top point options; do
    type=\${options#* - }
    source=\${type#* } type=\${type%% *}
    case $type:$point in
      squashfs:* | iso9660:* | udf:* | erofs:* | devtmpfs:* | nfs*:* | cifs:* | smb3:* | ceph:*) continue ;;
      fuse.lxcfs:* | fuse.gvfsd-fuse:* | fuse.portal:* | fusectl:*) continue ;;
      fuse*:* | zfs:* | tmpfs:/tmp | tmpfs:/run | tmpfs:/dev/shm | overlay:/) ;;
      *) case $source in /dev/*) ;; *) continue ;; esac ;;
    esac
    case $seen in *" $device "* | *" $point "*) continue ;; esac
    seen="$seen$device $point " number=$((number + 1))
    [ "$number" -gt 40 ] && break
    free "$base.$number" && mounted "$base.$number" "$point" "$@" &
    pids="$pids $!"
  done </proc/self/mountinfo
}
mounted() { # ID POINT COMMAND...: two lines of text need no framers
  id=$1 point=$2
  shift 2
  case $point in *\\*) point=$(printf %b "$point") ;; esac
  say "$id" s "$* $point"
  text=$(
    "$@" "$point" 2>&1 8<&- 9>&- &
    say "$id" p $!
    wait $!
  )
  status=$? kind=o
  [ "$status" = 0 ] || kind=e
  set -f
  IFS='
'
  for line in $text; do say "$id $kind $line"; done
  say "$id x $status"
}
end() { # the whole process group, and nothing is written before
  trap '' TERM
  kill -TERM 0
  sleep 1
  kill -KILL 0
}

printf '\\n%s - h %s\\n' "$nonce" $$ >&9
( exec 9>&-; while read -r line; do :; done <&8; end ) &
( exec 9>&- 8<&-; trap 'exit 0' TERM; sleep "$deadline" & wait $!; end ) &
exec 8<&-
count=$((seconds / interval)) wide=$interval widecount=$count
${before}pids=
${second === '' ? '' : 'sleep "$seconds" &\nwindow=$!\n'}${first}
${second === '' ? '' : `wait $window\n${second}\n`}wait $pids
say - z
trap '' TERM
kill -TERM 0
}
diagbot "$@"
`;
}
