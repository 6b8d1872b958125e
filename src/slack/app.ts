import { App, type BlockAction, type ButtonAction, type RespondFn, type SlashCommand } from '@slack/bolt';
import { helpMessage, hostsMessage, sayMessage } from '../render/help.ts';
import type { SlackMessage } from '../render/limits.ts';
import { actionIds } from '../render/message.ts';
import { parseButton } from './actions.ts';
import { createAnswers } from './answer.ts';
import { clientOptions, createSlackApi } from './api.ts';
import type { SlackApp, SlackAppDeps } from './deps.ts';
import { parseDiagCommand, windowWords } from './diag-command.ts';

import { boltLogger } from './logger.ts';
import { createDrain } from './post.ts';
import { createIntake } from './receiver.ts';
import { createTake, type Take } from './requests.ts';
import { checked } from './root.ts';
import { createRuns } from './runs.ts';
import { type StartStep, startFailure } from './start-failure.ts';
import { startUpkeep } from './upkeep.ts';

/** The longest that a stop waits for Slack to take the news. */
const STOP_MS = 5_000;
const STOPPING = ['The bot is being stopped; ask again in a minute.'];

/** Slack's side of the bot: takes commands and buttons, posts answers. Everything but `deps` is its own. */
export function createSlackApp(deps: SlackAppDeps): SlackApp {
  const { settings, log } = deps;
  const logger = boltLogger(log);
  const api = createSlackApi(settings, logger);
  const drain = createDrain(deps.memory.outbox, api, log);
  const answers = createAnswers(deps, api, drain);
  const runs = createRuns(deps, api, answers);
  const intake = createIntake(settings, logger);
  const app = new App({
    token: settings.botToken,
    receiver: intake.receiver,
    logger,
    clientOptions: clientOptions(settings, logger),
    convoStore: false,
    deferInitialization: true,
  });
  app.error(async (error) => log.error({ err: error }, 'a listener failed'));
  let stopping = false;
  listen(app, deps, createTake(deps, api, runs), () => stopping);
  let upkeep: ReturnType<typeof startUpkeep> | undefined;
  return {
    start: async () => {
      await saying('bot-token', deps.settings.slackApiUrl, () => app.init());
      const started = await saying('connection', deps.settings.slackApiUrl, intake.start);
      upkeep = startUpkeep(deps, answers, runs, drain);
      return started;
    },
    stop: async () => {
      stopping = true;
      await Promise.race([
        Promise.allSettled([runs.stop(), upkeep?.stop()]),
        new Promise((resolve) => setTimeout(resolve, STOP_MS).unref()),
      ]);
      await intake.stop();
    },
  };
}

/** Acknowledged at once, before anything is looked at: Slack waits three seconds and then tells the asker that the app failed. */
function listen(app: App, deps: SlackAppDeps, take: Take, stopping: () => boolean): void {
  app.command('/diag', async ({ ack, command, respond }) => {
    await ack();
    const say = (message: SlackMessage) => answerAsker(deps, respond, message);
    if (stopping()) return say(sayMessage(...STOPPING));
    return takeCommand(deps, take, command, say);
  });
  for (const id of Object.values(actionIds)) {
    app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id: id }, async ({ ack, body, action, respond }) => {
      await ack();
      const say = (message: SlackMessage) => answerAsker(deps, respond, message);
      if (stopping()) return say(sayMessage(...STOPPING));
      return takeButton(deps, take, body, action, say);
    });
  }
}

type Say = (message: SlackMessage) => Promise<void>;

async function takeCommand(deps: SlackAppDeps, take: Take, command: SlashCommand, say: Say): Promise<void> {
  const parsed = parseDiagCommand(command.text, deps);
  switch (parsed.kind) {
    case 'help':
      return say(helpMessage(deps.catalogue, windowWords));
    case 'hosts':
      return say(hostsMessage(deps.inventory.all));
    case 'mistake':
      return say(sayMessage(...parsed.lines));
    case 'run': {
      const { entry, target, windowSeconds } = parsed;
      const origin = { team: command.team_id, channel: command.channel_id, user: command.user_id };
      const asked = `/diag ${command.text}`;
      const wish = { key: command.trigger_id, origin, asked, subcommand: entry.name, target, windowSeconds };
      return guarded(deps, say, () => take(wish, (lines) => say(sayMessage(...lines))));
    }
  }
}

async function takeButton(deps: SlackAppDeps, take: Take, body: BlockAction<ButtonAction>, action: ButtonAction, say: Say): Promise<void> {
  const parsed = parseButton(action.value, deps);
  if (parsed.kind === 'mistake') return say(sayMessage(...parsed.lines));
  const channel = body.channel?.id;
  if (channel === undefined) return;
  const { subcommand, target, windowSeconds } = parsed;
  const origin = { team: body.team?.id ?? body.user.team_id ?? '', channel, user: body.user.id };
  const asked = `button ${action.action_id}: ${subcommand} ${target.name} for ${windowSeconds} s`;
  const wish = { key: body.trigger_id, origin, asked, subcommand, target, windowSeconds };
  return guarded(deps, say, () => take(wish, (lines) => say(sayMessage(...lines))));
}

/** What goes wrong here is ours, a lost store most likely: one sentence with an id to the asker, the rest to the log. */
async function guarded(deps: SlackAppDeps, say: Say, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const id = deps.newId();
    deps.log.error({ err: error, id }, 'a request was not taken');
    await say(sayMessage(`The bot could not take this; its log has it under ${id}.`, 'Ask again in a minute.'));
  }
}

/** Through the response_url, which works in channels that the bot is not in. */
async function answerAsker({ log }: SlackAppDeps, respond: RespondFn, message: SlackMessage): Promise<void> {
  try {
    const { text, blocks } = checked(message, log);
    await respond({ response_type: 'ephemeral', replace_original: false, text, blocks });
  } catch (error) {
    log.warn({ err: error }, 'the asker was not answered');
  }
}

/** A wrong token or an unreachable Slack is one line at start. */
async function saying<T>(step: StartStep, slackApiUrl: string | undefined, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw startFailure(step, error, slackApiUrl);
  }
}
