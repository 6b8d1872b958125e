import { expect, test } from 'vitest';
import { loadCatalogue, parseEntry } from './load.ts';

test('every file of commands/ loads, each command with a reason', () => {
  const entries = loadCatalogue('commands');
  expect(entries.map(({ name }) => name)).toContain('io');
  for (const { commands } of entries) for (const { why } of commands) expect(why).not.toBe('');
});

const file = (command: string): string => `name: io
title: a test
wallSeconds: 10
commands:
  - id: first
    run: vmstat -w {interval} {count+1}
    parser: vmstat
    why: good
  - id: planted
${command}
    why: a test
`;

test.each([
  ['    run: vmstat 1 5; rm -rf /', '/x/io.yml:10: commands.1.run: word "5;" is not permitted for vmstat'],
  ['    run: rm -rf /', '/x/io.yml:10: commands.1.run: program "rm" is not permitted'],
  ['    run: ps -e\n    instead: dmesg -C', '/x/io.yml:11: commands.1.instead: word "-C"'],
  ['    mounts: du -s', '/x/io.yml:10: commands.1.mounts: program "du"'],
  ['    files:\n      - /proc/uptime\n      - /etc/shadow', 'commands.1.files: path "/etc/shadow" may not be read'],
  ['    links:\n      - /root/*', 'commands.1.links: path "/root/*" may not be followed'],
  ['    run: dmesg\n    parser: dmseg', '/x/io.yml:11: commands.1.parser: expected one of '],
  ['    run: dmesg\n    redaings: 2', 'commands.1: expected Unrecognized key'],
  ['    run: dmesg\n    mounts: df -lP', 'exactly one of run, files, links, mounts'],
  ['    why2: x', 'commands.1'],
  ['    run: dmesg\n    maxBytes: 99999999999', '/x/io.yml:11: commands.1.maxBytes'],
])('a planted mistake is refused: %j', (command, message) => {
  expect(() => parseEntry('/x/io.yml', file(command))).toThrow(message);
});

test('an id twice, another name than the file’s, and no YAML are refused', () => {
  expect(() => parseEntry('/x/io.yml', file('    run: dmesg').replace('planted', 'first'))).toThrow(
    "/x/io.yml:9: commands.1.id: expected an id used once, found 'first' again",
  );
  expect(() => parseEntry('/x/mem.yml', file('    run: dmesg'))).toThrow("/x/mem.yml:1: name: expected 'mem'");
  expect(() => parseEntry('/x/io.yml', 'name: [')).toThrow('/x/io.yml:1: not YAML');
});
