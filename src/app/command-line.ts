/** Programs whose output somebody pastes; a line that begins with one of them may be the command line it came from. */
const PROGRAMS = new Set(
  (
    'awk busybox cat cgget curl date df dmesg docker dstat du echo egrep ethtool findmnt fio free grep head hostname hostnamectl iostat iotop ' +
    'ip journalctl kubectl losetup ls lsblk lscpu lsof mdadm mount mpstat netstat nfsiostat nfsstat nproc nstat numactl nvme perf pidstat ps ' +
    'pvs lvs vgs sar slabtop smartctl ss strace swapon sysctl systemctl tail time top uname uptime vmstat watch xfs_info zgrep zpool'
  ).split(' '),
);
const LONGEST = 400;

/** A prompt: 'root@db1:~#', '[me@db1 ~]$', 'db1 #', '$', '#', with blanks behind it. */
const PROMPT = /^\s{0,3}(?:\([\w.-]+\)\s*)?(\[?[\w.-]+@[\w.-]+[^$#%>]{0,80}[$#%>]|[\w./~:-]{0,40}\s?[$#%❯➜])\s+(\S.*)$/;
/** Words that no sentence has. */
const NOT_A_WORD = /^-|^[|;&<>]+$|[/=,$(){}'"*;|<>]|\d/;
/** Words that some tools take bare. */
const KEYWORDS = new Set([
  'ALL',
  'DEV',
  'EDEV',
  'NFS',
  'TCP',
  'ETCP',
  'SUM',
  'aux',
  'auxf',
  'auxww',
  'ax',
  'axo',
  'io',
  'kernel',
  'memory',
  'auto',
  'sda',
]);

/** The command line on a line of a paste: behind a prompt, or bare and without a word that only a sentence has. */
export function commandOnLine(line: string): string | undefined {
  if (line.length > LONGEST) return undefined;
  const prompt = PROMPT.exec(line);
  if (prompt !== null) {
    const [, mark = '', typed = ''] = prompt;
    // A lone '#' also begins a comment, so there a known program must follow.
    const sure = /@/.test(mark) || /\$$/.test(mark.trim());
    return (sure && /^[\w./~([{$-]/.test(typed)) || namesProgram(typed) ? typed.trim() : undefined;
  }
  const bare = line.trim();
  return line === line.trimStart() && namesProgram(bare) && hasNoSentence(bare) ? bare : undefined;
}

function namesProgram(typed: string): boolean {
  return PROGRAMS.has(programOf(typed));
}

/** 'sudo LC_ALL=C /usr/bin/iostat -x 1' -> 'iostat'. */
function programOf(typed: string): string {
  const unwrapped = typed.replace(/^(?:(?:sudo(?:\s+-\w+)*|env|nice|time|timeout\s+\S+|\w+=\S*)\s+)*/, '');
  return (unwrapped.split(/\s/, 1)[0] ?? '').replace(/^\/\S*\//, '').replace(/;$/, '');
}

function hasNoSentence(bare: string): boolean {
  const [, ...rest] = bare.replace(/^sudo\s+(?:-\w+\s+)*/, '').split(/\s+/);
  return (
    !/[.:?!]$/.test(bare) &&
    rest.every((word, at) => NOT_A_WORD.test(word) || KEYWORDS.has(word) || PROGRAMS.has(word) || isSearched(bare, at))
  );
}

/** The word that grep looks for may be any. */
function isSearched(bare: string, at: number): boolean {
  return at <= 1 && /^(?:sudo )?z?e?grep\b.*\s\//.test(bare);
}
