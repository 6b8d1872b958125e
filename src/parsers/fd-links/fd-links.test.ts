import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { fdLinks } from './fd-links.ts';

function parse(command: string, ...lines: readonly string[]) {
  return fdLinks.parse(sourceOf('fds' as OutputId, command, lines.join('\n')));
}

it('reads a target with blanks, arrows and the mark of a deleted file', () => {
  const [link] = parse('', 'l-wx------ 1 root root 64 Jan 20 00:10 /proc/18822/fd/1 -> /var/log/a -> b.log (deleted)').sample?.links ?? [];
  expect(link).toMatchObject({ pid: 18_822, fd: '1', target: '/var/log/a -> b.log', deleted: true, readable: false, writable: true });
});

it('takes the process from the directory where the links have bare names', () => {
  const parsed = parse(
    '',
    '/proc/12/fd:',
    'total 0',
    'lr-x------ 1 root root 64 Jan 20 00:10 3 -> /srv/x',
    '',
    '/proc/13/fd:',
    'lrwx------ 1 root root 64 Jan 20 00:10 4 -> /srv/y',
  );
  expect(parsed.sample?.links.map((link) => [link.pid, link.fd, link.target])).toEqual([
    [12, '3', '/srv/x'],
    [13, '4', '/srv/y'],
  ]);
  expect(parsed.problems).toEqual([]);
});

it('passes over links whose target the account may not see', () => {
  const parsed = parse(
    '',
    'lrwx------ 1 root root 64 Jan 20 00:10 /proc/1/fd/0',
    'lr-x------ 1 me me 64 Jan 20 00:10 /proc/9/fd/0 -> /dev/null',
  );
  expect(parsed.sample?.links.map((link) => link.pid)).toEqual([9]);
  expect(parsed.problems).toEqual([]);
});
