import { expect, test } from 'vitest';
import { loadCatalogue } from '../catalogue/load.ts';
import type { OutputId, RawOutput } from '../model/output.ts';
import { joined, windowsOf } from './chain.ts';

test.each([
  [5, [5]],
  [285, [285]],
  [286, [143, 143]],
  [600, [200, 200, 200]],
  [571, [191, 190, 190]],
])('a window of %i s is filled by sessions of %j s', (seconds, windows) => {
  expect(windowsOf(seconds, 15, 300)).toEqual(windows);
});

function output(id: string, commandId: string, reading: 1 | 2, stdout: string): RawOutput {
  const rest = { command: '', pathPrefixed: false, outcome: 'ok', exitCode: 0, stderr: '', startedAt: new Date(0), durationMs: 1 } as const;
  return { ...rest, id: id as OutputId, commandId, reading, stdout };
}

test('samplers are put end to end, readings are the first and the last, vmstat’s mean since boot stays out', () => {
  const [io] = loadCatalogue('commands').filter(({ name }) => name === 'io');
  if (io === undefined) throw new Error('commands/io.yml is gone');
  const session = (n: number): RawOutput[] => [
    output('kernel.1', 'kernel', 1, `before ${n}`),
    output('kernel.2', 'kernel', 2, `after ${n}`),
    output('vmstat', 'vmstat', 1, `procs\n r b\nboot ${n}\nrow ${n}\n`),
    output('iostat', 'iostat', 1, `report ${n}\n`),
    output('ps', 'ps', 1, `ps ${n}`),
  ];
  expect(joined(io, [session(1), session(2), session(3)]).map(({ stdout }) => stdout)).toEqual([
    'before 1',
    'after 3',
    'procs\n r b\nboot 1\nrow 1\nrow 2\nrow 3\n',
    'report 1\nreport 2\nreport 3\n',
    'ps 1',
  ]);
});

test('a last session that was cut loses no counters, no shell is forgotten, and what appears late is kept', () => {
  const [io] = loadCatalogue('commands').filter(({ name }) => name === 'io');
  if (io === undefined) throw new Error('commands/io.yml is gone');
  const whole = [output('session', 'session', 1, '100\n'), output('kernel.2', 'kernel', 2, 'after 1')];
  const cut = [
    output('session', 'session', 1, '200\n'),
    { ...output('kernel.2', 'kernel', 2, ''), outcome: 'cut' as const },
    output('df.2', 'df', 1, 'a new mount'),
  ];
  expect(joined(io, [whole, cut]).map(({ id, stdout }) => [id, stdout])).toEqual([
    ['session', '100\n200\n'],
    ['kernel.2', 'after 1'],
    ['df.2', 'a new mount'],
  ]);
});
