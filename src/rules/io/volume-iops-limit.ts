import { figureText } from '../../model/figure-text.ts';
import { figure } from '../../snapshot/cite.ts';
import { deviceUnits } from '../../snapshot/views.ts';
import { opsPerS } from '../facts/device-figures.ts';
import { defineRule } from '../rule.ts';
import { iopsAdvice } from './advice/volume.ts';
import { judgeVolume, type VolumeMeasure } from './facts/volume.ts';

const requests: VolumeMeasure = {
  what: 'the IOPS of the volume',
  limitOf: (device) => device.limit?.maxOpsPerS,
  rateOf: opsPerS,
  canMeet: () => true,
  does: (rate) => `serves ${figureText(rate, 'count')} requests/s`,
  bought: (limit) => figureText(limit, 'count'),
  figures: ({ device, load }) => [
    figure(load, deviceUnits, 'readOpsPerS', device.name),
    figure(load, deviceUnits, 'writeOpsPerS', device.name),
    figure(load, deviceUnits, 'opsPerS', device.name),
  ],
  advice: iopsAdvice,
};

/**
 * io.volume-iops-limit: the volume serves as many requests a second as were bought.
 *
 * Found      reads and writes together reach 95 % of the volume's IOPS as bought (hosts.yml) while aqu-sz >= 3 and a request
 *            takes >= 5 ms
 * Ruled out  no device holds requests back, or the rate is below the limit: then the figure stands beside it
 * Why        a limit is never guessed from a figure that looks flat
 * Certain    tasks wait besides; likely without that
 * Misses     limits of the instance type; the provider's merging and splitting of requests, which counts others than iostat
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const volumeIopsLimit = defineRule({
  cause: 'io.volume-iops-limit',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes', 'host'],
  explains: ['io.device-saturated'],
  decide: (given) => judgeVolume(given, requests),
});
