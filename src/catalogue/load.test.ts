import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  ['    run: dmesg\n    redaings: 2', '/x/io.yml:11: commands.1.redaings: no such key, expected one of id, run, instead, '],
  ['    run: dmesg\n    mounts: df -lP', 'exactly one of run, files, links, mounts'],
  ['    why2: x', 'commands.1'],
  [
    '    run: dmesg\n    maxBytes: 99999999999',
    '/x/io.yml:11: commands.1.maxBytes: expected at most 4000000, found the number 99999999999',
  ],
  ['    run: dmesg\n    readings: 3', '/x/io.yml:11: commands.1.readings: expected one of 1, 2, found the number 3'],
  ['    run: [dmesg]', '/x/io.yml:10: commands.1.run: expected a text, found a list of 1'],
  ['    run: dmesg\n    root: maybe', "/x/io.yml:11: commands.1.root: expected true or false, found the text 'maybe'"],
  ['    run: dmesg\n\troot: true', '/x/io.yml:11: not YAML: a tab at the beginning of the line; expected spaces'],
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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagbot-catalogue-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function catalogueOf(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const stem = name.replace(/^.*\/|\.yml$/g, '');
    writeFileSync(path, `name: ${stem}\ntitle: a test\n${name.startsWith('parts/') ? '' : 'wallSeconds: 10\n'}${text}`);
  }
  return loadCatalogue(folder).map(({ name, commands }) => [name, commands.map(({ id }) => id)]);
}
const command = (id: string, run = 'dmesg') => `commands: [{ id: ${id}, run: ${run}, why: a test }]\n`;

test('a subcommand runs what its parts and its fellows run, each once, and parts are no subcommands', () => {
  const files = {
    'parts/common.yml': command('ps'),
    'io.yml': `parts: [common]\n${command('iostat')}`,
    'mem.yml': `parts: [common]\n${command('free')}`,
    'all.yml': 'parts: [io, mem]\n',
  };
  expect(catalogueOf(files)).toEqual([
    ['all', ['ps', 'iostat', 'free']],
    ['io', ['ps', 'iostat']],
    ['mem', ['ps', 'free']],
  ]);
});

test.each([
  [{ 'io.yml': 'parts: [comon]\n', 'parts/common.yml': command('a') }, "io.yml: parts: expected one of io, common, found 'comon'"],
  [{ 'io.yml': 'parts: [mem]\n', 'mem.yml': 'parts: [io]\n' }, 'takes itself over by way of'],
  [{ 'io.yml': `parts: [common]\n${command('ps')}`, 'parts/common.yml': command('ps', 'ps') }, "two commands have the id 'ps'"],
  [{ 'io.yml': command('ps'), 'parts/io.yml': command('a') }, "'io' is the name of a subcommand too"],
  [{ 'io.yml': '' }, 'io.yml:1: the file: expected parts or commands, found neither'],
])('parts that do not fit are refused: %j', (files, message) => {
  expect(() => catalogueOf(files)).toThrow(message);
});

test('lines of files can be asked for by a pattern that no shell reads', () => {
  const files = (matching: string) => `commands: [{ id: a, files: [/proc/stat], matching: ${JSON.stringify(matching)}, why: a test }]\n`;
  expect(catalogueOf({ 'io.yml': files('^(cpu|procs_) [1-9]') })).toEqual([['io', ['a']]]);
  expect(() => catalogueOf({ 'io.yml': files("x' /etc/shadow '") })).toThrow('io.yml:4: commands.0.matching');
  expect(() => catalogueOf({ 'io.yml': 'commands: [{ id: a, run: dmesg, matching: x, why: a test }]\n' })).toThrow(
    'commands.0.matching: expected only beside files',
  );
});
