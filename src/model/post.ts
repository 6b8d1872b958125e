import type { RequestId } from './request.ts';

/** Also the key in the message's Slack metadata, by which a post of unknown fate is found again. */
export type PostId = string & { readonly brand: 'PostId' };

/** What goes out. `text` of a message is its plain-text fallback; `blocks` are Slack's, kept as they are. */
export type PostBody =
  | { readonly kind: 'message'; readonly text: string; readonly blocks: readonly unknown[] }
  | { readonly kind: 'file'; readonly fileName: string; readonly title: string; readonly text: string };

/** A message to be posted once, in a place of its own among the posts of its request: 'root', 'evidence', 'raw', 'interrupted'. */
export interface NewPost {
  readonly requestId: RequestId;
  /** Unique within the request: the same slot twice is one post. 'root' is the message whose thread holds the others. */
  readonly slot: string;
  readonly channel: string;
  readonly body: PostBody;
}

/** A post that this process may now send, and no other. */
export interface Post extends NewPost {
  readonly id: PostId;
  /** The root's timestamp; undefined for the root itself. */
  readonly threadTs: string | undefined;
  /** True when an earlier try ended unknown: look for the id among the channel's messages before posting. */
  readonly doubtful: boolean;
}

/** Where a request's root message stands. */
export interface PostedRoot {
  readonly channel: string;
  readonly ts: string;
}
