import { figureText } from '../../model/figure-text.ts';
import { figure } from '../../snapshot/cite.ts';
import { type DeviceInterval, deviceUnits } from '../../snapshot/views.ts';
import { bytesPerS, opsPerS } from '../facts/device-figures.ts';
import type { Load } from '../facts/leaf.ts';
import { defineRule } from '../rule.ts';
import { throughputAdvice } from './advice/volume.ts';
import { judgeVolume, REACHED_PART, type VolumeMeasure } from './facts/volume.ts';

/** A throughput limit is met by large requests; 16 KiB at 3,000 IOPS is only 49 MB/s. */
const LARGE_REQUEST_BYTES = 32 * 1024;

const throughput: VolumeMeasure = {
  what: 'the throughput of the volume',
  limitOf: (device) => device.limit?.maxBytesPerS,
  rateOf: bytesPerS,
  canMeet: sendsLargeRequests,
  does: (rate) => `moves ${figureText(rate, 'bytes/s')}`,
  bought: (limit) => figureText(limit, 'bytes/s'),
  figures: totalFigures,
  advice: throughputAdvice,
};

/**
 * io.volume-throughput-limit: the volume gives as many bytes a second as were bought.
 *
 * Found      reads and writes together reach 95 % of the volume's MB/s as bought (hosts.yml), in requests of >= 32 KiB on average,
 *            while aqu-sz >= 3 and a request takes >= 5 ms
 * Ruled out  no device holds requests back, or the rate is below the limit: then the figure stands beside it
 * Why        a limit is never guessed from a figure that looks flat: 61 MB/s with 46 ms is a full disk, not a 125 MB/s limit
 * Certain    tasks wait besides; likely without that
 * Misses     limits of the instance type, which hosts.yml may name per device only; limits that nobody wrote down
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const volumeThroughputLimit = defineRule({
  cause: 'io.volume-throughput-limit',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes', 'host'],
  explains: ['io.device-saturated'],
  decide: (given) => judgeVolume(given, throughput),
});

function sendsLargeRequests(load: DeviceInterval): boolean {
  return (bytesPerS(load) ?? 0) / Math.max(opsPerS(load) ?? 0, 1) >= LARGE_REQUEST_BYTES;
}

function totalFigures({ device, load }: Load, limit: number) {
  const both = (load.readBytesPerS ?? 0) > 0 && (load.writeBytesPerS ?? 0) > 0.05 * (load.readBytesPerS ?? 0);
  const main = (load.readBytesPerS ?? 0) >= (load.writeBytesPerS ?? 0) ? 'readBytesPerS' : 'writeBytesPerS';
  const other = main === 'readBytesPerS' ? 'writeBytesPerS' : 'readBytesPerS';
  // The limit counts both directions; it stands beside one figure only where the other is next to nothing.
  return [
    figure(load, deviceUnits, main, device.name, both ? undefined : { op: '>=', value: REACHED_PART * limit }),
    figure(load, deviceUnits, other, device.name),
  ];
}
