import { expect, it } from 'vitest';
import { atRest, cites, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import type { CgroupIoCap, CgroupsView } from '../../snapshot/views/cgroups.ts';
import { ioThrottled } from './io-throttled.ts';

const PATH = '/system.slice/reports.service';
function caps(...all: readonly Partial<CgroupIoCap>[]): CgroupsView {
  const ioCaps = all.map((cap) => ({ cites, name: 'reports.service', path: PATH, device: 'sda', ...cap }));
  return { all: [{ cites, name: 'reports.service', path: PATH, memoryBytes: 1 }], ioCaps, controllers: [], crowds: [] };
}

it.each([
  [{ readCapOpsPerS: 40, readOpsPerS: 36 }, 'found'],
  [{ readCapOpsPerS: 40, readOpsPerS: 35.9 }, 'ruled-out'],
  [{ writeCapBytesPerS: 1e6, writeBytesPerS: 1e6 }, 'found'],
  [{ writeCapBytesPerS: 1e6, readBytesPerS: 1e6 }, 'undecided'],
  [{ readCapOpsPerS: 40, readOpsPerS: 40, path: '/' }, 'ruled-out'],
] as const)('%j is %s', (cap, kind) => {
  expect(ioThrottled.decide({ cgroups: caps(cap) }).kind).toBe(kind);
});

const held = caps({ readCapOpsPerS: 40, readOpsPerS: 40 });

it('is certain where tasks wait, names who is held, and how to lift the cap', () => {
  const reports = process(4, 'fio', { cgroups: [PATH] }, { readBytesPerS: 2.5e6 });
  const verdict = ioThrottled.decide({
    cgroups: held,
    pressure: psi(90, 80),
    devices: devices(device('sda', atRest)),
    processes: processes(reports),
    host: { cites, cgroupVersion: 2 },
  });
  expect(verdict).toMatchObject({
    kind: 'found',
    confidence: 'certain',
    severity: 'critical',
    headline: 'reports.service is held at its own cap on sda: 40 ops/s of 40 ops/s',
    culprit: { process: 'fio', cgroup: PATH },
  });
  expect(verdict.kind === 'found' && verdict.advice.now[0]?.command).toContain(
    'systemctl set-property --runtime reports.service IOReadBandwidthMax=',
  );
});

it('a device at its own limit is the cause, not the cap', () => {
  expect(ioThrottled.decide({ cgroups: held, devices: devices(device('sda', saturatedByReads)) }).kind).toBe('ruled-out');
});

it('without caps nothing is held; without groups nothing is said', () => {
  expect(ioThrottled.decide({ cgroups: caps() }).kind).toBe('ruled-out');
  expect(ioThrottled.decide({ cgroups: { all: [], ioCaps: [], controllers: [], crowds: [] } }).kind).toBe('undecided');
});
