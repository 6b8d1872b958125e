import { join } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, DatabaseTransaction, Parameter } from './database.ts';
import { lockFolder } from './lock.ts';

/** Postgres inside this process, its files in `dataDir`. No fsync: a power cut may lose what was written last. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = lockFolder(dataDir);
  try {
    return databaseOver(await PGlite.create({ dataDir: join(dataDir, 'postgres') }), unlock);
  } catch (error) {
    unlock();
    const found = error instanceof Error ? error.message : String(error);
    throw new Error(
      `DATA_DIR ${dataDir} holds a database that does not open (${found}): restore it from a copy, or move it away to begin anew`,
      { cause: error },
    );
  }
}

/** The same without files: for tests. */
export async function openInMemory(): Promise<Database> {
  return databaseOver(await PGlite.create(), () => {});
}

function databaseOver(pglite: PGlite, unlock: () => void): Database {
  return {
    exclusive: true,
    query: async <R>(text: string, parameters: readonly Parameter[] = []) => (await pglite.query<R>(text, [...parameters])).rows,
    transaction: (work) => pglite.transaction((tx) => work(statementsOf(tx))),
    close: async () => {
      await pglite.close();
      unlock();
    },
  };
}

function statementsOf(tx: Transaction): DatabaseTransaction {
  return {
    query: async <R>(text: string, parameters: readonly Parameter[] = []) => (await tx.query<R>(text, [...parameters])).rows,
    script: async (text) => {
      await tx.exec(text);
    },
  };
}
