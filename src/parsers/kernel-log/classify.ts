import type { KernelEventKind } from '../../model/kernel-event.ts';

/** What one message tells, before the lines that go with it are joined. */
export interface Told {
  readonly kind: KernelEventKind;
  readonly device?: string;
  readonly process?: string;
  readonly pid?: number;
  readonly cgroup?: string;
}

/**
 * One way the kernel words an event. Named groups of the pattern become the event's fields: `device`, `process`, `pid`, `cgroup`.
 * Order matters: the first that matches wins, so the narrow ones stand first.
 */
interface Wording {
  readonly kind: KernelEventKind;
  readonly pattern: RegExp;
}

/** The kernel's own messages say what they have to say by then; what a hostile one holds beyond is not searched. */
const READ_CHARS = 500;
/** 'oom-kill:' names three control groups before the victim, and the path of a container's is two hundred characters. */
const OOM_SUMMARY_CHARS = 1500;
/** A drive without a medium (fd0, sr0) answers every look at it with an error: that is no fault. */
const DISK = String.raw`(?<device>(?!(?:fd|sr)\d)[a-z][\w!.-]*?)`;

const WORDINGS: readonly Wording[] = [
  // Memory: the lines of one report are joined by join.ts.
  { kind: 'oom-kill', pattern: /[Kk]ill(?:ed)? process (?<pid>\d+)(?:, UID \d+)?,? \((?<process>.{1,64}?)\)(?=[ ,:.]|$)/ },
  { kind: 'oom-kill', pattern: /^Task in (?<cgroup>\S+) killed as a result of limit of/ },
  { kind: 'oom-kill', pattern: /^oom-kill:\S*task_memcg=(?<cgroup>[^,]*),task=(?<process>[^,]*),pid=(?<pid>\d+)/ },
  { kind: 'oom-kill', pattern: /^(?<process>.{1,64}?) invoked oom-killer:/ },
  { kind: 'oom-kill', pattern: /^Memory cgroup stats for (?<cgroup>[^\s:]+)/ },
  { kind: 'oom-kill', pattern: /^memory: usage \d+kB, limit \d+kB, failcnt \d+/ },
  { kind: 'oom-kill', pattern: /^(?:Memory cgroup o|O)ut of memory\b/ },
  // Nothing else prints the table of tasks: where the head of a report was cut, it is what is left to know it by.
  { kind: 'oom-kill', pattern: /^Tasks state \(memory values in pages\):|^\[\s{0,8}pid\s{0,8}\]\s{1,8}uid\s{1,8}tgid\s/ },
  { kind: 'oom-kill', pattern: /^oom_reaper: reaped process (?<pid>\d+) \((?<process>.{1,64}?)\)(?=[ ,:.]|$)/ },
  { kind: 'allocation-failure', pattern: /^(?<process>.{1,64}?): (?:page )?allocation failure[:.]/ },
  { kind: 'allocation-failure', pattern: /^(?<process>.{1,64}?): page allocation stalls for \d+ ?ms/ },
  { kind: 'allocation-failure', pattern: /^XFS: (?<process>.{1,64}?)\((?<pid>\d+)\) possible memory allocation deadlock/ },
  { kind: 'allocation-failure', pattern: /SLUB: Unable to allocate memory/ },

  // Tasks.
  { kind: 'hung-task', pattern: /INFO: task (?<process>.{1,64}):(?<pid>\d+) blocked (?:in I\/O wait )?for more than \d+ seconds/ },
  { kind: 'fork-rejected', pattern: /fork rejected by pids controller in (?<cgroup>\S+)/ },

  // The network.
  { kind: 'conntrack-full', pattern: /(?:nf|ip)_conntrack: (?:nf_conntrack: )?table full(?: in netns \d+)?, dropping packet/ },
  { kind: 'conntrack-full', pattern: /\bip_conntrack: maximum limit of \d+ entries exceeded/ },
  { kind: 'syn-flood', pattern: /\b[Pp]ossible SYN flooding on port / },
  { kind: 'transmit-timeout', pattern: /NETDEV WATCHDOG: (?!CPU)(?<device>[\w.-]{1,32})|\b(?<port>[\w.-]{1,32}): NETDEV WATCHDOG: / },
  { kind: 'transmit-timeout', pattern: /\b(?<device>[\w.-]{1,32}): (?:[Tt]ransmit timed out\b|Detected (?:Tx|Hardware) Unit Hang)/ },
  // Names of interfaces are in small letters: 'SATA link down' and 'Slot(0): Link Down' are of other links.
  { kind: 'link-down', pattern: /\b(?<device>[a-z][\w.-]{0,31}):? (?:NIC )?[Ll]ink (?:is )?[Dd]own\b/ },

  // Storage over the network.
  { kind: 'nfs-not-responding', pattern: /nfs: server \S+ not responding/ },
  { kind: 'nfs-not-responding', pattern: /CIFS\b.*(?:has not responded|not responding|[Nn]o response)/ },
  { kind: 'nfs-not-responding', pattern: /(?:libceph|ceph|rbd)\b.*(?:socket (?:closed|error)|session lost|hung|timed? ?out)/ },
  { kind: 'nfs-not-responding', pattern: /connection\d+:\d+: (?:ping timeout|detected conn error)/ },

  // Disks.
  { kind: 'medium-error', pattern: new RegExp(`critical medium error, dev ${DISK},`) },
  { kind: 'medium-error', pattern: /\[(?<device>[a-z]+)\].*(?:Medium Error|Unrecovered read error)/ },
  { kind: 'medium-error', pattern: /^(?<device>ata\d+(?:\.\d+)?): error: \{ .*UNC/ },
  { kind: 'medium-error', pattern: /^\s*res .*\(media error\)/ },
  { kind: 'io-error', pattern: new RegExp(String.raw`(?:I/O error|critical \w+(?: \w+)? error), dev ${DISK}, (?:logical block|sector)`) },
  { kind: 'io-error', pattern: new RegExp(`Buffer I/O error on (?:dev|device) ${DISK},`) },
  { kind: 'io-error', pattern: new RegExp(`lost (?:async )?(?:sync )?page write due to I/O error on ${DISK}$`) },
  { kind: 'io-error', pattern: /\[(?<device>[a-z]+)\] (?:tag#\d+ )?(?:FAILED Result|Unhandled error code|Result: hostbyte)/ },
  { kind: 'io-error', pattern: /^(?<device>nvme\d+n\d+): I\/O Cmd\(/ },
  { kind: 'request-timeout', pattern: /^(?:nvme )?(?<device>nvme\d+): I\/O (?:tag )?\d+ .*timeout/ },
  { kind: 'request-timeout', pattern: /^(?<device>ata\d+(?:\.\d+)?): (?:exception .*frozen|qc timeout)/ },
  { kind: 'request-timeout', pattern: /^\s*res .*\(timeout\)/ },
  {
    kind: 'request-timeout',
    pattern: /\[(?<device>[a-z]+)\].*(?:timing out command|abort(?:ing)? (?:task|command)|attempting task abort)/,
  },
  { kind: 'request-timeout', pattern: /(?:task abort:|attempting task abort|timing out command|(?<device>mmc\d+): Timeout waiting)/ },
  {
    kind: 'link-reset',
    pattern:
      /^(?<device>ata\d+(?:\.\d+)?): (?:hard|soft) resetting link|^(?<port>ata\d+): (?:link is slow|SATA link down \(SStatus (?!0 )|COMRESET failed)|^(?<lost>ata\d+\.\d+): (?:disabled|disable device|detaching)/,
  },
  {
    kind: 'link-reset',
    pattern: /^(?:nvme )?(?<device>nvme\d+): (?:controller is down|resetting controller|Device not ready|Removing after probe failure)/,
  },
  { kind: 'link-reset', pattern: /\[(?<device>[a-z]+)\].*(?:rejecting I\/O to offline device|Device offlined)|Device offlined/ },

  // File systems.
  {
    kind: 'fs-remount-ro',
    pattern:
      /\((?:device )?(?<device>[\w-]+)\).*(?:[Rr]emounting filesystem read-only|[Ss]hutting down filesystem|has been shut down|forced readonly)/,
  },
  { kind: 'fs-remount-ro', pattern: /[Rr]emounting filesystem read-only/ },
  {
    kind: 'fs-error',
    pattern: /(?:EXT[234]-fs error|BTRFS (?:error|critical)|JBD2?: .*error|F2FS-fs.*error).*?\(device (?<device>[\w-]+?)(?:-8)?\)/,
  },
  { kind: 'fs-error', pattern: /XFS \((?<device>[\w-]+)\): .*(?:error|[Cc]orrupt)/ },
  // 'mounted … Opts: errors=remount-ro' is what to do about an error, not one.
  { kind: 'fs-error', pattern: /EXT[234]-fs \((?<device>[\w-]+)\): (?!(?:re-)?mounted ?).*(?:error|failed|I\/O)/ },
  {
    kind: 'fs-error',
    pattern: /Aborting journal on device (?<device>[\w-]+?)(?:-8)?\.|JBD2: (?:Detected IO errors|I\/O error|Error -?\d+)/,
  },

  // Drivers and arrays.
  // A question that a virtual disk does not answer (INQUIRY, MODE SENSE, ATA pass-through) fails without any harm.
  { kind: 'storage-driver-error', pattern: /hv_storvsc (?<device>\S+): (?!.*cmd 0x(?:12|1a|85|a1) ).*(?:srb status|scsi status|tag#)/ },
  { kind: 'storage-driver-error', pattern: /^md\/raid\S*: ?(?:Disk failure on (?<device>\w+)|.*(?:failed|error))/ },
  { kind: 'storage-driver-error', pattern: /^(?<device>ata\d+(?:\.\d+)?): (?:exception Emask|failed command:)/ },
  { kind: 'storage-driver-error', pattern: /^device-mapper: \S*: .*(?:error|fail|out-of-data-space|abort|invalid)/i },
  {
    kind: 'storage-driver-error',
    pattern:
      // A setting ('Online Controller Reset(OCR) : Enabled', 'Reset timeout : 6 secs') and the reset at start are none of it.
      /(?:megaraid|megasas|mpt[23]?sas|aacraid|hpsa|smartpqi|arcmsr|3w-\w+|vmw_pvscsi|virtio_blk|xen-blkfront|blkfront|cciss)(?:\b|_)(?!.*(?: : (?:enabled|disabled|yes|no|\d)|message unit reset)).*\b(?:error|fail(?:ed|ure|ing)?|abort(?:ed|ing)?|reset(?:ting)?|timed? ?-?out|fault(?:ed|_state)?)\b/i,
  },

  // The kernel is in trouble, but not about what a rule here judges.
  {
    kind: 'other',
    pattern:
      /^(?:BUG:|WARNING:|Oops|Kernel panic|watchdog: BUG|rcu: .*stall|INFO: rcu_\w+ .*stall|general protection fault|mce: \[Hardware Error\])/,
  },
];

/** What a message tells, or undefined: most lines of a log tell of no trouble. */
export function classify(text: string): Told | undefined {
  const head = text.slice(0, text.startsWith('oom-kill:') ? OOM_SUMMARY_CHARS : READ_CHARS);
  for (const { kind, pattern } of WORDINGS) {
    const match = pattern.exec(head);
    if (match) return { kind, ...fieldsOf(match.groups ?? {}) };
  }
  return undefined;
}

function fieldsOf({ device, port, lost, process, pid, cgroup }: Readonly<Record<string, string | undefined>>): Omit<Told, 'kind'> {
  const of = device ?? port ?? lost;
  return {
    ...(of === undefined ? {} : { device: of }),
    ...(process === undefined ? {} : { process }),
    ...(pid === undefined ? {} : { pid: Number(pid) }),
    ...(cgroup === undefined ? {} : { cgroup }),
  };
}
