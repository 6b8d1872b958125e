import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../src/store/database.ts';
import { openDatabase } from '../src/store/open.ts';
import { storeLaws } from './store-laws.ts';

describe('in memory', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ kind: 'memory' });
  }, 60_000);
  afterAll(() => database.close());
  storeLaws(() => database);
});

describe.runIf(process.env['DATABASE_URL'])('on the server of DATABASE_URL', () => {
  const schema = `diagbot_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(process.env['DATABASE_URL'] ?? 'postgres://absent');
  let database: Database;
  let admin: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`CREATE SCHEMA ${schema}`);
    const own = new URL(url);
    own.searchParams.set('options', `-c search_path=${schema}`);
    database = await openDatabase({ kind: 'server', url: own.href });
  });
  afterAll(async () => {
    await database.close();
    await admin.query(`DROP SCHEMA ${schema} CASCADE`);
    await admin.end();
  });
  storeLaws(() => database);
});
