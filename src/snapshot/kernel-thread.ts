const KTHREADD = 2;

/** Names that only kernel threads have, for outputs without parents. */
const KERNEL_NAME =
  /^(?:kthreadd|kworker\/|ksoftirqd\/|kswapd\d|kcompactd\d|khugepaged|ksmd|migration\/|watchdogd?(?:\/|$)|rcu_|cpuhp\/|jbd2\/|ext4-rsv|xfsaild\/|xfs[-_]|btrfs-|md\d+_|dm[-_]|dmcrypt|kdmflush|kcryptd|loop\d+$|irq\/|scsi_|nvme-|kblockd|kauditd|oom_reaper|writeback$|flush-\d|bdi-|pdflush|kjournald|nfsd?$|rpciod|txg_|spl_|arc_|z_(?:rd|wr|null|fr|cl|io)|zthr|bcache|drbd|mdX?_raid|raid\d)/;

interface Suspect {
  readonly pid: number;
  readonly parentPid?: number;
  readonly name?: string;
  readonly commandLine?: string;
  readonly state?: string;
  readonly residentBytes?: number;
}

/**
 * A thread of the kernel: kthreadd and its children where parents are known, else what has no memory of its own, else by
 * the brackets that ps prints or by name.
 */
export function isKernelThread({ pid, parentPid, name = '', commandLine: args, state, residentBytes }: Suspect): boolean {
  if (pid === KTHREADD || parentPid === KTHREADD) return true;
  if (parentPid !== undefined) return false;
  // The dead have no memory either.
  if (residentBytes === 0 && state !== undefined && state !== 'Z') return true;
  if (args !== undefined) return /^\[.*\]$/.test(args);
  return /^\[.*\]$/.test(name) || KERNEL_NAME.test(name);
}
