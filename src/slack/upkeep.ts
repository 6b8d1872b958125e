import type { Answers } from './answer.ts';
import type { SlackAppDeps } from './deps.ts';
import type { Drain } from './post.ts';
import type { Runs } from './runs.ts';

/** Well below the 30 s after which the store takes a silent process for dead. */
const BEAT_EVERY_MS = 5_000;
const LOST = 'The bot stopped in the middle of this diagnosis; run it again.';

/** Keeps this process's requests alive, answers for those of processes that are gone, and sends what was left in line. */
export function startUpkeep(
  { memory, log }: Pick<SlackAppDeps, 'memory' | 'log'>,
  answers: Answers,
  runs: Runs,
  drain: Drain,
): { readonly stop: () => Promise<void> } {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      for (const { request } of await memory.requests.takeOrphans()) await answers.interrupt(request, LOST);
      for (const requestId of await memory.outbox.waiting()) if (!runs.owns(requestId)) await drain(requestId);
    } catch (error) {
      log.error({ err: error }, 'upkeep failed');
    }
  };
  // Beside the rounds: a slow Slack holds those up, and must not make this process look dead.
  const beats = setInterval(() => {
    memory.requests.beat().catch((error: unknown) => log.error({ err: error }, 'the store took no beat'));
  }, BEAT_EVERY_MS);
  const loop = async () => {
    while (!stopped) {
      underWay = round();
      await underWay;
      await new Promise((resolve) => setTimeout(resolve, BEAT_EVERY_MS).unref());
    }
  };
  void loop();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(beats);
      await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, BEAT_EVERY_MS).unref())]);
    },
  };
}
