import type { Sampling } from '../text/arguments.ts';
import type { Banner } from '../text/banner.ts';
import type { DeviceTable } from './device-row.ts';
import type { IostatCpu, IostatDevice, IostatReport } from './sample.ts';

/** A report while its lines come in. */
export interface OpenReport {
  readonly at: string | undefined;
  cpu?: IostatCpu;
  readonly devices: Map<string, IostatDevice>;
  /** Headers that stand in it: --pretty gives a report several, an edited paste may leave it none. */
  readonly sections: Set<string>;
  /** The devices in it, by the header that they stand under. */
  readonly rows: Map<string, Set<string>>;
}

export function newReport(at: string | undefined): OpenReport {
  return { at, devices: new Map(), sections: new Set(), rows: new Map() };
}

/** A device that comes again under the same header begins the next report: a person may have kept the header only once. */
export function startsNewReport(report: OpenReport, table: DeviceTable, device: string): boolean {
  return report.rows.get(table.key)?.has(device) === true;
}

/** --pretty spreads one device over several sections: its figures come together in one row that cites each line. */
export function addDevice(report: OpenReport, table: DeviceTable, row: IostatDevice): void {
  const before = report.devices.get(row.device);
  const cites = before && before.cites.length < MOST_CITES ? ([...before.cites, ...row.cites] as const) : before?.cites;
  report.devices.set(row.device, before && cites ? { ...before, ...row, cites } : row);
  const rows = report.rows.get(table.key);
  if (rows) rows.add(row.device);
  else report.rows.set(table.key, new Set([row.device]));
}

/** As many sections as --pretty has, and some. */
const MOST_CITES = 8;

/**
 * The first report of a run is the average since boot unless -y left it out. The banner stands at the very start of
 * a run, so a text without one may begin anywhere: its first report is then taken for since boot only where another
 * is left to judge and nothing shows that the text begins in the middle.
 */
export function withSinceBoot(open: readonly OpenReport[], sampling: Sampling, banner: Banner | undefined): IostatReport[] {
  const filled = open.filter((report) => report.cpu !== undefined || report.devices.size > 0);
  const firstSinceBoot = isFirstSinceBoot(filled, sampling, banner);
  return filled.map((report, index) => ({
    sinceBoot: index === 0 && firstSinceBoot,
    ...(report.at !== undefined ? { at: report.at } : {}),
    ...(report.cpu ? { cpu: report.cpu } : {}),
    devices: [...report.devices.values()],
  }));
}

function isFirstSinceBoot(reports: readonly OpenReport[], sampling: Sampling, banner: Banner | undefined): boolean {
  if (sampling.known && !sampling.repeats) return reports.length === 1;
  if (sampling.letters.includes('y')) return false;
  if (banner) return true;
  const [first, second] = reports;
  if (!first || !second) return false;
  const beginsInTheMiddle = second.cpu !== undefined && first.cpu === undefined;
  const headerLeftOut = first.rows.size > 0 && second.sections.size === 0;
  return !beginsInTheMiddle && !headerLeftOut;
}
