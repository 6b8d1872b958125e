import { describe, expect, it } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import { parsersFor } from './choose-parser.ts';
import { sourcesOf } from './sources.ts';

function chosen(command: string, stdout: string, parser?: string): string | undefined {
  const output = rawOutput('x', stdout, { command, ...(parser === undefined ? {} : { parser }) });
  return sourcesOf(output).map((source) => parsersFor(output, source)[0])[0];
}

const VMSTAT =
  ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1 22      0 402112  20412 6120380   0    0 61240  1802 2210 3104  8  5 26 61  0\n';

describe('parsersFor takes', () => {
  it('the one that the catalogue names', () => {
    expect(chosen('', VMSTAT, 'iostat')).toBe('iostat');
  });
  it('no name that is none', () => {
    expect(chosen('vmstat 1', VMSTAT, 'constructor')).toBe('vmstat');
  });
  it.each(['vmstat 1 5', 'sudo -n /usr/bin/vmstat 1', 'LC_ALL=C vmstat 1 | tail -3', 'vmstat 1   # iostat'])(
    'the command line %s',
    (command) => {
      expect(chosen(command, VMSTAT)).toBe('vmstat');
    },
  );
  it('the file that cat names', () => {
    expect(chosen('cat /proc/meminfo', 'MemTotal: 1 kB\n')).toBe('meminfo');
  });
  it('what the text looks like', () => {
    expect(chosen('', VMSTAT)).toBe('vmstat');
  });
  it('none for a text that is nothing', () => {
    expect(chosen('', 'bash: foo: command not found\n')).toBeUndefined();
  });
});
