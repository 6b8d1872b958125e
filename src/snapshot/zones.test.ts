import { expect, test } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import { readOutputs } from './samples.ts';
import { zonesView } from './zones.ts';

test('zones in bytes, each figure on its line; those without memory are left out', () => {
  const text =
    'Node 0, zone   Normal\n  pages free     10\n        min      3\n        present  120\n        managed  100\nNode 0, zone  Movable\n  pages free     0\n        min      0\n        present  0\n        managed  0\n';
  const view = zonesView(readOutputs([rawOutput('zones', text, { command: 'cat /proc/zoneinfo' })]).samples);
  expect(view?.all).toMatchObject([{ node: 0, zone: 'Normal', freeBytes: 40_960, minBytes: 12_288, managedBytes: 409_600 }]);
  expect(view?.all[0]?.fieldCites?.['minBytes']?.[0]?.text).toBe('        min      3');
});
