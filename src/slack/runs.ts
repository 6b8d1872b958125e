import type { DiagnosisResult } from '../app/ports.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import { progressMessage } from '../render/message.ts';
import type { Answers } from './answer.ts';
import type { SlackApi } from './api.ts';
import type { SlackAppDeps } from './deps.ts';
import { refusalAdvice } from './failure.ts';
import { type LiveRoot, liveRoot } from './root.ts';

/** Says something to the asker alone. */
export type Tell = (lines: readonly string[]) => Promise<void>;

/** The diagnoses that this process is working on. */
export interface Runs {
  /** Runs one to its end; never rejects. */
  readonly run: (request: DiagRequest, target: Target, tell: Tell) => Promise<void>;
  /** Is this process working on it? Then its posts are sent by its run. */
  readonly owns: (id: RequestId) => boolean;
  /** Aborts what still looks at a host, says so to its readers, and lets what is being answered end. */
  readonly stop: () => Promise<void>;
}

interface Running {
  readonly request: DiagRequest;
  readonly controller: AbortController;
  ended: Promise<void>;
  /** Its root, once it is posted. */
  live: LiveRoot | undefined;
  /** The answer is there and on its way out. */
  answering: boolean;
}
type RunDeps = Pick<SlackAppDeps, 'memory' | 'diagnose' | 'log'>;

const STOPPED = 'The bot was stopped before the answer was there; run it again.';

export function createRuns(deps: RunDeps, api: SlackApi, answers: Answers): Runs {
  const running = new Map<RequestId, Running>();
  return {
    owns: (id) => running.has(id),
    run: async (request, target, tell) => {
      const run: Running = { request, controller: new AbortController(), ended: Promise.resolve(), live: undefined, answering: false };
      running.set(request.id, run);
      run.ended = runGuarded(deps, api, answers, run, target, tell);
      await run.ended;
      running.delete(request.id);
    },
    stop: async () => {
      await Promise.all(Array.from(running.values(), (run) => (run.answering ? run.ended : stopOne(deps, answers, run))));
    },
  };
}

async function runGuarded(deps: RunDeps, api: SlackApi, answers: Answers, run: Running, target: Target, tell: Tell): Promise<void> {
  try {
    await runToEnd(deps, api, answers, run, target, tell);
  } catch (error) {
    const { id } = run.request;
    deps.log.error({ requestId: id, err: error }, 'a diagnosis failed');
    if (run.controller.signal.aborted) return;
    await quietly(deps, () => answers.interrupt(run.request, `An error of the bot; its log has it under ${id}. Run it again.`));
  }
}

async function runToEnd(deps: RunDeps, api: SlackApi, answers: Answers, run: Running, target: Target, tell: Tell): Promise<void> {
  const { request, controller } = run;
  const refused = await answers.postRoot(request);
  if (refused !== undefined) {
    await deps.memory.requests.finish(request.id, 'failed');
    return tell(refusalAdvice(refused));
  }
  const result = await lookAtHost(deps, api, run, target);
  // `stop` has told the readers already.
  if (controller.signal.aborted) return;
  run.answering = true;
  await answers.show(request, result);
}

async function lookAtHost(deps: RunDeps, api: SlackApi, run: Running, target: Target): Promise<DiagnosisResult> {
  const { request, controller } = run;
  const root = await deps.memory.outbox.rootOf(request.id);
  run.live = root ? liveRoot(api, root, deps.log) : undefined;
  try {
    return await deps.diagnose(request, target, (progress) => run.live?.show(progressMessage(request, progress)), controller.signal);
  } finally {
    await run.live?.close();
  }
}

function stopOne(deps: RunDeps, answers: Answers, { request, controller, live }: Running): Promise<void> {
  controller.abort(new Error('the bot is stopping'));
  return quietly(deps, async () => {
    await live?.close();
    await answers.interrupt(request, STOPPED);
  });
}

async function quietly({ log }: RunDeps, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    log.error({ err: error }, 'an interrupted diagnosis was not told of');
  }
}
