import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { ps } from './ps.ts';

function parse(command: string, ...lines: readonly string[]) {
  return ps.parse(sourceOf('ps' as OutputId, command, lines.join('\n')));
}

it('takes the -o list for the header that grep took away', () => {
  expect(
    parse('ps -eo pid,ppid,stat,wchan:32,cgroup:48,comm | grep gz', '18822 18820 D+ folio_wait_bit 0::/system.slice/logrotate.service gzip')
      .sample?.rows,
  ).toMatchObject([
    { pid: 18_822, parentPid: 18_820, state: 'D+', wchan: 'folio_wait_bit', cgroup: '0::/system.slice/logrotate.service', name: 'gzip' },
  ]);
});

it('reads several listings pasted one below the other, each by its own header', () => {
  const parsed = parse(
    'ps -o pid,ppid,cmd -p 18822; ps -o pid,cmd -p 18820',
    '  PID  PPID CMD',
    '18822 18820 /bin/gzip',
    '  PID CMD',
    '18820 logrotate /etc/logrotate.conf',
  );
  expect(parsed.sample?.rows).toMatchObject([
    { pid: 18_822, parentPid: 18_820, args: '/bin/gzip' },
    { pid: 18_820, args: 'logrotate /etc/logrotate.conf' },
  ]);
});

it('reads elapsed time with and without days, and seconds', () => {
  const seconds = (elapsed: string) => parse('', 'PID ELAPSED COMMAND', `7 ${elapsed} dd`).sample?.rows[0]?.elapsedSeconds;
  expect(seconds('2-03:04:05')).toBe(2 * 86_400 + 3 * 3600 + 4 * 60 + 5);
  expect(seconds('04:05')).toBe(245);
  expect(seconds('2221')).toBe(2221);
});

it('reads a task that is ending and has no session any more', () => {
  const { sample, problems } = parse(
    'ps -ww -eo pid,ppid,sid,stat,etimes,user:20,wchan:24,args',
    '30799     0    -1 X+         0 root                 -                        [awk]',
  );
  expect(sample?.rows).toMatchObject([{ pid: 30_799, parentPid: 0, state: 'X+', args: '[awk]' }]);
  expect(sample?.rows[0]).not.toHaveProperty('sessionId');
  expect(problems).toEqual([]);
});

it('leaves out a wchan that may not be read', () => {
  for (const wchan of ['-', '0', '?'])
    expect(parse('', 'PID STAT WCHAN CMD', `7 S ${wchan} dd`).sample?.rows[0]).not.toHaveProperty('wchan');
});

it('keeps a command line as it is, and a process without one', () => {
  const rows = parse('', 'PID STAT ARGS', "7 S sh -c 'a  b'", '8 Z').sample?.rows;
  expect(rows).toMatchObject([
    { pid: 7, args: "sh -c 'a  b'" },
    { pid: 8, state: 'Z' },
  ]);
});

it('refuses a row whose columns have slipped instead of reading them one too far', () => {
  const parsed = parse('', 'PID USER STAT RSS ARGS', '7 two words S 100 dd');
  expect(parsed.sample).toBeUndefined();
  expect(parsed.problems).toHaveLength(1);
});
