import { setTimeout as sleep } from 'node:timers/promises';
import type { PostedRoot } from '../model/post.ts';
import { messageProblems, type SlackMessage } from '../render/limits.ts';
import { refusedMessage } from '../render/message.ts';
import type { SlackApi } from './api.ts';
import type { SlackLog } from './deps.ts';
import { failureOf, whyOf } from './failure.ts';
import { waitMs } from './post.ts';

/** Slack takes about one edit a second in a channel; others post there too. */
const EDIT_EVERY_MS = 1_800;
const EDIT_TRIES = 6;

/** What would be refused is never sent: the reader gets a line that says so, the log says why. */
export function checked(message: SlackMessage, log: SlackLog): SlackMessage {
  const problems = messageProblems(message);
  if (problems.length === 0) return message;
  log.error({ problems }, 'a message beyond the limits of Slack was held back');
  return refusedMessage(problems);
}

/** The root message while its host is looked at. */
export interface LiveRoot {
  /** Shown soon, unless a newer one comes before: edits are few, and a failed one is forgotten. */
  readonly show: (message: SlackMessage) => void;
  /** No edit is under way or will begin after this. */
  readonly close: () => Promise<void>;
}

export function liveRoot(api: SlackApi, root: PostedRoot, log: SlackLog): LiveRoot {
  let newest: SlackMessage | undefined;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let closed = false;
  const editNewest = async () => {
    const message = newest;
    newest = undefined;
    if (!message) return;
    try {
      await api.editMessage(root, message);
    } catch (error) {
      log.debug({ why: whyOf(failureOf(error)) }, 'progress was not shown');
    }
  };
  const schedule = () => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      underWay = underWay.then(editNewest).then(() => {
        if (newest) schedule();
      });
    }, EDIT_EVERY_MS);
  };
  return {
    show: (message) => {
      newest = message;
      schedule();
    },
    close: () => {
      closed = true;
      newest = undefined;
      clearTimeout(timer);
      return underWay;
    },
  };
}

/** The last edit of a root must arrive: it is tried for about a minute. False where Slack will not have it. */
export async function editForGood(api: SlackApi, root: PostedRoot, message: SlackMessage, log: SlackLog): Promise<boolean> {
  for (let failures = 1; failures <= EDIT_TRIES; failures += 1) {
    try {
      await api.editMessage(root, checked(message, log));
      return true;
    } catch (error) {
      const failure = failureOf(error);
      log.warn({ why: whyOf(failure) }, 'the root message was not edited');
      if (failure.kind === 'refused') return false;
      await sleep(waitMs(failure, failures));
    }
  }
  return false;
}
