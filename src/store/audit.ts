import type { AuditEntry } from '../model/audit.ts';
import type { Database } from './database.ts';
import { toText } from './json.ts';

const ASKED_MAX_CHARS = 300;

export async function recordAudit(database: Database, entry: AuditEntry): Promise<void> {
  const { at, team, channel, user, asked, answer, why, requestId } = entry;
  await database.query(
    `INSERT INTO audit (at, team, channel, asker, asked, answer, why, request_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [at, team, channel, user, toText(asked.slice(0, ASKED_MAX_CHARS)), answer, why === undefined ? null : toText(why), requestId ?? null],
  );
}
