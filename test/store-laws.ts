import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Memory, SaveDiagnosis } from '../src/app/ports.ts';
import type { Diagnosis, DiagnosisId } from '../src/model/diagnosis.ts';
import type { OutputId, RawOutput } from '../src/model/output.ts';
import type { NewPost } from '../src/model/post.ts';
import type { DiagRequest, RequestId } from '../src/model/request.ts';
import type { Database } from '../src/store/database.ts';
import { memoryOver } from '../src/store/memory.ts';
import { migrate } from '../src/store/migrate.ts';

function aRequest(): DiagRequest {
  return {
    id: randomUUID() as RequestId,
    subcommand: 'io',
    host: 'host-42',
    windowSeconds: 5,
    origin: { kind: 'slack', team: 'T1', channel: 'C1', user: 'U1' },
    requestedAt: new Date('2026-12-01T00:10:00.123Z'),
  };
}

function aPost(request: DiagRequest, slot: string): NewPost {
  return { requestId: request.id, slot, channel: 'C1', body: { kind: 'message', text: `${slot} of it`, blocks: [{ type: 'divider' }] } };
}

function aDiagnosis(lineText: string): Diagnosis {
  const cite = { output: 'ps' as OutputId, command: 'ps -eo args', line: 3, text: lineText };
  return {
    version: 1,
    id: randomUUID() as DiagnosisId,
    cause: 'none.healthy',
    headline: 'nothing is at its limit',
    host: 'host-42',
    subcommand: 'io',
    takenAt: new Date('2026-12-01T00:10:05.500Z'),
    windowSeconds: undefined,
    findings: [],
    ruledOut: [],
    undecided: [],
    misleading: [],
    figures: [{ kind: 'line', subject: 'host', label: 'args', text: lineText, cites: [cite] }],
    facts: [],
    gaps: [],
    unread: { count: 0, lines: [] },
  };
}

function anOutput(stdout: string): RawOutput {
  return {
    id: 'ps' as OutputId,
    commandId: 'ps',
    reading: 1,
    command: 'ps -eo args',
    pathPrefixed: false,
    outcome: 'cut',
    exitCode: undefined,
    stdout,
    stderr: '',
    startedAt: new Date('2026-12-01T00:10:00.250Z'),
    durationMs: 17,
  };
}

/** What holds on every kind of database. `shared` is one that is opened once; ids keep the tests apart. */
export function storeLaws(shared: () => Database): void {
  /** A bot beside others on one server, whatever the database under the test is. */
  function bot(): Memory & { readonly save: SaveDiagnosis } {
    return memoryOver({ ...shared(), exclusive: false }, randomUUID());
  }
  async function claimed(memory: Memory): Promise<DiagRequest> {
    const request = aRequest();
    expect(await memory.requests.claim(`trigger-${request.id}`, request)).toBe('new');
    return request;
  }
  async function falls(column: 'heartbeat_at' | 'claimed_at', request: DiagRequest): Promise<void> {
    const [table, key] = column === 'heartbeat_at' ? ['requests', 'id'] : ['posts', 'request_id'];
    await shared().query(`UPDATE ${table} SET ${column} = now() - interval '5 minutes' WHERE ${key} = $1`, [request.id]);
  }

  test('migrations run once, also when two bots start together', async () => {
    await Promise.all([migrate(shared()), migrate(shared())]);
    const rows = await shared().query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
    expect(rows.map((row) => row.name)).toEqual(['0001-first.sql']);
  });

  test('a database of a newer version is refused', async () => {
    await shared().query(`INSERT INTO migrations (name) VALUES ('9999-later.sql')`);
    await expect(migrate(shared())).rejects.toThrow('brought to 9999-later.sql by a newer diagbot');
    await shared().query(`DELETE FROM migrations WHERE name = '9999-later.sql'`);
  });

  test('a failed transaction leaves nothing', async () => {
    const request = aRequest();
    const failing = shared().transaction(async (tx) => {
      await tx.query(`INSERT INTO audit (at, team, channel, asker, asked, answer) VALUES (now(), 'T', 'C', 'U', $1, 'accepted')`, [
        request.id,
      ]);
      throw new Error('after the insert');
    });
    await expect(failing).rejects.toThrow('after the insert');
    expect(await shared().query('SELECT 1 FROM audit WHERE asked = $1', [request.id])).toEqual([]);
  });

  test('one delivery is claimed by one of many', async () => {
    const bots = [bot(), bot(), bot()];
    const key = `trigger-${randomUUID()}`;
    const claims = await Promise.all([...bots, ...bots].map((memory) => memory.requests.claim(key, aRequest())));
    expect(claims.filter((claim) => claim === 'new')).toHaveLength(1);
  });

  test('a request whose process fell silent is handed to one taker, with its root', async () => {
    const lost = bot();
    const request = await claimed(lost);
    await lost.outbox.enqueue(aPost(request, 'root'));
    const root = await lost.outbox.takeNext(request.id);
    await lost.outbox.markSent(root?.id ?? expect.fail('no root'), '1764547800.000100');
    const [first, second] = [bot(), bot()];
    const mine = async (memory: Memory) => (await memory.requests.takeOrphans()).filter((orphan) => orphan.request.id === request.id);
    expect(await mine(first)).toEqual([]);

    await falls('heartbeat_at', request);
    const [a, b] = await Promise.all([mine(first), mine(second)]);
    expect([...a, ...b]).toEqual([{ request, root: { channel: 'C1', ts: '1764547800.000100' } }]);
  });

  test('a beat keeps a request, its end frees it', async () => {
    const working = bot();
    const request = await claimed(working);
    const taken = async () => (await bot().requests.takeOrphans()).some((orphan) => orphan.request.id === request.id);
    await falls('heartbeat_at', request);
    await working.requests.beat();
    expect(await taken()).toBe(false);
    await working.requests.finish(request.id, 'done');
    await falls('heartbeat_at', request);
    expect(await taken()).toBe(false);
  });

  test('a taker that dies before it told the thread leaves an orphan again', async () => {
    const request = await claimed(bot());
    await falls('heartbeat_at', request);
    await bot().requests.takeOrphans();
    await falls('heartbeat_at', request);
    const next = bot();
    expect((await next.requests.takeOrphans()).map((orphan) => orphan.request.id)).toContain(request.id);
    await next.requests.finish(request.id, 'failed');
  });

  test('with a database of its own, every other owner is gone at once', async () => {
    const request = await claimed(bot());
    const alone = memoryOver({ ...shared(), exclusive: true }, randomUUID());
    expect((await alone.requests.takeOrphans()).map((orphan) => orphan.request.id)).toContain(request.id);
  });

  test('posts go out in order, the root first, each with its thread', async () => {
    const memory = bot();
    const request = await claimed(memory);
    for (const slot of ['evidence', 'root', 'fix']) await memory.outbox.enqueue(aPost(request, slot));
    const root = await memory.outbox.takeNext(request.id);
    expect(root).toMatchObject({
      slot: 'root',
      threadTs: undefined,
      doubtful: false,
      body: { text: 'root of it', blocks: [{ type: 'divider' }] },
    });
    expect(await memory.outbox.takeNext(request.id)).toBeUndefined();

    await memory.outbox.markSent(root?.id ?? expect.fail('no root'), '1.5');
    expect(await memory.outbox.rootOf(request.id)).toEqual({ channel: 'C1', ts: '1.5' });
    const evidence = await memory.outbox.takeNext(request.id);
    expect(evidence).toMatchObject({ slot: 'evidence', threadTs: '1.5' });
    await memory.outbox.markFailed(evidence?.id ?? expect.fail('no evidence'), 'msg_too_long');
    expect(await memory.outbox.takeNext(request.id)).toMatchObject({ slot: 'fix', threadTs: '1.5' });
  });

  test('a slot is one post, however often it is put in line', async () => {
    const memory = bot();
    const request = await claimed(memory);
    await Promise.all([1, 2, 3].map(() => memory.outbox.enqueue(aPost(request, 'root'))));
    const root = await memory.outbox.takeNext(request.id);
    await memory.outbox.markSent(root?.id ?? expect.fail('no root'), '1.5');
    await memory.outbox.enqueue(aPost(request, 'root'));
    expect(await memory.outbox.takeNext(request.id)).toBeUndefined();
  });

  test('two senders never hold one post', async () => {
    const request = await claimed(bot());
    await bot().outbox.enqueue(aPost(request, 'root'));
    const taken = await Promise.all([1, 2, 3, 4].map(() => bot().outbox.takeNext(request.id)));
    expect(taken.filter((post) => post !== undefined)).toHaveLength(1);
  });

  test('an unknown fate is told apart from a sure failure', async () => {
    const memory = bot();
    const request = await claimed(memory);
    await memory.outbox.enqueue(aPost(request, 'root'));
    const first = await memory.outbox.takeNext(request.id);
    await memory.outbox.putBack(first?.id ?? expect.fail('no root'));
    const again = await memory.outbox.takeNext(request.id);
    expect(again).toEqual(first);
    await memory.outbox.markDoubtful(again?.id ?? expect.fail('no root'));
    expect(await memory.outbox.waiting()).toContain(request.id);
    expect(await memory.outbox.takeNext(request.id)).toEqual({ ...first, doubtful: true });
    expect(await memory.outbox.waiting()).not.toContain(request.id);
  });

  test('a post whose sender died in the middle comes back as doubtful', async () => {
    const request = await claimed(bot());
    const [lost, next] = [bot(), bot()];
    await lost.outbox.enqueue(aPost(request, 'root'));
    const root = await lost.outbox.takeNext(request.id);
    expect(await next.outbox.takeNext(request.id)).toBeUndefined();
    await falls('claimed_at', request);
    expect(await next.outbox.waiting()).toContain(request.id);
    expect(await next.outbox.takeNext(request.id)).toEqual({ ...root, doubtful: true });
  });

  test('replies of a root that failed are not left waiting', async () => {
    const memory = bot();
    const request = await claimed(memory);
    for (const slot of ['root', 'evidence']) await memory.outbox.enqueue(aPost(request, slot));
    const root = await memory.outbox.takeNext(request.id);
    await memory.outbox.markFailed(root?.id ?? expect.fail('no root'), 'not_in_channel');
    expect(await memory.outbox.takeNext(request.id)).toBeUndefined();
    expect(await memory.outbox.waiting()).not.toContain(request.id);
  });

  test('a diagnosis comes back as it was, dates alive; outputs to the byte', async () => {
    const memory = bot();
    const request = await claimed(memory);
    const hostile = `a\0b \ud800 '; DROP TABLE posts; -- \\u0000 ${'x'.repeat(100_000)} é 日本 \u0007`;
    const diagnosis = aDiagnosis('gzip -9 /var/log/app.log-20261130');
    await memory.save(request, diagnosis, [anOutput(hostile), anOutput('')]);
    expect(await memory.findDiagnosis(diagnosis.id)).toEqual(diagnosis);
    expect(await memory.findOutputs(diagnosis.id)).toEqual([anOutput(hostile), anOutput('')]);
  });

  test('what jsonb cannot hold is shown by stand-ins, not refused', async () => {
    const memory = bot();
    const request = await claimed(memory);
    const diagnosis = aDiagnosis('a\0b \udc00');
    await memory.save(request, diagnosis, []);
    expect((await memory.findDiagnosis(diagnosis.id))?.figures).toMatchObject([{ text: 'a\u2400b \ufffd' }]);
    await memory.outbox.enqueue({ ...aPost(request, 'raw'), body: { kind: 'file', fileName: 'raw.txt', title: 'raw', text: '\0' } });
  });

  test('what is not known is absent', async () => {
    expect(await bot().findDiagnosis('nobody' as DiagnosisId)).toBeUndefined();
    expect(await bot().findOutputs('nobody' as DiagnosisId)).toEqual([]);
    expect(await bot().outbox.rootOf('nobody' as RequestId)).toBeUndefined();
    expect(await bot().outbox.takeNext('nobody' as RequestId)).toBeUndefined();
  });

  test('a stored diagnosis of another version is refused, not misread', async () => {
    const memory = bot();
    const diagnosis = aDiagnosis('x');
    await memory.save(await claimed(memory), diagnosis, []);
    await shared().query('UPDATE diagnoses SET version = 2 WHERE id = $1', [diagnosis.id]);
    await expect(memory.findDiagnosis(diagnosis.id)).rejects.toThrow('is of version 2, this diagbot reads version 1');
  });

  test('the audit says who asked what and why it was refused', async () => {
    const asked = `io ${randomUUID()} \0${'y'.repeat(1000)}`;
    const at = new Date('2026-12-01T00:10:00.000Z');
    await bot().audit({ at, team: 'T1', channel: 'C1', user: 'U1', asked, answer: 'refused', why: 'the channel is shared' });
    const rows = await shared().query<{ asked: string }>(
      `SELECT at, asker, asked, answer, why, request_id FROM audit WHERE asked LIKE $1`,
      [`${asked.slice(0, 30)}%`],
    );
    expect(rows).toMatchObject([{ at, asker: 'U1', answer: 'refused', why: 'the channel is shared', request_id: null }]);
    expect(rows[0]?.asked).toHaveLength(300);
  });
}
