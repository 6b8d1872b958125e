import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open.ts';
import { storeLaws } from '../store-laws.ts';

/** Debian keeps the server's programs out of PATH. */
const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1);
const canStart = initdb !== undefined && process.getuid?.() === 0 && existsSync('/usr/sbin/runuser');
if (!canStart) console.warn('store on a real Postgres: left out, it needs root and the package postgresql');

/** The server refuses to run as root. */
function asPostgres(program: string, ...words: readonly string[]): void {
  execFileSync('/usr/sbin/runuser', ['-u', 'postgres', '--', join(dirname(initdb ?? ''), program), ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

describe.runIf(canStart)('on a Postgres of our own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diagbot-postgres-'));
  const data = join(folder, 'data');
  // No TCP: the socket lies in the folder, so nothing else on the machine is met.
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let database: Database;
  beforeAll(async () => {
    execFileSync('chown', ['postgres', folder]);
    asPostgres('initdb', '-D', data, '-A', 'trust', '-N');
    asPostgres('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-k ${folder} -c listen_addresses='' -c fsync=off`, 'start');
    database = await openDatabase({ kind: 'server', url });
  });
  afterAll(async () => {
    await database.close();
    asPostgres('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
    rmSync(folder, { recursive: true, force: true });
  });

  storeLaws(() => database);

  test('two bots share it, and start at once', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openDatabase({ kind: 'server', url })));
    expect(others.map((other) => other.exclusive)).toEqual([false, false, false]);
    await Promise.all(others.map((other) => other.close()));
  });

  test('a server that restarts is met by an error, then used again', async () => {
    asPostgres('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    await expect(database.query('SELECT 1')).rejects.toThrow();
    asPostgres('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', `-k ${folder} -c listen_addresses=''`, 'start');
    await vi.waitFor(async () => expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]));
  });
});
