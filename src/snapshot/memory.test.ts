import { expect, it } from 'vitest';
import type { OutputId } from '../model/output.ts';
import { meminfo } from '../parsers/meminfo/meminfo.ts';
import { sourceOf } from '../parsers/parser.ts';
import { memoryView } from './memory.ts';
import type { Samples } from './samples.ts';

const KIB = 1024;

function view(text: string) {
  const { sample } = meminfo.parse(sourceOf('memory' as OutputId, 'cat /proc/meminfo', text));
  const none = { free: [], top: [], sar: [], vmstat: [], sysctl: [], 'proc-vmstat': [] };
  return memoryView({ ...none, meminfo: [{ sample, output: { reading: 1 } }] } as unknown as Samples, undefined);
}

it('knows what slab cannot be given back where only the whole and the other part were kept', () => {
  expect(view('Slab:  900 kB\nSReclaimable:  200 kB')).toMatchObject({ slabUnreclaimableBytes: 700 * KIB });
  expect(view('Slab:  900 kB\nSReclaimable:  200 kB\nSUnreclaim:  699 kB')).toMatchObject({ slabUnreclaimableBytes: 699 * KIB });
  expect(view('Slab:  900 kB')).not.toHaveProperty('slabUnreclaimableBytes');
});
