const KTHREADD = 2;

/** Names that only kernel threads have, for outputs without parents. */
const KERNEL_NAME =
  /^(?:kthreadd|kworker\/|ksoftirqd\/|kswapd\d|kcompactd\d|khugepaged|ksmd|migration\/|watchdogd?(?:\/|$)|rcu_|cpuhp\/|jbd2\/|ext4-rsv|xfsaild\/|xfs[-_]|btrfs-|md\d+_|dm[-_]|dmcrypt|kdmflush|kcryptd|loop\d+$|irq\/|scsi_|nvme-|kblockd|kauditd|oom_reaper|writeback$|flush-\d|bdi-|pdflush|kjournald|nfsd?$|rpciod|txg_|spl_|arc_|z_(?:rd|wr|null|fr|cl|io)|zthr|bcache|drbd|mdX?_raid|raid\d)/;

/** A thread of the kernel: kthreadd and its children where parents are known, else by the brackets that ps prints or by name. */
export function isKernelThread(pid: number, parentPid: number | undefined, name: string, args: string | undefined): boolean {
  if (pid === KTHREADD || parentPid === KTHREADD) return true;
  if (parentPid !== undefined) return false;
  if (args !== undefined) return /^\[.*\]$/.test(args);
  return /^\[.*\]$/.test(name) || KERNEL_NAME.test(name);
}
