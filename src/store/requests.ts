import type { PostedRoot } from '../model/post.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Database } from './database.ts';
import { toJsonb, toText } from './json.ts';

/** A process that says nothing for so long is taken for dead; it should beat every few seconds. */
const STALE_AFTER_S = 30;

interface RequestRow {
  readonly id: string;
  readonly subcommand: string;
  readonly host: string;
  readonly window_seconds: number;
  readonly origin: DiagRequest['origin'];
  readonly requested_at: Date;
}
interface OrphanRow extends RequestRow {
  readonly root_channel: string | null;
  readonly root_ts: string | null;
}

/** Takes the request for `owner`, unless its delivery was taken before. */
export async function claimRequest(database: Database, owner: string, key: string, request: DiagRequest): Promise<'new' | 'seen'> {
  const { id, subcommand, host, windowSeconds, origin, requestedAt } = request;
  const taken = await database.query(
    `INSERT INTO requests (id, delivery_key, subcommand, host, window_seconds, origin, requested_at, owner)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (delivery_key) DO NOTHING RETURNING id`,
    [id, toText(key), toText(subcommand), toText(host), windowSeconds, toJsonb(origin), requestedAt, owner],
  );
  return taken.length === 1 ? 'new' : 'seen';
}

export async function finishRequest(database: Database, id: RequestId, state: 'done' | 'failed'): Promise<void> {
  await database.query('UPDATE requests SET state = $2, finished_at = clock_timestamp() WHERE id = $1', [id, state]);
}

export async function beat(database: Database, owner: string): Promise<void> {
  await database.query(`UPDATE requests SET heartbeat_at = clock_timestamp() WHERE owner = $1 AND state = 'running'`, [owner]);
}

/** Makes the requests of silent processes this owner's. With a database of one's own, every other owner is silent. */
export async function takeOrphans(
  database: Database,
  owner: string,
): Promise<readonly { readonly request: DiagRequest; readonly root: PostedRoot | undefined }[]> {
  const rows = await database.query<OrphanRow>(
    `WITH taken AS (
       UPDATE requests SET owner = $1, heartbeat_at = clock_timestamp()
       WHERE state = 'running' AND owner <> $1 AND ($2 OR heartbeat_at < clock_timestamp() - make_interval(secs => $3))
       RETURNING *
     )
     SELECT taken.*, root.channel AS root_channel, root.ts AS root_ts
     FROM taken LEFT JOIN posts root ON root.request_id = taken.id AND root.slot = 'root' AND root.state = 'sent'
     ORDER BY taken.requested_at`,
    [owner, database.exclusive, STALE_AFTER_S],
  );
  return rows.map((row) => ({ request: requestOf(row), root: rootOf(row) }));
}

function requestOf(row: RequestRow): DiagRequest {
  return {
    id: row.id as RequestId,
    subcommand: row.subcommand,
    host: row.host,
    windowSeconds: row.window_seconds,
    origin: row.origin,
    requestedAt: row.requested_at,
  };
}

function rootOf(row: OrphanRow): PostedRoot | undefined {
  return row.root_channel === null || row.root_ts === null ? undefined : { channel: row.root_channel, ts: row.root_ts };
}
