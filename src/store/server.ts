import pg from 'pg';
import type { Database, DatabaseTransaction, Parameter } from './database.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Postgres on a server, shared by as many bots as like. */
export async function openServer(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'diagbot',
  });
  // Without a listener, a server that goes away ends the process; the next statement reports it where it matters.
  pool.on('error', () => {});
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new Error(connectProblem(url, error), { cause: error });
  }
  return {
    exclusive: false,
    query: async <R>(text: string, parameters: readonly Parameter[] = []) => (await pool.query(text, [...parameters])).rows as R[],
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

async function transaction<T>(pool: pg.Pool, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(statementsOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A client that cannot even roll back is not given to anybody else.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function statementsOf(client: pg.PoolClient): DatabaseTransaction {
  return {
    query: async <R>(text: string, parameters: readonly Parameter[] = []) => (await client.query(text, [...parameters])).rows as R[],
    script: async (text) => {
      await client.query(text);
    },
  };
}

/** The URL without its password: this goes to a log. */
function connectProblem(url: string, error: unknown): string {
  const found = error instanceof Error ? error.message || error.name : String(error);
  const { host, pathname } = URL.parse(url) ?? { host: 'the server', pathname: '' };
  return `DATABASE_URL: no connection to Postgres at ${host}${pathname} (${found}): check host, port, user and password, and that the server takes connections from here`;
}
