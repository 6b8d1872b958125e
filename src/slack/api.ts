import { type Logger, WebAPIPlatformError, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Post, PostBody, PostedRoot } from '../model/post.ts';
import type { SlackMessage } from '../render/limits.ts';
import type { SlackSettings } from './deps.ts';
import { failureOf, NotSentError, whyOf } from './failure.ts';

type Block = SlackMessage['blocks'][number];
type MessageBody = Extract<PostBody, { kind: 'message' }>;
type FileBody = Extract<PostBody, { kind: 'file' }>;

/** Below the time after which the store takes a claimed post for abandoned, also where a post needs several calls. */
const CALL_TIMEOUT_MS = 10_000;
const UPLOAD_TIMEOUT_MS = 20_000;
const LOOK_BACK_MESSAGES = 200;
const EVENT_TYPE = 'diagbot_post';

export interface ChannelFacts {
  readonly is_archived?: boolean;
  readonly is_shared?: boolean;
  readonly is_org_shared?: boolean;
  readonly is_ext_shared?: boolean;
  readonly is_pending_ext_shared?: boolean;
}

/** The calls that this bot makes, each once; every one of them rejects as failure.ts reads it. */
export interface SlackApi {
  readonly postMessage: (post: Post, body: MessageBody) => Promise<string>;
  readonly uploadFile: (post: Post, body: FileBody) => Promise<string>;
  readonly editMessage: (root: PostedRoot, message: SlackMessage) => Promise<void>;
  /** The timestamp of a post whose fate was unknown; undefined where it is not among the channel's newest messages. */
  readonly findPost: (post: Post) => Promise<string | undefined>;
  readonly channelFacts: (channel: string) => Promise<ChannelFacts>;
}

/**
 * Two clients, for two kinds of calls. What may not happen twice is tried once: the client would repeat a post after any
 * timeout or 5xx. What may is repeated a few times. Neither waits for a rate limit by itself, since that stops its whole queue.
 */
export function createSlackApi(settings: SlackSettings, logger: Logger): SlackApi {
  const once = new WebClient(settings.botToken, { ...clientOptions(settings, logger), retryConfig: { retries: 0 } });
  const often = new WebClient(settings.botToken, clientOptions(settings, logger));
  return {
    postMessage: (post, body) => postMessage(once, post, body),
    uploadFile: (post, body) => uploadFile(once, post, body),
    editMessage: async ({ channel, ts }, { text, blocks }) => {
      await often.chat.update({ channel, ts, text, blocks, parse: 'none', link_names: false });
    },
    findPost: (post) => findPost(often, post),
    channelFacts: async (channel) => (await often.conversations.info({ channel })).channel ?? {},
  };
}

/** A fresh object each time: Bolt and Socket Mode write into the one they are given. */
export function clientOptions({ slackApiUrl }: Pick<SlackSettings, 'slackApiUrl'>, logger: Logger): WebClientOptions {
  return {
    logger,
    timeout: CALL_TIMEOUT_MS,
    rejectRateLimitedCalls: true,
    retryConfig: { retries: 3, factor: 2, minTimeout: 500, maxTimeout: 4_000 },
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  };
}

async function postMessage(client: WebClient, post: Post, { text, blocks }: MessageBody): Promise<string> {
  const { ts } = await client.chat.postMessage({
    channel: post.channel,
    text,
    blocks: blocks as Block[],
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    metadata: { event_type: EVENT_TYPE, event_payload: { post: post.id } },
    ...(post.threadTs === undefined ? {} : { thread_ts: post.threadTs }),
  });
  return ts ?? '';
}

/**
 * The three calls of an upload by hand: the client's own helper names the alternative text wrongly, and hides which step failed.
 * Only the last one shows the file to anybody, so a failure of the first two is no doubt.
 */
async function uploadFile(client: WebClient, post: Post, { fileName, title, text }: FileBody): Promise<string> {
  const id = await putBytes(client, fileName, title, new TextEncoder().encode(text));
  await client.files.completeUploadExternal({
    files: [{ id, title }],
    channel_id: post.channel,
    ...(post.threadTs === undefined ? {} : { thread_ts: post.threadTs }),
  });
  return id;
}

async function putBytes(client: WebClient, fileName: string, title: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const begun = await beforeShown(
    client.apiCall('files.getUploadURLExternal', { filename: fileName, length: bytes.length, alt_txt: title }),
  );
  const { upload_url: url, file_id: id } = begun as { readonly upload_url?: unknown; readonly file_id?: unknown };
  if (typeof url !== 'string' || typeof id !== 'string') throw new NotSentError('Slack gave no address to upload to');
  const sent = await beforeShown(fetch(url, { method: 'POST', body: bytes, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) }));
  if (!sent.ok) throw new NotSentError(`the upload was answered with HTTP ${sent.status}`);
  return id;
}

/** Nobody has seen anything yet: whatever goes wrong but a plain refusal may be tried again. */
async function beforeShown<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const failure = failureOf(error);
    if (error instanceof WebAPIPlatformError && failure.kind === 'refused') throw error;
    throw new NotSentError(whyOf(failure));
  }
}

async function findPost(client: WebClient, post: Post): Promise<string | undefined> {
  const place = { channel: post.channel, limit: LOOK_BACK_MESSAGES, include_all_metadata: true };
  const { messages = [] } =
    post.threadTs === undefined
      ? await client.conversations.history(place)
      : await client.conversations.replies({ ...place, ts: post.threadTs });
  const { body } = post;
  const found = messages.find((message) =>
    body.kind === 'file'
      ? message.files?.some((file) => file.name === body.fileName)
      : message.metadata?.event_type === EVENT_TYPE && (message.metadata.event_payload as { post?: unknown } | undefined)?.post === post.id,
  );
  return found?.ts;
}
