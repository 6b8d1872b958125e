import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain } from '../src/app/explain.ts';
import { markOf, readExpectation } from '../src/cli/expectation.ts';
import { readGiven } from '../src/cli/given.ts';
import type { Diagnosis, DiagnosisId } from '../src/model/diagnosis.ts';
import type { EvidenceItem } from '../src/model/evidence.ts';
import type { RawOutput } from '../src/model/output.ts';
import { devicesRenamed, hostsRenamed, processesRenamed, scaled, type Variation } from './variations.ts';

/** Real incidents from public posts, with their known cause: the same chain as `diagbot explain`, judged by `diagbot score`'s rules. */
const root = join(import.meta.dirname, 'cases');
const now = new Date('2026-01-01T00:00:00Z');

interface Case {
  readonly name: string;
  readonly outputs: readonly RawOutput[];
  readonly diagnosis: Diagnosis;
}

/** What decides this case is listen queues; I/O is only mentioned in passing, and nothing of it was pasted. */
const NOT_OF_THIS_AREA = new Set(['imroc-listen-overflow']);

function diagnose(outputs: readonly RawOutput[]): Diagnosis {
  return explain({ id: 'case' as DiagnosisId, host: 'pasted output', takenAt: now, outputs });
}

async function readCase(name: string): Promise<Case> {
  const { outputs, complaints } = await readGiven([join(root, name)], nothing(), now);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return { name, outputs, diagnosis: diagnose(outputs) };
}
async function* nothing(): AsyncGenerator<Uint8Array> {}

const cases = await Promise.all(readdirSync(root).map(readCase));
const rows = cases.map((given) => [given.name, given] as const);

/** Read after every diagnosis is done. */
function expectationOf({ name }: Case) {
  const file = join(root, name, 'case.yml');
  return readExpectation(file, readFileSync(file, 'utf8'));
}

describe('cases', () => {
  it('are all there', () => {
    expect(cases.length).toBeGreaterThanOrEqual(94);
  });

  const ofIo = rows.filter(([name, given]) => {
    const { top, also } = expectationOf(given);
    return [top, ...also].some((id) => id.startsWith('io.')) && !NOT_OF_THIS_AREA.has(name);
  });
  it.each(ofIo)('%s: the cause is one of those its thread came to', (_, given) => {
    const expectation = expectationOf(given);
    expect([expectation.top, ...expectation.also]).toContain(given.diagnosis.cause);
  });

  const healthy = rows.filter(([, given]) => expectationOf(given).top.startsWith('none.'));
  it.each(healthy)('%s: no rule calls a healthy host sick', (_, given) => {
    expect(given.diagnosis.cause).toMatch(/^none\./);
    expect(given.diagnosis.findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });

  it.each(rows)('%s: names nothing that its thread ruled out', (_, given) => {
    expect(markOf(given.diagnosis, expectationOf(given)).violated).toEqual([]);
  });
});

describe('what a host is called and how large it is changes no verdict', () => {
  const variations: readonly (readonly [string, Variation])[] = [
    ['devices renamed', devicesRenamed],
    ['hosts renamed', hostsRenamed],
    ['processes renamed', processesRenamed],
  ];
  describe.each(variations)('%s', (_, vary) => {
    it.each(rows)('%s', (_name, given) => {
      expect(diagnose(vary(given.outputs)).cause).toBe(given.diagnosis.cause);
    });
  });

  const FACTORS = [0.97, 1.03];
  const clear = rows.filter(([, { diagnosis }]) => itemsOf(diagnosis).every((item) => !isNearItsLimit(item)));
  it('leaves most cases clear of a threshold', () => {
    expect(clear.length).toBeGreaterThan(rows.length * 0.8);
  });
  describe.each(FACTORS)('figures times %s', (factor) => {
    it.each(clear)('%s', (_name, given) => {
      expect(diagnose(scaled(factor)(given.outputs)).cause).toBe(given.diagnosis.cause);
    });
  });
});

it('the variations do change what they say, in many cases', () => {
  const changed = (vary: Variation) =>
    cases.filter(({ outputs }) => vary(outputs).some(({ stdout }, at) => stdout !== outputs[at]?.stdout)).length;
  expect(changed(devicesRenamed)).toBeGreaterThanOrEqual(15);
  expect(changed(processesRenamed)).toBeGreaterThanOrEqual(15);
  expect(changed(hostsRenamed)).toBeGreaterThanOrEqual(3);
  expect(changed(scaled(1.03))).toBeGreaterThanOrEqual(15);
});

function itemsOf({ findings, ruledOut }: Diagnosis): readonly EvidenceItem[] {
  return [...findings, ...ruledOut].flatMap(({ evidence }) => evidence);
}

function isNearItsLimit(item: EvidenceItem): boolean {
  return item.kind === 'figure' && item.limit !== undefined && Math.abs(item.value / item.limit.value - 1) < 0.035;
}
