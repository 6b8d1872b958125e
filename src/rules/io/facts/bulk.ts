import { figureText, RATE_MB } from '../../../model/figure-text.ts';
import type { Culprit, Verdict } from '../../../model/finding.ts';
import { cgroupName, isContainer } from '../../../snapshot/cgroup-path.ts';
import { figure } from '../../../snapshot/cite.ts';
import {
  type CpuView,
  type DevicesView,
  deviceUnits,
  type HostView,
  type PagingView,
  type PressureView,
  type ProcessesView,
  processUnits,
} from '../../../snapshot/views.ts';
import { culpritOf, sufferersOf } from '../../facts/culprit.ts';
import { bytesPerS } from '../../facts/device-figures.ts';
import { type Direction, type Doer, doersOf, moved, windowOf } from '../../facts/doers.ts';
import { type Load, nameOf, onlySinceBoot } from '../../facts/leaf.ts';
import { anyJudged, loadEvidence, saturatedDevices } from '../../facts/saturation.ts';
import { found, ruledOut, undecided } from '../../facts/verdict.ts';
import { severityOf, subjectOf, waiting, withWaits } from '../../facts/waits.ts';
import { word } from '../../facts/words.ts';
import { bulkAdvice } from '../advice/bulk.ts';
import { type Attribution, attribute, directionBytes, MOST_PCT } from './attribution.ts';

/** What one process alone may move before it is called bulk where no device was measured: more than a turning disk reads at random. */
export const BULK_BYTES_PER_S = 50 * RATE_MB;
/** And it must wait for the disk itself, where that was measured. */
const BULK_IO_WAIT_PCT = 10;

export interface BulkViews {
  readonly devices?: DevicesView | undefined;
  readonly processes?: ProcessesView | undefined;
  readonly pressure?: PressureView | undefined;
  readonly cpu?: CpuView | undefined;
  readonly paging?: PagingView | undefined;
  readonly host?: HostView | undefined;
}

const VERB: Readonly<Record<Direction, { readonly does: string; readonly noun: string }>> = {
  read: { does: 'reads', noun: 'reader' },
  write: { does: 'writes', noun: 'writer' },
};

/** The verdict of io.bulk-reader and io.bulk-writer, which differ in direction alone. */
export function judgeBulk(views: BulkViews, direction: Direction): Verdict {
  const { devices, processes } = views;
  const { noun } = VERB[direction];
  if (!devices || onlySinceBoot(devices) || !anyJudged(devices)) return withoutDevices(views, direction);
  const saturated = saturatedDevices(devices);
  const [worst] = saturated;
  if (!worst) return ruledOut(`no device is at its limit, so no ${noun} is in the way`);
  for (const target of saturated) {
    if (!mostlyIn(target, direction)) continue;
    const attribution = attribute(target, direction, devices, processes);
    if (attribution) return bulkFound(target, attribution, direction, views, devices);
  }
  if (!saturated.some((target) => mostlyIn(target, direction))) {
    return ruledOut(`${worst.device.name} moves more the other way`, [
      figure(worst.load, deviceUnits, 'readBytesPerS', worst.device.name),
      figure(worst.load, deviceUnits, 'writeBytesPerS', worst.device.name),
    ]);
  }
  if (
    !processes?.all.some((process) => process.intervals.some((row) => row.readBytesPerS !== undefined || row.writeBytesPerS !== undefined))
  ) {
    return undecided('the bytes of processes could not be read', 'pidstat -d 1 5 as root');
  }
  if (processes.coverage !== 'all') return undecided('not every process could be read', 'pidstat -d 1 5 as root');
  return ruledOut(`no single process ${VERB[direction].does} ${MOST_PCT} % of the bytes of ${worst.device.name}`);
}

function mostlyIn({ load }: Load, direction: Direction): boolean {
  const own = directionBytes(load, direction);
  const all = bytesPerS(load);
  return own !== undefined && all !== undefined && own >= all / 2;
}

function bulkFound(target: Load, { doer, share }: Attribution, direction: Direction, views: BulkViews, devices: DevicesView): Verdict {
  const { device } = target;
  const processes = views.processes as ProcessesView;
  const waits = waiting(views);
  const culprit = culpritOf(doer, processes, share);
  const tied = share.basis !== 'at-most';
  return found(
    {
      severity: severityOf(waits),
      confidence: tied && share.pct >= 70 && waits.state === 'waits' ? 'certain' : tied ? 'likely' : 'possible',
      headline: headlineOf(
        culprit,
        doer,
        direction,
        `${tied ? '' : 'at most '}${figureText(share.pct, 'pct')} of all bytes of ${nameOf(device, devices)}`,
      ),
      subject: { kind: 'device', name: device.name },
      culprit,
      sufferers: sufferersOf(processes, doer),
      advice: bulkAdvice(culprit, device, views.host),
    },
    withWaits([...loadEvidence(target), doerFigure(doer, direction)], waits),
  );
}

/** 'container 9f86d081884c of pod …' with its uid of 36. */
const LONGEST_GROUP = 80;

/** 'gzip, run by logrotate (logrotate.service), reads 58 MB/s: 92 % of all bytes of nvme1n1' */
function headlineOf(culprit: Culprit, doer: Doer, direction: Direction, of: string): string {
  const parent = culprit.parents.at(-1);
  const by = parent && parent.process !== culprit.process ? `, run by ${word(parent.process)}` : '';
  // A container's scope is named by 64 digits; people know its short name.
  const group = isContainer(culprit.cgroup) ? cgroupName(culprit.cgroup) : culprit.unit;
  const unit = group ? ` (${word(group, LONGEST_GROUP)})` : '';
  const family = doer.members.length > 1 ? ` and ${doer.members.length - 1} more like it` : '';
  const comma = by === '' && unit === '' ? '' : ',';
  const verb = doer.members.length > 1 && by === '' ? VERB[direction].does.slice(0, -1) : VERB[direction].does;
  return `${word(culprit.process)}${family}${by}${unit}${comma} ${verb} ${figureText(moved(doer, direction) ?? 0, 'bytes/s')}: ${of}`;
}

function doerFigure(doer: Doer, direction: Direction) {
  const row = windowOf(doer.process);
  return row && figure(row, processUnits, direction === 'read' ? 'readBytesPerS' : 'writeBytesPerS', subjectOf(doer.process));
}

/** Only processes were read: one that moves much without pause and waits for it, outside the idle class, is worth naming. */
function withoutDevices(views: BulkViews, direction: Direction): Verdict {
  const { processes } = views;
  const [first] = processes ? doersOf(processes, direction) : [];
  if (!processes || !first)
    return undecided('neither devices nor the bytes of processes were read', 'iostat -x -k -y 1 5 and pidstat -d 1 5');
  const row = windowOf(first.process, processes.reports);
  const bytes = moved(first, direction) ?? 0;
  // A report that leaves it out is a pause too.
  const present = first.process.intervals.length >= (processes.reports ?? 0);
  const always =
    present && first.process.intervals.every((each) => (direction === 'read' ? each.readBytesPerS : each.writeBytesPerS) !== 0);
  const waits = row?.ioWaitPct === undefined || row.ioWaitPct >= BULK_IO_WAIT_PCT;
  if (first.process.ioClass?.startsWith('idle')) {
    return ruledOut(
      `the only bulk ${VERB[direction].noun}, ${word(first.process.name)}, runs in the idle I/O class and yields to everybody`,
      [doerFigure(first, direction)],
    );
  }
  if (bytes >= BULK_BYTES_PER_S && always && waits) {
    const culprit = culpritOf(first, processes);
    return found(
      {
        severity: 'warning',
        confidence: 'possible',
        headline: headlineOf(culprit, first, direction, 'no device was measured beside it'),
        culprit,
        sufferers: sufferersOf(processes, first),
        advice: bulkAdvice(culprit, undefined, views.host),
      },
      [doerFigure(first, direction), row && figure(row, processUnits, 'ioWaitPct', subjectOf(first.process))],
    );
  }
  return undecided(
    `no device was measured; the largest ${VERB[direction].noun} moves ${figureText(bytes, 'bytes/s')}`,
    'iostat -x -k -y 1 5',
  );
}
