import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RATE_MB } from '../model/figure-text.ts';
import { loadInventory } from './inventory.ts';
import { reachByAlias } from './ssh-config.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagbot-hosts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function load(text: string) {
  const file = join(folder, 'hosts.yml');
  writeFileSync(file, text);
  return loadInventory(file);
}

test('reads hosts with their defaults, jump hosts and volumes', () => {
  const inventory = load(`hosts:
  - {name: bastion, address: 192.0.2.1, user: jump}
  - name: host-42
    address: 10.0.0.42
    port: 2222
    user: diag
    jump: Bastion
    tags: [db]
    identity: keys/id
    host_key: SHA256:${'a'.repeat(43)}
    volumes:
      - {device: nvme1n1, kind: gp3, iops: 3000, mb_per_s: 125}
  - {name: here, transport: local}
  - {name: story, transport: replay, recording: recordings/one}
`);
  expect(inventory.find('HOST-42')).toEqual({
    name: 'host-42',
    tags: ['db'],
    volumes: [{ device: 'nvme1n1', kind: 'gp3', maxOpsPerS: 3000, maxBytesPerS: 125 * RATE_MB }],
    reach: {
      transport: 'ssh2',
      entry: 'host-42',
      address: '10.0.0.42',
      port: 2222,
      user: 'diag',
      identityFile: join(folder, 'keys/id'),
      hostKey: `SHA256:${'a'.repeat(43)}`,
      jump: { transport: 'ssh2', entry: 'bastion', address: '192.0.2.1', port: 22, user: 'jump' },
    },
  });
  expect(inventory.find('here')?.reach).toEqual({ transport: 'local' });
  expect(inventory.find('story')?.reach).toEqual({ transport: 'replay', recording: join(folder, 'recordings/one') });
  expect(inventory.find('host-43')).toBeUndefined();
  expect(inventory.suggest('host-43')).toEqual(['host-42']);
  expect(inventory.suggest('completely-else')).toEqual([]);
});

test.each([
  ['hosts:\n  - {name: a}\n  - {name: A}\n', ':3: hosts.1.name: expected each name once'],
  ['hosts:\n  - name: a\n    port: 99999\n', ':3: hosts.0.port: expected at most 65535, found the number 99999'],
  ['hosts:\n  - name: a\n    jmup: b\n', ':3: hosts.0.jmup: no such key, expected one of name, address, '],
  ['hosts:\n  - name: a\n    jmup: b\n', '; did you mean jump?'],
  ['hosts:\n  - name: a\n    jmup: b\n    prot: 1\n', ':4: hosts.0.prot: no such key'],
  ['hosts:\n  - name: 42\n', ':2: hosts.0.name: expected a text, found the number 42'],
  ['hosts:\n  - address: 10.0.0.1\n', ':2: hosts.0.name: expected a text, found nothing'],
  ['hosts:\n  - name: a\n    tags: db\n', ":3: hosts.0.tags: expected a list, found the text 'db'"],
  ['hosts:\n  - name: a\n    port: "22"\n', ":3: hosts.0.port: expected a number, found the text '22'"],
  ['hosts:\n  - name: a\n    port: 2.5\n', ':3: hosts.0.port: expected a whole number, found the number 2.5'],
  [
    'hosts:\n  - name: a\n    transport: ssh\n',
    ":3: hosts.0.transport: expected one of ssh2, local, replay, found 'ssh'; did you mean ssh2?",
  ],
  ['hosts:\n  - name: a\n    volumes: [{device: sda, kind: gp4}]\n', 'hosts.0.volumes.0.kind: expected one of gp2, gp3, '],
  ['hosts:\n  - name: a\n    volumes: [{device: sda, iops: 0}]\n', 'hosts.0.volumes.0.iops: expected a number above 0, found the number 0'],
  ['hosts:\n  name: a\n', ':1: hosts: expected a list, found keys with values'],
  ['host:\n  - name: a\n', ':1: host: no such key, expected hosts; did you mean hosts?'],
  ['', ':1: hosts: expected a list, found nothing'],
  ['just text\n', ":1: the file: expected keys with values, found the text 'just text'"],
  ['hosts: *gone\n', 'not YAML: '],
  ['hosts: []\n---\nhosts: []\n', ':2: not YAML: a second document begins here'],
  ['hosts:\n  - name: a\n    jump: b\n', ":3: hosts.0.jump: expected the name of a host of this file, found 'b'"],
  ['hosts:\n  - {name: a, jump: b}\n  - {name: b, jump: a}\n', 'leads back to'],
  ['hosts:\n  - {name: a, host_key: "MD5:00"}\n', ":2: hosts.0.host_key: expected 'SHA256:"],
  ['hosts:\n  - {name: a, transport: replay}\n', ':2: hosts.0: expected recording'],
  ['hosts:\n  - {name: a, address: "-oProxyCommand=x"}\n', ':2: hosts.0.address: expected a host name'],
  ['hosts: [\n', 'not YAML'],
])('%j is refused with file, line and what was expected', (text, message) => {
  expect(() => load(text)).toThrow(message);
  expect(() => load(text)).toThrow(join(folder, 'hosts.yml'));
});

test('takes address, user, key and jump host from ssh_config', () => {
  const file = join(folder, 'ssh_config');
  writeFileSync(
    file,
    `Host gate
  HostName gate.example.org
  Port 2200
Host db-1
  HostName 10.0.0.9
  User diag
  IdentityFile /keys/db
  ProxyJump ops@gate
Host old
  ProxyCommand nc %h %p
Host round
  ProxyJump round
`,
  );
  expect(reachByAlias('db-1', file)).toEqual({
    transport: 'ssh2',
    address: '10.0.0.9',
    port: 22,
    user: 'diag',
    identityFile: '/keys/db',
    jump: { transport: 'ssh2', address: 'gate.example.org', port: 2200, user: 'ops' },
  });
  expect(() => reachByAlias('old', file)).toThrow('ProxyCommand');
  expect(() => reachByAlias('round', file)).toThrow('circle');
  expect(() => reachByAlias('none-such', file)).toThrow('no Host line');
});
