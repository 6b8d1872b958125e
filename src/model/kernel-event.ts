/** What a line of the kernel log tells of. */
export const kernelEventKinds = [
  'io-error',
  'medium-error',
  'link-reset',
  'request-timeout',
  'hung-task',
  'fs-error',
  'fs-remount-ro',
  'nfs-not-responding',
  'oom-kill',
  'allocation-failure',
  'storage-driver-error',
  'fork-rejected',
  'conntrack-full',
  'syn-flood',
  'transmit-timeout',
  'link-down',
  'other',
] as const;
export type KernelEventKind = (typeof kernelEventKinds)[number];
