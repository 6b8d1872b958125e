import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Locks of this process: one that nothing refers to would be collected as garbage, and with it the lock would open. */
const held = new Set<DatabaseSync>();

/**
 * Keeps a folder to one process, until the returned function is called or the process ends, however it ends.
 *
 * PGlite has no lock of its own and two processes on one folder lose rows in silence. SQLite takes a lock of the
 * kernel, which a SIGKILL releases too; a file with a pid in it would outlive the process and lie.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.db');
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw new Error(lockProblem(folder, error), { cause: error });
  }
  const mine = lock;
  held.add(mine);
  return () => {
    held.delete(mine);
    mine.close();
  };
}

function lockProblem(folder: string, error: unknown): string {
  const found = error instanceof Error ? error.message : String(error);
  return found.includes('locked')
    ? `DATA_DIR ${folder} is in use by another diagbot: stop that one, give this one a folder of its own, or let both use a server by DATABASE_URL`
    : `DATA_DIR ${folder} cannot be used (${found}): make it a folder that this account may write, or name another`;
}
