import type { SlackAppDeps } from './deps.ts';
import type { Drain } from './post.ts';
import type { Runs } from './runs.ts';

/** Well below the 30 s after which the store takes a silent process for dead. */
const BEAT_EVERY_MS = 5_000;
const LOST = 'The bot stopped in the middle of this diagnosis; run it again.';

/** Keeps this process's requests alive, answers for those of processes that are gone, and sends what was left in line. */
export function startUpkeep(
  { memory, log }: Pick<SlackAppDeps, 'memory' | 'log'>,
  runs: Runs,
  drain: Drain,
): { readonly stop: () => Promise<void> } {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      await memory.requests.beat();
      for (const { request, root } of await memory.requests.takeOrphans()) await runs.interrupt(request, root, LOST);
      for (const requestId of await memory.outbox.waiting()) await drain(requestId);
    } catch (error) {
      log.error({ error }, 'upkeep failed');
    }
  };
  const timer = setInterval(() => {
    // One round at a time: a slow Slack must not pile them up. The beat goes on by itself.
    if (!stopped) void memory.requests.beat().catch((error: unknown) => log.error({ error }, 'the store took no beat'));
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
      clearInterval(timer);
      await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, BEAT_EVERY_MS).unref())]);
    },
  };
}
