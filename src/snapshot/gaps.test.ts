import { describe, expect, it } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import type { CatalogueCommand, ReadOnlyArgv } from '../model/command.ts';
import type { Gap } from '../model/diagnosis.ts';
import type { RawOutput } from '../model/output.ts';
import { gapsOf } from './gaps.ts';

function command(id: string, line: string, special: Partial<CatalogueCommand> = {}): CatalogueCommand {
  // What the catalogue proves is of no matter here: nothing is run.
  const argv = line.split(' ') as unknown as ReadOnlyArgv;
  return { id, action: { kind: 'run', argv }, why: 'test', readings: 1, root: false, timeoutSeconds: 10, maxBytes: 1_000, ...special };
}

function gaps(outputs: readonly RawOutput[], commands: readonly CatalogueCommand[], understood: readonly RawOutput[] = []): readonly Gap[] {
  return gapsOf({ outputs, commands, understood: new Set(understood), views: { pressure: {} }, session: true });
}

const IOSTAT = command('iostat', 'iostat -x {interval} {count}', { debianPackage: 'sysstat', lost: 'the worst interval of each device' });
const DMESG = command('kernel-log', 'dmesg', { root: true });

describe('gapsOf tells', () => {
  it('a tool that is missing, what is lost and what brings it, once for both readings', () => {
    const missing = { outcome: 'not-installed', command: 'iostat -x 1 5', commandId: 'iostat' } as const;
    expect(gaps([rawOutput('iostat.1', '', missing), rawOutput('iostat.2', '', { ...missing, reading: 2 })], [IOSTAT])).toEqual([
      { command: 'iostat -x 1 5', why: 'is not installed', lost: 'the worst interval of each device', remedy: 'install sysstat' },
    ]);
  });

  it('what a recording never held, which is no failing of the host', () => {
    expect(gaps([], [IOSTAT])).toMatchObject([{ command: 'iostat', unrecorded: true, lost: 'the worst interval of each device' }]);
  });

  it('a command for each mount point that gave none at all', () => {
    const df = command('df', 'df', { action: { kind: 'mounts', argv: ['df'] as never } });
    expect(gaps([], [df])).toEqual([{ command: 'df', why: 'gave no output' }]);
    expect(gapsOf({ outputs: [], commands: [df], understood: new Set(), views: { pressure: {} }, session: false })).toMatchObject([
      { unrecorded: true },
    ]);
  });

  it('what right would help where the account may not', () => {
    expect(gaps([rawOutput('kernel-log', '', { outcome: 'denied', command: 'dmesg' })], [DMESG])[0]?.remedy).toMatch('`sudo -n dmesg`');
  });

  it('a stand-in that is silent because the account may not read', () => {
    const silent = rawOutput('kernel-log', '', { command: 'journalctl -k -q' });
    expect(gaps([silent], [DMESG])).toMatchObject([
      { why: expect.stringMatching('printed nothing'), remedy: expect.stringMatching('`sudo -n dmesg`') },
    ]);
  });

  it('nothing of a command that is silent where there is nothing', () => {
    const silent = rawOutput('cgroup-crowds', '', { command: 'find /sys/fs/cgroup' });
    expect(gaps([silent], [command('cgroup-crowds', 'find /sys/fs/cgroup', { quiet: true })])).toEqual([]);
  });

  it('what right would help where the stand-in is not there', () => {
    const missing = rawOutput('kernel-log', '', { outcome: 'not-installed', command: 'journalctl -k -q' });
    expect(gaps([missing], [DMESG])).toMatchObject([{ why: 'is not installed', remedy: expect.stringMatching('`sudo -n dmesg`') }]);
  });

  it('how a command failed, in one bounded line without the secrets in it', () => {
    const stderr = `iostat: --password=geheim\u001b[31m ${'x'.repeat(500)}\nsecond`;
    const why = gaps([rawOutput('iostat', '', { outcome: 'exit-nonzero', exitCode: 1, stderr })], [IOSTAT])[0]?.why ?? '';
    expect(why).toMatch(/^ended with status 1: iostat: --password=\*+/);
    expect(why).not.toContain('geheim');
    expect(why).not.toContain('\u001b');
    expect(why.length).toBeLessThan(200);
  });

  it('text that no parser knows', () => {
    expect(gaps([rawOutput('iostat', 'bash: what?')], [IOSTAT])).toMatchObject([{ why: 'printed what no parser understands' }]);
  });

  it.each([
    ['6.8.0-1021-aws', 'boot with psi=1'],
    ['4.20.1', 'boot with psi=1'],
    ['4.19.0-25-amd64', undefined],
    [undefined, undefined],
  ])('the missing pressure files of kernel %s, and what brings them', (kernel, remedy) => {
    const read = rawOutput('kernel.1', 'x', { command: "grep -aH '' /proc/stat /proc/pressure/*" });
    const views = { host: { cites: [{ output: read.id, command: '', line: 1, text: '' }] as const, ...(kernel ? { kernel } : {}) } };
    const [gap] = gapsOf({ outputs: [read], commands: [], understood: new Set([read]), views, session: true });
    expect(gap?.why).toMatch(/^is not there/);
    expect(gap?.remedy).toBe(remedy);
  });
});

it('gapsOf is silent where all came, and where files are just not there', () => {
  const read = rawOutput('iostat', 'x');
  const files = command('block', 'x', { action: { kind: 'links', globs: ['/sys/block/*/slaves/*'] as never } });
  expect(gaps([read, rawOutput('block', '')], [IOSTAT, files], [read])).toEqual([]);
  const failedLate = rawOutput('iostat', 'x', { outcome: 'exit-nonzero', exitCode: 1 });
  expect(gaps([failedLate], [IOSTAT], [failedLate])).toEqual([]);
});
