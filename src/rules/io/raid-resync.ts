import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type DevicesView, type RaidArray, raidUnits } from '../../snapshot/views.ts';
import { bytesPerS } from '../facts/device-figures.ts';
import { wholeDisk } from '../facts/leaf.ts';
import { worstStretch } from '../facts/stretch.ts';
import { found, ruledOut } from '../facts/verdict.ts';
import { waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { resyncAdvice } from './advice/resync.ts';

/**
 * io.raid-resync: an md array reads and writes all of its disks to bring them into step.
 *
 * Found      /proc/mdstat shows resync, recovery, reshape or check running; a check where nothing waits for I/O is a notice
 * Ruled out  no array does
 * Why        the progress line says it; md yields to other work only in part, and a resync may last days
 * Certain    always: the kernel prints it
 * Misses     rebuilds inside hardware controllers, ZFS and btrfs scrubs
 * Reference  https://docs.kernel.org/admin-guide/md.html
 */
export const raidResync = defineRule({
  cause: 'io.raid-resync',
  needs: ['raid'],
  uses: ['devices', 'pressure', 'cpu', 'processes', 'host'],
  explains: ['io.device-saturated', 'io.bulk-reader', 'io.bulk-writer', 'io.slow-device'],
  decide: (given): Verdict => {
    const array = gravest(given.raid.arrays);
    if (!array?.action) return ruledOut('no array is being synchronised or checked');
    const waits = waiting({ pressure: given.pressure, cpu: given.cpu, processes: given.processes });
    const speed = array.speedBytesPerS === undefined ? '' : ` at ${figureText(array.speedBytesPerS, 'bytes/s')}`;
    const progress = array.progressPct === undefined ? '' : `, ${figureText(array.progressPct, 'count')} % done`;
    return found(
      {
        severity: array.action === 'check' && waits.state !== 'waits' ? 'notice' : 'warning',
        confidence: 'certain',
        headline: `${array.name} runs a ${array.action}${speed}${progress}`,
        subject: { kind: 'device', name: array.name },
        alsoOf: membersItLoads(array, given.devices),
        advice: resyncAdvice(array, array.action, given.host),
      },
      [
        line(array, array.name, 'action', array.action),
        figure(array, raidUnits, 'progressPct', array.name),
        figure(array, raidUnits, 'speedBytesPerS', array.name),
        figure(array, raidUnits, 'finishSeconds', array.name),
        ...waits.evidence,
      ],
    );
  },
});

/** Half of what a member moves: who moves less than others is not what fills it. */
const MOST_PART = 0.5;

/** The disks that the work on the array keeps busy. Each member moves at its speed; one whose bytes nobody read is taken for busy with it. */
function membersItLoads({ members, speedBytesPerS }: RaidArray, devices: DevicesView | undefined): readonly string[] {
  return members.map(wholeDisk).filter((name) => {
    const disk = devices?.all.find((device) => device.name === name);
    const load = disk && worstStretch(disk, devices?.intervalSeconds);
    const bytes = load && bytesPerS(load);
    return bytes === undefined || speedBytesPerS === undefined || speedBytesPerS >= MOST_PART * bytes;
  });
}

/** A recovery means that a disk has failed; a check was planned. */
const GRAVITY = ['recovery', 'resync', 'reshape', 'check'] as const;

function gravest(arrays: readonly RaidArray[]): RaidArray | undefined {
  return GRAVITY.map((action) => arrays.find((array) => array.action === action)).find((array) => array !== undefined);
}
