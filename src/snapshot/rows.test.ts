import { expect, it } from 'vitest';
import type { Cites } from '../model/evidence.ts';
import type { OutputId } from '../model/output.ts';
import { figure } from './cite.ts';
import { mergeRows } from './rows.ts';
import { type ProcessInterval, processUnits } from './views.ts';

function cites(line: number): Cites {
  return [{ output: 'pidstat' as OutputId, command: 'pidstat', line, text: `line ${line}` }];
}

it('keeps each field beside the line it stands on; the first row wins', () => {
  const merged = mergeRows<ProcessInterval>({ readBytesPerS: 1, cites: cites(3) }, { readBytesPerS: 9, cpuPct: 2, cites: cites(7) });
  expect(merged.readBytesPerS).toBe(1);
  expect(merged.cites.map(({ line }) => line)).toEqual([3, 7]);
  expect(figure(merged, processUnits, 'cpuPct', 'gzip')?.cites.map(({ line }) => line)).toEqual([7]);
  expect(figure(merged, processUnits, 'readBytesPerS', 'gzip')?.cites.map(({ line }) => line)).toEqual([3]);
});

it('leaves a single row as it is', () => {
  const row: ProcessInterval = { cpuPct: 2, cites: cites(1) };
  expect(mergeRows(row)).toBe(row);
});
