import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, DatabaseTransaction } from './database.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any number, the same in every bot: two that start at once migrate one after the other. */
const ADVISORY_LOCK = 7_043_221;

/**
 * Applies the files of migrations/ that this database has not seen, in the order of their numbers, all in one
 * transaction: a failing one leaves the tables as they were. Files that were applied are never edited.
 */
export async function migrate(database: Database): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await tx.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())');
    const applied = new Set((await tx.query<{ name: string }>('SELECT name FROM migrations')).map((row) => row.name));
    refuseNewer([...applied], files);
    for (const name of files.filter((file) => !applied.has(file))) await apply(tx, name);
  });
}

function refuseNewer(applied: readonly string[], files: readonly string[]): void {
  const unknown = applied.find((name) => !files.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `the database was brought to ${unknown} by a newer diagbot, this one knows up to ${files.at(-1)}: start that version or a later one`,
    );
}

async function apply(tx: DatabaseTransaction, name: string): Promise<void> {
  try {
    await tx.script(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${name} failed, nothing was changed (${found})`, { cause: error });
  }
  await tx.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
}
