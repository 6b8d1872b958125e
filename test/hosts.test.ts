import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnoseHost } from '../src/app/diagnose-host.ts';
import { loadCatalogue } from '../src/catalogue/load.ts';
import type { Diagnosis } from '../src/model/diagnosis.ts';
import type { Cite } from '../src/model/evidence.ts';
import type { RawOutput } from '../src/model/output.ts';
import type { DiagRequest, RequestId } from '../src/model/request.ts';
import { loadInventory } from '../src/remote/inventory.ts';
import { type Recording, readRecording } from '../src/remote/recording.ts';
import { messageProblems } from '../src/render/limits.ts';
import { answerMessage, threadMessages } from '../src/render/message.ts';
import { renderText } from '../src/render/text.ts';

const hosts = join(import.meta.dirname, 'hosts');
const catalogue = loadCatalogue(join(import.meta.dirname, '..', 'commands'));
const inventory = loadInventory(join(hosts, 'hosts.yml'));
const folders = readdirSync(hosts).filter((name) => existsSync(join(hosts, name, 'recording.yml')));

/** The whole chain over a recording: what /diag answers, at the moment of the recording. */
async function diagnose(recording: Recording): Promise<Diagnosis> {
  const target = inventory.find(recording.host);
  if (target === undefined) throw new Error(`test/hosts/hosts.yml has no host ${recording.host}`);
  const run = async () => ({ kind: 'collected', collection: { outputs: recording.outputs, ended: 'complete', noise: [] } }) as const;
  const ports = { run, now: () => recording.takenAt, newId: () => 'diagnosis-of-a-recording' };
  const result = await diagnoseHost(ports, catalogue, { runbooks: {} })(
    requestFor(recording),
    target,
    () => {},
    AbortSignal.timeout(10_000),
  );
  if (result.kind !== 'diagnosed') throw new Error(result.why.message);
  return result.diagnosis;
}

function requestFor({ host, subcommand, windowSeconds, takenAt }: Recording): DiagRequest {
  return {
    id: 'request-of-a-recording' as RequestId,
    subcommand,
    host,
    windowSeconds,
    origin: { kind: 'slack', team: 'T1', channel: 'C1', user: 'U1' },
    requestedAt: takenAt,
  };
}

/** Compares with the stored file; `npm run golden` writes it anew. */
function expectGolden(file: string, text: string): void {
  if (process.env['GOLDEN'] === 'write') writeFileSync(file, text);
  expect(text, `${file} differs: look at it, then npm run golden`).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
}

function citesIn(value: unknown): readonly Cite[] {
  if (Array.isArray(value)) return value.flatMap(citesIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'output' in value && 'line' in value && 'text' in value ? [value as Cite] : [];
  return [...own, ...Object.values(value).flatMap(citesIn)];
}

describe.each(folders)('%s', (folder) => {
  const recording = readRecording(join(hosts, folder));

  test('answers as its golden files say', async () => {
    const diagnosis = await diagnose(recording);
    const messages = [answerMessage(requestFor(recording), diagnosis, 'complete'), ...threadMessages(diagnosis)];
    expect(messages.flatMap(messageProblems)).toEqual([]);
    expectGolden(join(hosts, folder, 'diagnosis.json'), `${JSON.stringify(diagnosis, null, 2)}\n`);
    expectGolden(join(hosts, folder, 'message.json'), `${JSON.stringify(messages, null, 2)}\n`);
    expectGolden(join(hosts, folder, 'message.txt'), renderText(diagnosis));
  });

  test('every figure stands on the line that it cites', async () => {
    const cites = citesIn(await diagnose(recording));
    for (const { output, line, text } of cites) {
      const stdout = readFileSync(join(hosts, folder, `${output}.out`), 'utf8');
      expect(stdout.split('\n')[line - 1], `${output} line ${line}`).toBe(text);
    }
  });
});

describe('the compressor of host-42', () => {
  const recording = readRecording(join(hosts, 'host-42--logrotate-gzip-gp3'));

  /** The same recording where every text says something else. */
  function changed(words: Readonly<Record<string, string>>): Recording {
    const replace = (text: string) => Object.entries(words).reduce((changing, [from, to]) => changing.replaceAll(from, to), text);
    const outputs = recording.outputs.map(
      (output): RawOutput => ({ ...output, command: replace(output.command), stdout: replace(output.stdout) }),
    );
    return { ...recording, outputs };
  }

  test('is named, with the figures of its night', async () => {
    const diagnosis = await diagnose(recording);
    expect(diagnosis.cause).toBe('io.bulk-reader');
    expect(diagnosis.findings[0]?.culprit).toMatchObject({ kind: 'log-rotation', process: 'gzip', pid: 18_822 });
    expect(diagnosis.findings[0]?.culprit?.parents).toContainEqual({ process: 'logrotate', pid: 18_790 });
    expect(diagnosis.findings.map(({ cause }) => cause)).toContain('io.device-saturated');
    const text = renderText(diagnosis);
    for (const figure of ['46 ms', '24 requests', '78 %', '55 %', '61 MB/s', '58 MB/s', '480 ops/s', '125 MB/s', '3,000'])
      expect(text).toContain(figure);
    for (const limit of ['io.volume-throughput-limit', 'io.volume-iops-limit', 'io.burst-credits-exhausted']) {
      expect(diagnosis.findings.map(({ cause }) => cause)).not.toContain(limit);
    }
  });

  test('is another one where device, process, parent, pids and figures are others', async () => {
    const diagnosis = await diagnose(
      changed({
        nvme1n1: 'nvme4n1',
        gzip: 'pigz',
        logrotate: 'nightly-copy',
        18822: '70113',
        18790: '70108',
        '46.10': '83.40',
        ' 24.10': ' 37.60',
        '78.21': '91.37',
        '55.30': '66.80',
      }),
    );
    expect(diagnosis.cause).toBe('io.bulk-reader');
    expect(diagnosis.findings[0]?.culprit).toMatchObject({ process: 'pigz', pid: 70_113, unit: 'nightly-copy.service' });
    const text = renderText(diagnosis);
    for (const word of ['nvme4n1', 'pigz', 'nightly-copy', '83 ms', '38 requests', '91 %', '67 %']) expect(text).toContain(word);
    expect(JSON.stringify(diagnosis)).not.toMatch(/nvme1n1|gzip|logrotate|18822|18790/);
  });

  test('is not named once the disk is calm', async () => {
    const calm = changed({
      '46.10': ' 0.40',
      '52.40': ' 0.90',
      ' 24.10': '  0.30',
      '100.00': ' 35.00',
      '78.21': '1.20',
      '55.30': '0.40',
      '74.90': '1.20',
      '52.07': '0.40',
    });
    expect((await diagnose(calm)).findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });
});
