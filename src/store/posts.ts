import { randomUUID } from 'node:crypto';
import type { NewPost, Post, PostBody, PostedRoot, PostId } from '../model/post.ts';
import type { RequestId } from '../model/request.ts';
import type { Database, Statements } from './database.ts';
import { toJsonb, toText } from './json.ts';

/** Longer than any one call to Slack may take: a claim this old belongs to a process that is gone. */
const STALE_AFTER_S = 60;

interface PostRow {
  readonly id: string;
  readonly request_id: string;
  readonly slot: string;
  readonly channel: string;
  readonly body: PostBody;
  readonly state: 'waiting' | 'sending' | 'doubtful';
}
interface HeadRow extends PostRow {
  /** Being sent by a process that may be alive: this one included. */
  readonly busy: boolean;
}

/** $2 the owner, $3 whether others can be alive at all, $4 the limit: is this row's sender gone? */
const senderGone = `(owner <> $2 AND ($3 OR claimed_at < clock_timestamp() - make_interval(secs => $4)))`;

export async function enqueuePost(database: Database, { requestId, slot, channel, body }: NewPost): Promise<void> {
  await database.query(
    `INSERT INTO posts (id, request_id, slot, channel, body) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (request_id, slot) DO NOTHING`,
    [randomUUID(), requestId, slot, channel, toJsonb(body)],
  );
}

/** Claims the head of the request's line for `owner`. The row's lock makes two takers take turns. */
export function takeNextPost(database: Database, owner: string, requestId: RequestId): Promise<Post | undefined> {
  return database.transaction(async (tx) => {
    const [head] = await tx.query<HeadRow>(
      `SELECT id, request_id, slot, channel, body, state, state = 'sending' AND NOT ${senderGone} AS busy
       FROM posts WHERE request_id = $1 AND state IN ('waiting', 'sending', 'doubtful')
       ORDER BY slot = 'root' DESC, position LIMIT 1 FOR UPDATE`,
      [requestId, owner, database.exclusive, STALE_AFTER_S],
    );
    if (!head || head.busy) return undefined;
    const root = head.slot === 'root' ? undefined : await findRoot(tx, requestId);
    if (head.slot !== 'root' && !root) {
      await failAll(tx, requestId, 'the root message was not posted');
      return undefined;
    }
    await tx.query(`UPDATE posts SET state = 'sending', owner = $2, claimed_at = clock_timestamp() WHERE id = $1`, [head.id, owner]);
    return postOf(head, root?.ts);
  });
}

export async function markPostSent(database: Database, id: PostId, ts: string): Promise<void> {
  await database.query(`UPDATE posts SET state = 'sent', ts = $2, body = NULL, why = NULL WHERE id = $1`, [id, ts]);
}

export async function markPostFailed(database: Database, id: PostId, why: string): Promise<void> {
  await database.query(`UPDATE posts SET state = 'failed', why = $2 WHERE id = $1`, [id, toText(why)]);
}

/** Back in line. A post whose fate was unknown before stays of unknown fate only if the caller says so. */
export async function returnPost(database: Database, id: PostId, state: 'waiting' | 'doubtful'): Promise<void> {
  await database.query(`UPDATE posts SET state = $2, owner = NULL WHERE id = $1 AND state = 'sending'`, [id, state]);
}

/** Requests with a post in line that no living process is sending. */
export async function requestsWithPosts(database: Database, owner: string): Promise<readonly RequestId[]> {
  const rows = await database.query<{ request_id: string }>(
    `SELECT request_id FROM posts WHERE state IN ('waiting', 'sending', 'doubtful')
     GROUP BY request_id
     HAVING NOT bool_or(state = 'sending' AND NOT (owner <> $1 AND ($2 OR claimed_at < clock_timestamp() - make_interval(secs => $3))))
     ORDER BY min(position)`,
    [owner, database.exclusive, STALE_AFTER_S],
  );
  return rows.map((row) => row.request_id as RequestId);
}

export async function findRoot(statements: Statements, requestId: RequestId): Promise<PostedRoot | undefined> {
  const [root] = await statements.query<PostedRoot>(
    `SELECT channel, ts FROM posts WHERE request_id = $1 AND slot = 'root' AND state = 'sent'`,
    [requestId],
  );
  return root;
}

async function failAll(tx: Statements, requestId: RequestId, why: string): Promise<void> {
  await tx.query(`UPDATE posts SET state = 'failed', why = $2 WHERE request_id = $1 AND state IN ('waiting', 'sending', 'doubtful')`, [
    requestId,
    why,
  ]);
}

function postOf(row: PostRow, threadTs: string | undefined): Post {
  return {
    id: row.id as PostId,
    requestId: row.request_id as RequestId,
    slot: row.slot,
    channel: row.channel,
    body: row.body,
    threadTs,
    // One that was taken and never reported back may have gone out, like one whose fate was called unknown.
    doubtful: row.state !== 'waiting',
  };
}
