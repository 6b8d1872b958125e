import type { DiagnosisResult } from '../app/ports.ts';
import type { PostedRoot } from '../model/post.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import type { SlackMessage } from '../render/limits.ts';
import { answerMessage, endedMessage, progressMessage, threadMessages, unreachableMessage } from '../render/message.ts';
import { rawFile } from '../render/raw-file.ts';
import type { SlackApi } from './api.ts';
import type { SlackAppDeps } from './deps.ts';
import { refusalAdvice } from './failure.ts';
import type { Drain } from './post.ts';
import { checked, editForGood, liveRoot } from './root.ts';

/** Says something to the asker alone. */
export type Tell = (lines: readonly string[]) => Promise<void>;

/** The diagnoses that this process is working on. */
export interface Runs {
  /** Runs one to its end; never rejects. */
  readonly run: (request: DiagRequest, target: Target, tell: Tell) => Promise<void>;
  /** Says in a request's root and thread that there will be no answer, and finishes it. */
  readonly interrupt: (request: DiagRequest, root: PostedRoot | undefined, why: string) => Promise<void>;
  /** Aborts all, and says so to their readers. */
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly request: DiagRequest;
  readonly controller: AbortController;
  root: PostedRoot | undefined;
}

const STOPPED = 'The bot was stopped before the answer was there; run it again.';

export function createRuns(deps: Pick<SlackAppDeps, 'memory' | 'diagnose' | 'log'>, api: SlackApi, drain: Drain): Runs {
  const { memory, log } = deps;
  const running = new Map<RequestId, Running>();
  const enqueue = (request: DiagRequest, channel: string, slot: string, message: SlackMessage) => {
    const { text, blocks } = checked(message, log);
    return memory.outbox.enqueue({ requestId: request.id, slot, channel, body: { kind: 'message', text, blocks } });
  };

  const postRoot = async (request: DiagRequest, channel: string, tell: Tell) => {
    await enqueue(request, channel, 'root', progressMessage(request, { kind: 'connecting' }));
    const refused = await drain(request.id);
    const code = refused.find(({ slot }) => slot === 'root')?.code;
    if (code === undefined) return true;
    await tell(refusalAdvice(code, 'this channel'));
    return false;
  };

  const diagnose = async (run: Running, target: Target): Promise<DiagnosisResult> => {
    run.root = await memory.outbox.rootOf(run.request.id);
    const live = run.root ? liveRoot(api, run.root, log) : undefined;
    try {
      return await deps.diagnose(
        run.request,
        target,
        (progress) => live?.show(progressMessage(run.request, progress)),
        run.controller.signal,
      );
    } finally {
      await live?.close();
    }
  };

  /** In the root's place; in its thread where the root cannot be edited, or is not there yet. */
  const showAnswer = async (request: DiagRequest, channel: string, message: SlackMessage) => {
    const root = await memory.outbox.rootOf(request.id);
    const edited = root !== undefined && (await editForGood(api, root, message, log));
    if (!edited) await enqueue(request, channel, 'answer', message);
  };

  const showResult = async (request: DiagRequest, channel: string, result: DiagnosisResult) => {
    if (result.kind === 'unreachable') return showAnswer(request, channel, unreachableMessage(request, result.why));
    await showAnswer(request, channel, answerMessage(request, result.diagnosis, result.ended));
    for (const message of threadMessages(result.diagnosis)) await enqueue(request, channel, message.slot, message);
    await memory.outbox.enqueue({ requestId: request.id, slot: 'raw', channel, body: rawBody(request, result) });
  };

  const interrupt = async (request: DiagRequest, root: PostedRoot | undefined, why: string) => {
    const message = endedMessage(request, why);
    if (root) {
      await editForGood(api, root, message, log);
      await enqueue(request, root.channel, 'interrupted', endedMessage(request, why));
      await drain(request.id);
    }
    await memory.requests.finish(request.id, 'failed');
  };

  const runToEnd = async (request: DiagRequest, target: Target, tell: Tell, run: Running) => {
    if (request.origin.kind !== 'slack') throw new Error('only requests from Slack are answered in Slack');
    const { channel } = request.origin;
    if (!(await postRoot(request, channel, tell))) return memory.requests.finish(request.id, 'failed');
    const result = await diagnose(run, target);
    // `stop` has told the readers already.
    if (run.controller.signal.aborted) return;
    await showResult(request, channel, result);
    await drain(request.id);
    await memory.requests.finish(request.id, 'done');
  };

  return {
    interrupt,
    run: async (request, target, tell) => {
      const run: Running = { request, controller: new AbortController(), root: undefined };
      running.set(request.id, run);
      try {
        await runToEnd(request, target, tell, run);
      } catch (error) {
        log.error({ requestId: request.id, error }, 'a diagnosis failed');
        if (!run.controller.signal.aborted) await failed(run);
      } finally {
        running.delete(request.id);
      }
    },
    stop: async () => {
      const all = [...running.values()];
      for (const { controller } of all) controller.abort(new Error('the bot is stopping'));
      await Promise.all(all.map(({ request, root }) => quietly(() => interrupt(request, root, STOPPED))));
    },
  };

  async function failed({ request, root }: Running): Promise<void> {
    await quietly(() => interrupt(request, root, `An error of the bot; its log has it under ${request.id}. Run it again.`));
  }
  async function quietly(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.error({ error }, 'an interrupted diagnosis was not told of');
    }
  }
}

function rawBody(request: DiagRequest, { outputs }: Extract<DiagnosisResult, { kind: 'diagnosed' }>) {
  const host = request.host.replace(/[^\w.-]/g, '_').slice(0, 60);
  const title = `Raw outputs of /diag ${request.subcommand} ${host}`;
  // The id makes the name unique: it is how an upload of unknown fate is found again.
  return { kind: 'file', fileName: `diagbot-${request.subcommand}-${host}-${request.id}.txt`, title, text: rawFile(outputs) } as const;
}
