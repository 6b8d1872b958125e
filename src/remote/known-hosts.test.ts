import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf, keyTypeOf, knownKeysOf } from './known-hosts.ts';

let folder = '';
let publicKey = '';
let fingerprint = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagbot-known-'));
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key')]);
  publicKey = readFileSync(join(folder, 'key.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
  fingerprint = execFileSync('ssh-keygen', ['-lf', join(folder, 'key.pub')], { encoding: 'utf8' }).split(' ')[1] ?? '';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('says the fingerprint and the type that ssh-keygen says', () => {
  const [key] = knownKeysOf(`db-1 ${publicKey}`, 'db-1', 22);
  expect(key && fingerprintOf(key.key)).toBe(fingerprint);
  expect(key && keyTypeOf(key.key)).toBe('ssh-ed25519');
});

test('finds names that ssh-keygen hashed', () => {
  const file = join(folder, 'known_hosts');
  writeFileSync(file, `db-1 ${publicKey}\n[10.0.0.7]:2222 ${publicKey}\n`);
  execFileSync('ssh-keygen', ['-H', '-f', file], { stdio: 'ignore' });
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('db-1');
  expect(knownKeysOf(text, 'DB-1', 22)).toMatchObject([{ line: 1, type: 'ssh-ed25519' }]);
  expect(knownKeysOf(text, '10.0.0.7', 2222)).toMatchObject([{ line: 2 }]);
  expect(knownKeysOf(text, '10.0.0.7', 22)).toEqual([]);
});

test.each([
  ['db-1,10.0.0.1', 'db-1', 22, true],
  ['*.example.org', 'a.example.org', 22, true],
  ['*.example.org,!b.example.org', 'b.example.org', 22, false],
  ['db-?', 'db-12', 22, false],
  ['db.1', 'db-1', 22, false],
  ['db-1', 'db-1', 2222, false],
  ['[db-1]:2222', 'db-1', 2222, true],
  ['[db-1]:*', 'db-1', 2222, true],
  ['# db-1', 'db-1', 22, false],
])('%s for %s port %i: %s', (names, address, port, found) => {
  expect(knownKeysOf(`${names} ${publicKey}`, address, port).length > 0).toBe(found);
});

test('keeps revoked keys apart and passes over certificates', () => {
  const text = `@revoked * ${publicKey}\n@cert-authority * ${publicKey}\n\nhalf a line\n`;
  expect(knownKeysOf(text, 'db-1', 22)).toMatchObject([{ revoked: true, line: 1 }]);
});
