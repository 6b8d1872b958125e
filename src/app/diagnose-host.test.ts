import { describe, expect, test, vi } from 'vitest';
import type { CatalogueEntry } from '../model/command.ts';
import type { Collection, OutputId, RawOutput } from '../model/output.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import { diagnoseHost } from './diagnose-host.ts';
import type { Ports, Progress, Run, SaveDiagnosis } from './ports.ts';

const takenAt = new Date('2026-12-01T00:10:00Z');
const request: DiagRequest = {
  id: 'request-1' as RequestId,
  subcommand: 'io',
  host: 'host-42',
  windowSeconds: 5,
  origin: { kind: 'cli' },
  requestedAt: takenAt,
};
const target: Target = { name: 'host-42', tags: [], volumes: [], reach: { transport: 'local' } };
const io: CatalogueEntry = { name: 'io', title: 'Disks', wallSeconds: 15, commands: [] };

function output(id: string, command: string, stdout: string): RawOutput {
  return {
    id: id as OutputId,
    commandId: id,
    reading: 1,
    command,
    pathPrefixed: false,
    outcome: 'ok',
    exitCode: 0,
    stdout,
    stderr: '',
    startedAt: takenAt,
    durationMs: 5,
  };
}

function collecting(collection: Partial<Collection>): Run {
  return async () => ({ kind: 'collected', collection: { outputs: [], ended: 'complete', noise: [], ...collection } });
}

function asked(ports: Partial<Ports>, onProgress: (progress: Progress) => void = () => {}) {
  const all: Ports = { run: collecting({}), now: () => takenAt, newId: () => 'diagnosis-1', ...ports };
  return diagnoseHost(all, [io], { runbooks: {} })(request, target, onProgress, new AbortController().signal);
}

describe('a request to its answer', () => {
  test('a host that cannot be reached is an answer, and nothing is kept', async () => {
    const why = { kind: 'down', message: 'host-42: no answer' } as const;
    const save = vi.fn<SaveDiagnosis>();
    expect(await asked({ run: async () => ({ kind: 'unreachable', why }), save })).toEqual({ kind: 'unreachable', request, why });
    expect(save).not.toHaveBeenCalled();
  });

  test('secrets are gone before anything is judged, shown or kept', async () => {
    const args = 'mysqldump --password=sesame42 --host db1';
    const outputs = [{ ...output('ps', `ps # --token=sesame42`, `  1 0 ${args}\n`), stderr: 'Authorization: Bearer sesame42\n' }];
    const save = vi.fn<SaveDiagnosis>(async () => {});
    const result = await asked({ run: collecting({ outputs }), save });
    expect(JSON.stringify([result, save.mock.calls])).not.toContain('sesame42');
    expect(JSON.stringify(result)).toContain('mysqldump --password=******** --host db1');
  });

  test('what was kept is what is shown', async () => {
    const save = vi.fn<SaveDiagnosis>(async () => {});
    const result = await asked({ run: collecting({ outputs: [output('uptime', 'cat /proc/uptime', '10.00 5.00\n')] }), save });
    if (result.kind !== 'diagnosed') return expect.fail(result.kind);
    expect(save.mock.calls).toEqual([[request, result.diagnosis, result.outputs]]);
    expect(result.diagnosis).toMatchObject({ id: 'diagnosis-1', host: 'host-42', subcommand: 'io', takenAt });
  });

  test.each(['cut', 'deadline', 'cancelled'] as const)('a collection that ended %s is diagnosed and says so', async (ended) => {
    const result = await asked({ run: collecting({ ended }) });
    expect(result).toMatchObject({ kind: 'diagnosed', ended, diagnosis: { cause: 'none.insufficient-data' } });
  });

  test('the answer has the time of its outputs', async () => {
    const result = await asked({ run: collecting({ outputs: [output('ps', 'ps', '')] }), now: () => new Date('2027-01-01T00:00:00Z') });
    expect(result).toMatchObject({ diagnosis: { takenAt } });
  });

  test('progress comes through, reading last', async () => {
    const seen: string[] = [];
    const run: Run = async (_target, _entry, windowSeconds, onProgress) => {
      onProgress({ kind: 'sampling', elapsedSeconds: 1, windowSeconds });
      return { kind: 'collected', collection: { outputs: [], ended: 'complete', noise: [] } };
    };
    await asked({ run }, ({ kind }) => seen.push(kind));
    expect(seen).toEqual(['sampling', 'reading']);
  });

  test('a subcommand that no file of commands/ defines is a bug that names itself', async () => {
    const unknown = diagnoseHost({ run: collecting({}), now: () => takenAt, newId: () => '' }, [], { runbooks: {} });
    await expect(unknown(request, target, () => {}, new AbortController().signal)).rejects.toThrow("no subcommand 'io'");
  });
});
