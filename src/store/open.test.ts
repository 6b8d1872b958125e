import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';
import { openDatabase } from './open.ts';

let folder: string;
/** Processes that hold the folder: ended whatever becomes of the test. */
const holders: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagbot-store-'));
});
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that tries to take the folder. */
function lockElsewhere(script: string) {
  const lock = JSON.stringify(join(import.meta.dirname, 'lock.ts'));
  return ['--input-type=module', '-e', `import { lockFolder } from ${lock}; lockFolder(${JSON.stringify(folder)}); ${script}`];
}

/** Such a process, once it has said that it holds the folder. */
async function holderOf(words: readonly string[]): Promise<ChildProcess> {
  const holder = spawn(process.execPath, words);
  holders.push(holder);
  await once(holder.stdout, 'data');
  return holder;
}

test('a second process is refused with what to do', () => {
  const unlock = lockFolder(folder);
  const second = spawnSync(process.execPath, lockElsewhere(''), { encoding: 'utf8' });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`DATA_DIR ${folder} is in use by another diagbot: stop that one`);
  unlock();
  expect(spawnSync(process.execPath, lockElsewhere('')).status).toBe(0);
});

test('SIGKILL frees the folder', async () => {
  const holder = await holderOf(lockElsewhere('console.log("held"); setInterval(() => {}, 1000)'));
  expect(() => lockFolder(folder)).toThrow('is in use by another diagbot');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(folder)();
});

test('garbage collection does not free the folder', async () => {
  await holderOf([
    '--expose-gc',
    ...lockElsewhere('for (let time = 0; time < 10; time += 1) gc(); console.log("held"); setInterval(() => {}, 1000)'),
  ]);
  expect(() => lockFolder(folder)).toThrow('is in use by another diagbot');
});

test('rows outlive the process, and close frees the folder', async () => {
  const place = { kind: 'embedded', dataDir: join(folder, 'data') } as const;
  const first = await openDatabase(place);
  await expect(openDatabase(place)).rejects.toThrow('is in use by another diagbot');
  await first.query(`INSERT INTO audit (at, team, channel, asker, asked, answer) VALUES (now(), 'T', 'C', 'U', 'io host-42', 'accepted')`);
  await first.close();
  const second = await openDatabase(place);
  expect(await second.query('SELECT asked FROM audit')).toEqual([{ asked: 'io host-42' }]);
  await second.close();
}, 60_000);

test('a folder that is none is said', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(openDatabase({ kind: 'embedded', dataDir: join(folder, 'file') })).rejects.toThrow(
    /^DATA_DIR .*file cannot be used \(.*make it a folder/,
  );
});

test('a server that does not answer is named without its password', async () => {
  const opening = openDatabase({ kind: 'server', url: 'postgres://diag:sesame@127.0.0.1:1/diag' });
  await expect(opening).rejects.toThrow(/^DATABASE_URL: no connection to Postgres at 127\.0\.0\.1:1\/diag \(.*ECONNREFUSED/);
  await expect(opening).rejects.not.toThrow('sesame');
});
