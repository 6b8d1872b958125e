import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesOutput, rawOutput } from '../../test/raw-output.ts';
import type { RawOutput } from '../model/output.ts';
import { assemble } from './assemble.ts';
import type { NetworkInterface } from './views/network.ts';

function interfaces(outputs: readonly RawOutput[]): readonly NetworkInterface[] {
  const { views } = assemble({ host: 'host-1', takenAt: new Date('2026-01-20T00:10:00Z'), outputs, volumes: [], pasted: true });
  return views.network?.interfaces ?? [];
}

const printed = (path: string): string => readFileSync(new URL(`../parsers/${path}`, import.meta.url), 'utf8');
const link = (name: string, packets: number, errors: number): string =>
  [
    `2: ${name}: <BROADCAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000`,
    '    RX:  bytes packets errors dropped  missed   mcast           ',
    `      ${packets * 100} ${packets} ${errors} 0 0 0 `,
    '    TX:  bytes packets errors dropped carrier collsns           ',
    '        1000 10 0 0 0 0 ',
  ].join('\n');

it.each([
  ['ip -s link', 'ip-link/fixtures/debian-12--iproute2-6.1--live.out'],
  ['ip -s -s link', 'ip-link/fixtures/debian-12--iproute2-6.1--errors-by-kind.out'],
  ['ifconfig', 'ifconfig/fixtures/debian-12--net-tools-2.10--live.out'],
  ['ifconfig of busybox', 'ifconfig/fixtures/debian-12--busybox-1.35--live.out'],
])('%s without its command line is known by what it prints', (_, path) => {
  const eth0 = interfaces([rawOutput('given-1', printed(path))]).find(({ name }) => name === 'eth0');
  expect(eth0).toMatchObject({ virtual: false, packetsTotal: 44_478 + 33_169, errorsTotal: 0 });
  expect(eth0?.errorsPerS).toBeUndefined();
});

it('the same command twice gives what was in error in between', () => {
  const command = 'ip -s link show eth0';
  const [first, second] = [link('eth0', 1000, 5), link('eth0', 1990, 15)];
  const [eth0] = interfaces([
    rawOutput('given-1', first, { command }),
    rawOutput('given-2', second, { command, reading: 2 }),
    rawOutput('up.1', '1000.00 1500.00', { command: 'cat /proc/uptime', commandId: 'up' }),
    rawOutput('up.2', '1010.00 1500.00', { command: 'cat /proc/uptime', commandId: 'up', reading: 2 }),
  ]);
  expect(eth0).toMatchObject({ errorsPerS: 1, receivedPacketsPerS: 99, receivedBytesPerS: 9900, errorsTotal: 15 });
  expect(eth0?.errorsPct).toBeCloseTo((10 / 990) * 100, 3);
});

it('texts of one interface each are all seen', () => {
  const names = interfaces([rawOutput('given-1', link('eth0', 1, 0)), rawOutput('given-2', link('eth1', 1, 0))]).map(({ name }) => name);
  expect(names).toEqual(['eth0', 'eth1']);
});

it('frames of ifconfig are the damaged ones, of all that arrived', () => {
  const [eth0] = interfaces([rawOutput('given-1', printed('ifconfig/fixtures/public--net-tools-1--frame-errors.out'))]);
  expect(eth0).toMatchObject({ damagedFramesTotal: 37, errorsTotal: 0 });
  expect(eth0?.damagedFramesTotalPct).toBeLessThan(0.001);
});

it.each([
  ['a card, whose packets go through itself', '2', false],
  ['one end of a pair, whatever it is called', '7', true],
])('%s', (_, link, virtual) => {
  const files = { speed: '10000', ifindex: '2', iflink: link };
  const outputs = [
    filesOutput('links', Object.fromEntries(Object.entries(files).map(([file, text]) => [`/sys/class/net/lab0/${file}`, text]))),
  ];
  expect(interfaces(outputs)).toMatchObject([{ name: 'lab0', virtual }]);
});
