import type { EvidenceItem } from '../../../model/evidence.ts';
import { line } from '../../../snapshot/cite.ts';
import type { BlockDevice, DevicesView, KernelEvent, KernelLogView } from '../../../snapshot/views.ts';
import { wholeDisk } from '../../facts/leaf.ts';
import { recentEvents } from '../../facts/stuck.ts';

/** What a disk has failed at, the gravest first: a sector that cannot be read, a request that failed, one that never ended, a link that was lost. */
const KINDS = ['medium-error', 'io-error', 'request-timeout', 'link-reset'] as const;
export type DiskErrorKind = (typeof KINDS)[number];

/** What the kernel log of the last hour says of one disk, in one kind. */
export interface DiskErrors {
  readonly kind: DiskErrorKind;
  /** As devices are named where it is one of them, else as the log calls it: 'ata3.00'. */
  readonly device: string | undefined;
  readonly events: readonly KernelEvent[];
}

/** Every disk that the log complains of: disks before ports and the nameless, then the gravest, then the most. */
export function diskErrors(log: KernelLogView | undefined, view: DevicesView | undefined): readonly DiskErrors[] {
  const byDiskAndKind = new Map<string, DiskErrors>();
  for (const event of recentEvents(log, KINDS)) {
    const kind = KINDS.find((each) => each === event.kind);
    if (kind === undefined) continue;
    const device = diskOf(event.device, view);
    const key = `${kind} ${device ?? ''}`;
    byDiskAndKind.set(key, { kind, device, events: [...(byDiskAndKind.get(key)?.events ?? []), event] });
  }
  return [...byDiskAndKind.values()].toSorted(
    (left, right) =>
      nameless(left) - nameless(right) || KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind) || right.events.length - left.events.length,
  );
}

/** The gravest of this very disk: what another one fails at explains nothing of it. */
export function errorsOf(device: BlockDevice, all: readonly DiskErrors[]): DiskErrors | undefined {
  return all.find((errors) => errors.device === device.name);
}

const ERROR_WORDS: Readonly<Record<DiskErrorKind, string>> = {
  'medium-error': 'medium error',
  'io-error': 'I/O error',
  'request-timeout': 'request timeout',
  'link-reset': 'link reset',
};

/** '3 lines on medium errors of it': the kernel writes several for one error. */
export function errorsText({ kind, events }: DiskErrors): string {
  return `${events.length} line${events.length === 1 ? '' : 's'} on ${ERROR_WORDS[kind]}s of it`;
}

/** Two lines of them. */
export function errorLines(errors: DiskErrors | undefined): readonly EvidenceItem[] {
  return (errors?.events ?? []).slice(0, 2).map((event) => line(event, event.device ?? 'kernel log', event.kind, event.text));
}

const PORT = /^ata\d/;

function nameless({ device }: DiskErrors): number {
  return device === undefined || PORT.test(device) ? 1 : 0;
}

/** 'sda1' and a volume that lies on it alone are sda, the controller nvme0 is its only namespace, a port is the only disk there is. */
function diskOf(name: string | undefined, view: DevicesView | undefined): string | undefined {
  if (name === undefined) return undefined;
  const known = view?.all.find((device) => device.name === name);
  if (known) return alone(known, view);
  const whole = wholeDisk(name);
  if (whole !== name) return diskOf(whole, view);
  const disks = view?.all.filter((device) => isDiskOf(name, device.name)).map((device) => device.name) ?? [];
  return disks.length === 1 ? disks[0] : name;
}

function isDiskOf(name: string, disk: string): boolean {
  return PORT.test(name) ? /^sd[a-z]+$/.test(disk) : /^nvme\d+$/.test(name) && disk.startsWith(`${name}n`) && wholeDisk(disk) === disk;
}

/** Down to the disk, as long as there is only one. */
function alone(device: BlockDevice, view: DevicesView | undefined): string {
  let at = device;
  for (const seen = new Set<string>(); at.below.length === 1 && !seen.has(at.name); ) {
    seen.add(at.name);
    const below = view?.all.find(({ name }) => name === at.below[0]);
    if (!below) break;
    at = below;
  }
  return at.name;
}
