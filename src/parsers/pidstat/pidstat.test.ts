import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { pidstat } from './pidstat.ts';

function parse(command: string, ...lines: readonly string[]) {
  return pidstat.parse(sourceOf('pidstat' as OutputId, command, lines.join('\n')));
}
const header = '07:14:57 PM   UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command';

it('leaves out what it printed as -1.00: the account may not read it', () => {
  const row = parse('pidstat -d 1', header, '07:14:59 PM     0       942     -1.00     -1.00     -1.00       0  jbd2/sda5-8').sample
    ?.intervals[0]?.rows[0];
  expect(row).toMatchObject({ pid: 942, ioUnreadable: true, command: 'jbd2/sda5-8' });
  expect(row).not.toHaveProperty('readBytesPerS');
});

it('reads an Average block that repeats no header, in any language', () => {
  const parsed = parse(
    'pidstat -d 2 2',
    header,
    '07:14:59 PM 0 18822 59600,00 12,00 0,00 87 gzip',
    '',
    'Durchschn.:  0 18822 59600,00 12,00 0,00 108 gzip',
  );
  expect(parsed.sample?.averages).toMatchObject([{ pid: 18_822, readBytesPerS: 59_600 * 1024, ioDelayTicks: 108 }]);
  expect(parsed.sample?.intervals).toHaveLength(1);
});

it('keeps the blanks of a command, and the words of -l', () => {
  const rows = parse(
    'pidstat -l -d 1',
    header,
    '07:14:59 PM  0  7  1.00 0.00 0.00 0  Web Content',
    '07:14:59 PM  0  8  1.00 0.00 0.00 0  tar -C /srv  -cf x.tar .',
  ).sample?.intervals[0]?.rows;
  expect(rows?.map((row) => row.command)).toEqual(['Web Content', 'tar -C /srv  -cf x.tar .']);
});

it('puts the blocks of one moment into one interval', () => {
  const cpu = '00:12:01      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command';
  const disk = '00:12:01      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command';
  const parsed = parse(
    'pidstat -du 1',
    cpu,
    '00:12:02 0 7 50.00 1.00 0.00 0.00 51.00 1 gzip',
    '',
    disk,
    '00:12:02 0 7 100.00 0.00 0.00 9 gzip',
    '',
    cpu,
    '00:12:03 0 7 1.00 1.00 0.00 0.00 2.00 1 gzip',
  );
  expect(parsed.sample?.intervals.map((interval) => interval.rows.length)).toEqual([2, 1]);
});

it('tells a header without rows from a text that is none', () => {
  expect(parse('pidstat -d 1', header).sample).toMatchObject({ intervals: [] });
  expect(parse('pidstat -d 1', 'bash: pidstat: command not found').sample).toBeUndefined();
});

it('reads the epoch seconds of -H and old -h', () => {
  const parsed = parse(
    'pidstat -h -d 1',
    '#      Time   UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s  Command',
    ' 1306491741     0      1234    100.00      0.00      0.00  dd',
  );
  expect(parsed.sample?.intervals[0]).toMatchObject({ at: '1306491741', rows: [{ pid: 1234, readBytesPerS: 102_400 }] });
});

it('calls figures since the start of each task what they are', () => {
  expect(parse('pidstat -d', header, '07:14:57 PM 0 7 1.00 0.00 0.00 0 dd').sample?.sinceBoot).toBe(true);
  expect(parse('', header, '07:14:57 PM 0 7 1.00 0.00 0.00 0 dd').sample?.sinceBoot).toBe(true);
  expect(parse('', header, '07:14:59 PM 0 7 1.00 0.00 0.00 0 dd').sample?.sinceBoot).toBe(false);
});
