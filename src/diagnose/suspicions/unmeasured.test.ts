import { expect, test } from 'vitest';
import { atRest, cites, device, devices, process, processes, psi } from '../../../test/given.ts';
import { RATE_MB } from '../../model/figure-text.ts';
import type { ProcessesView } from '../../snapshot/views.ts';
import { unmeasuredSuspicions } from './unmeasured.ts';

const writer = (name: string, mbPerS: number, more = {}) => process(7, name, more, { readBytesPerS: 0, writeBytesPerS: mbPerS * RATE_MB });
const found = (view: ProcessesView, more = {}) => unmeasuredSuspicions({ processes: view, ...more }).map(({ because }) => because);

test('a kernel thread that carries out much, and no device', () => {
  expect(found(processes(writer('kworker/u16:2+flush-8:0', 118, { kernelThread: true })))).toEqual([
    'kworker/u16:2+flush-8:0 writes 118 MB/s, and no device was measured',
  ]);
});

test.each([
  ['on the threshold', processes(writer('cp', 20)), 1],
  ['just below', processes(writer('cp', 19.9)), 0],
  ['a reader', processes(process(7, 'tar', {}, { readBytesPerS: 30 * RATE_MB, writeBytesPerS: 0 })), 1],
  ['in one report of four', { ...processes(writer('cp', 60)), reports: 4 }, 0],
  [
    'what truncation takes back',
    processes(process(7, 'sort', {}, { writeBytesPerS: 30 * RATE_MB, cancelledWriteBytesPerS: 30 * RATE_MB })),
    0,
  ],
  ['in the idle class', processes(writer('updatedb', 60, { ioClass: 'idle' })), 0],
  ['a process without figures', processes(process(7, 'sshd')), 0],
] as const)('%s', (_what, view, count) => {
  expect(found(view)).toHaveLength(count);
});

test('where a device was measured the rules judge; a mean since boot is none', () => {
  const view = processes(writer('cp', 118));
  expect(found(view, { devices: devices(device('sda', atRest)) })).toEqual([]);
  const { intervals, ...sinceBoot } = device('sda', atRest);
  expect(
    found(view, { devices: devices({ ...sinceBoot, intervals: [], ...(intervals[0] ? { sinceBoot: intervals[0] } : {}) }) }),
  ).toHaveLength(1);
});

const stuck = (pid: number, more = {}) => process(pid, 'gdn', { state: 'D', wchan: 'xfs_reclaim_inodes_ag', ...more });

test.each([
  ['two tasks in D', processes(stuck(7), stuck(8)), {}, 1],
  ['one, which is anybody’s', processes(stuck(7)), {}, 0],
  [
    'threads of the kernel, which may sleep so by habit',
    processes(stuck(7, { kernelThread: true }), stuck(8, { kernelThread: true })),
    {},
    0,
  ],
  ['beside a device', processes(stuck(7), stuck(8)), { devices: devices(device('sda', atRest)) }, 0],
  ['beside pressure', processes(stuck(7), stuck(8)), { pressure: psi(0) }, 0],
  ['beside iowait', processes(stuck(7), stuck(8)), { cpu: { intervals: [{ cites, iowaitPct: 0 }] } }, 0],
] as const)('waiting, and no device: %s', (_what, view, more, count) => {
  expect(found(view, more)).toHaveLength(count);
});

test('says what they wait in', () => {
  expect(found(processes(stuck(7), stuck(8)))).toEqual([
    '2 tasks wait in state D (gdn in xfs_reclaim_inodes_ag), and no device was measured',
  ]);
});
