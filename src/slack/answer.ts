import type { DiagnosisResult } from '../app/ports.ts';
import type { PostBody } from '../model/post.ts';
import type { DiagRequest } from '../model/request.ts';
import type { SlackMessage } from '../render/limits.ts';
import { answerMessage, endedMessage, progressMessage, threadMessages, unreachableMessage } from '../render/message.ts';
import { rawFile } from '../render/raw-file.ts';
import type { SlackApi } from './api.ts';
import type { SlackAppDeps } from './deps.ts';
import type { Drain } from './post.ts';
import { checked, editForGood } from './root.ts';

/** What is said of a request in its channel: each message a row in the outbox before it goes out, each once. */
export interface Answers {
  /** Posts the root; resolves with Slack's code where it is refused. */
  readonly postRoot: (request: DiagRequest) => Promise<string | undefined>;
  /** The answer into the root, the rest into its thread, and the request is done. */
  readonly show: (request: DiagRequest, result: DiagnosisResult) => Promise<void>;
  /** Says in root and thread that there will be no answer, and finishes the request. */
  readonly interrupt: (request: DiagRequest, why: string) => Promise<void>;
}

export function createAnswers({ memory, log }: Pick<SlackAppDeps, 'memory' | 'log'>, api: SlackApi, drain: Drain): Answers {
  const { outbox, requests } = memory;
  const enqueue = (request: DiagRequest, slot: string, body: PostBody) =>
    outbox.enqueue({ requestId: request.id, slot, channel: channelOf(request), body });
  const enqueueMessage = (request: DiagRequest, slot: string, message: SlackMessage) =>
    enqueue(request, slot, { kind: 'message', ...checked(message, log) });
  /** In the root's place; in its thread where the root cannot be edited, or is not there yet. */
  const replaceRoot = async (request: DiagRequest, message: SlackMessage) => {
    const root = await outbox.rootOf(request.id);
    const edited = root !== undefined && (await editForGood(api, root, message, log));
    if (!edited) await enqueueMessage(request, 'answer', message);
  };
  return {
    postRoot: async (request) => {
      await enqueueMessage(request, 'root', progressMessage(request, { kind: 'connecting' }));
      return (await drain(request.id)).find(({ slot }) => slot === 'root')?.code;
    },
    show: async (request, result) => {
      // In line before the root is edited: if the bot dies from here on, another one sends the rest.
      if (result.kind === 'diagnosed') {
        for (const { slot, text, blocks } of threadMessages(result.diagnosis)) await enqueueMessage(request, slot, { text, blocks });
        await enqueue(request, 'raw', rawBody(request, result));
      }
      await replaceRoot(request, rootOf(request, result));
      await requests.finish(request.id, 'done');
      await drain(request.id);
    },
    interrupt: async (request, why) => {
      const message = endedMessage(request, why);
      // First of all in line: a root that is still to be posted is then followed by it, whoever posts it.
      await enqueueMessage(request, 'interrupted', message);
      await drain(request.id);
      const root = await outbox.rootOf(request.id);
      if (root) await editForGood(api, root, message, log);
      await requests.finish(request.id, 'failed');
    },
  };
}

function channelOf({ origin }: DiagRequest): string {
  if (origin.kind !== 'slack') throw new Error('only requests from Slack are answered in Slack');
  return origin.channel;
}

function rootOf(request: DiagRequest, result: DiagnosisResult): SlackMessage {
  return result.kind === 'unreachable' ? unreachableMessage(request, result.why) : answerMessage(request, result.diagnosis, result.ended);
}

function rawBody(request: DiagRequest, { outputs }: Extract<DiagnosisResult, { kind: 'diagnosed' }>): PostBody {
  const host = request.host.replace(/[^\w.-]/g, '_').slice(0, 60);
  const title = `Raw outputs of /diag ${request.subcommand} ${host}`;
  // The id makes the name unique: it is how an upload of unknown fate is found again.
  return { kind: 'file', fileName: `diagbot-${request.subcommand}-${host}-${request.id}.txt`, title, text: rawFile(outputs) };
}
