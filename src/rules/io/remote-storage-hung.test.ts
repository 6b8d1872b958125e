import { expect, test } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import { remoteStorageHung } from './remote-storage-hung.ts';

const waits = (pid: number, wchan: string, state = 'D') => process(pid, 'ls', { state, wchan });
const mount = { cites, source: 'nas:/x', mount: '/mnt/x', type: 'nfs4', hung: true };

test.each([
  ['two tasks in rpc', [waits(1, 'rpc_wait_bit_killable'), waits(2, 'nfs_wait_on_request')], 'critical'],
  ['one task in rpc, as a busy client has it', [waits(1, 'rpc_wait_bit_killable')], 'notice'],
  ['two in FUSE, state S', [waits(1, 'request_wait_answer', 'S'), waits(2, 'request_wait_answer', 'S')], 'critical'],
  ['the state manager of a server', [process(5, '192.0.2.7-m', { state: 'D' })], 'critical'],
] as const)('%s', (_name, tasks, severity) => {
  expect(remoteStorageHung.decide({ processes: processes(...tasks) })).toMatchObject({ kind: 'found', severity });
});

test('a mount whose df does not answer', () => {
  const filesystems = { all: [mount] };
  expect(remoteStorageHung.decide({ filesystems })).toMatchObject({
    kind: 'found',
    subject: { kind: 'mount', name: '/mnt/x' },
    confidence: 'likely',
  });
  expect(remoteStorageHung.decide({ filesystems, processes: processes(waits(1, 'rpc_wait'), waits(2, 'rpc_wait')) })).toMatchObject({
    confidence: 'certain',
  });
});

test('others', () => {
  expect(remoteStorageHung.decide({}).kind).toBe('undecided');
  expect(remoteStorageHung.decide({ processes: processes(process(1, 'ls', { state: 'D' })) }).kind).toBe('undecided');
  expect(
    remoteStorageHung.decide({ processes: processes(waits(1, 'io_schedule')), filesystems: { all: [{ ...mount, hung: false }] } }).kind,
  ).toBe('ruled-out');
});
