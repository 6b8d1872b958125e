import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type CgroupIoCap, cgroupIoCapUnits } from '../../snapshot/views/cgroups.ts';
import { type BlockDevice, deviceUnits } from '../../snapshot/views.ts';
import { culpritIn } from '../facts/members.ts';
import { saturatedDevices } from '../facts/saturation.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { ioCapAdvice } from './advice/io.ts';
import { worstBy } from './facts/worst.ts';

/** The kernel meters a cap in slices of 100 ms, so a group at its cap shows a few per cent less over a window. */
const AT_CAP_PCT = 90;

/**
 * cgroup.io-throttled: a group moves as much as its cap on a device lets it, and its tasks wait, though the device has room.
 *
 * Found      the rate of the group on the device is at 90 % or more of a cap of io.max or blkio.throttle, and the device is not at its limit
 * Ruled out  no group has a cap, or each stays well below its own
 * Why        a held request is not given to the device, so iostat shows a calm device while tasks stand in D and PSI io is high
 * Certain    tasks wait for I/O as well
 * Misses     caps of the root group (v1); io.latency and io.cost, which hold back by need; buffered writes on v1
 * Reference  https://docs.kernel.org/admin-guide/cgroup-v2.html (IO Interface Files), …/cgroup-v1/blkio-controller.html
 */
export const ioThrottled = defineRule({
  cause: 'cgroup.io-throttled',
  needs: ['cgroups'],
  uses: ['devices', 'processes', 'pressure', 'cpu', 'host'],
  explains: ['io.slow-device'],
  decide: ({ cgroups, devices, processes, pressure, cpu, host }): Verdict => {
    const caps = cgroups.ioCaps.filter(({ path }) => path !== '/');
    if (caps.length === 0) {
      return cgroups.all.length > 0
        ? ruledOut('no group has a cap on a device')
        : undecided('caps of groups were not read', 'io.max and io.stat of the group');
    }
    const measured = caps.flatMap((cap) => sides.flatMap((side) => reachedBy(cap, side) ?? []));
    const worst = worstBy(measured, ({ pct }) => pct);
    if (!worst) return undecided('what capped groups move was not read twice', 'io.stat of the group, twice, ten seconds apart');
    const { cap, side, pct } = worst;
    const proof = [
      figure(cap, cgroupIoCapUnits, side.moved, `${cap.name} on ${cap.device}`),
      figure(cap, cgroupIoCapUnits, side.cap, `${cap.name} on ${cap.device}`),
    ];
    if (pct < AT_CAP_PCT) return ruledOut(`${cap.name} moves ${figureText(pct, 'pct')} of its cap on ${cap.device}`, proof);
    const device = devices?.all.find(({ name }) => name === cap.device);
    if (saturatedDevices(devices).some((load) => load.device.name === cap.device))
      return ruledOut(`${cap.device} is at its own limit`, proof);
    const waits = waiting({ pressure, cpu, processes });
    const culprit = culpritIn(cap, processes, side.moved.startsWith('read') ? 'readBytesPerS' : 'writeBytesPerS');
    return found(
      {
        severity: waits.state === 'waits' ? 'critical' : 'warning',
        confidence: waits.state === 'waits' ? 'certain' : 'likely',
        headline: `${cap.name} is held at its own cap on ${cap.device}: ${figureText(cap[side.moved] ?? 0, side.unit)} of ${figureText(cap[side.cap] ?? 0, side.unit)}`,
        subject: { kind: 'cgroup', name: cap.path ?? cap.name },
        ...(culprit ? { culprit } : {}),
        advice: ioCapAdvice(cap, host),
      },
      [...proof, ...calm(device), ...waits.evidence],
    );
  },
});

const sides = [
  { cap: 'readCapBytesPerS', moved: 'readBytesPerS', unit: 'bytes/s' },
  { cap: 'writeCapBytesPerS', moved: 'writeBytesPerS', unit: 'bytes/s' },
  { cap: 'readCapOpsPerS', moved: 'readOpsPerS', unit: 'ops/s' },
  { cap: 'writeCapOpsPerS', moved: 'writeOpsPerS', unit: 'ops/s' },
] as const;
type Side = (typeof sides)[number];

function reachedBy(cap: CgroupIoCap, side: Side): { readonly cap: CgroupIoCap; readonly side: Side; readonly pct: number } | undefined {
  const [limit, moved] = [cap[side.cap], cap[side.moved]];
  return limit === undefined || moved === undefined || limit <= 0 ? undefined : { cap, side, pct: (moved / limit) * 100 };
}

function calm(device: BlockDevice | undefined): readonly (EvidenceItem | undefined)[] {
  return device?.window
    ? [figure(device.window, deviceUnits, 'utilPct', device.name), figure(device.window, deviceUnits, 'readAwaitMs', device.name)]
    : [];
}
