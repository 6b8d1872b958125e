import { randomUUID } from 'node:crypto';
import type { Button, KnownBlock } from '@slack/types';
import { APP_ID, type Workspace } from './emulator.ts';
import type { Envelope } from './socket.ts';

/** What Slack sends to the bot when the person types a slash command. */
export function slashCommand(workspace: Workspace, line: string, responseUrl: string): Envelope {
  const [command = '', ...words] = line.trim().split(/\s+/);
  const text = words.length === 0 ? '' : line.trim().slice(command.length).trim();
  return envelope('slash_commands', {
    ...common(workspace, responseUrl),
    command,
    text,
    team_id: workspace.team,
    team_domain: 'this-machine',
    channel_id: workspace.channel.id,
    channel_name: workspace.channel.name,
    user_id: workspace.user.id,
    user_name: workspace.user.name,
  });
}

export interface PressedIn {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly blocks?: readonly KnownBlock[];
}

/** What Slack sends when the person presses a button; undefined where the message has none in that place. */
export function buttonPress(
  workspace: Workspace,
  message: PressedIn,
  block: number,
  element: number,
  responseUrl: string,
): Envelope | undefined {
  const actions = message.blocks?.[block];
  if (actions?.type !== 'actions') return undefined;
  const button = actions.elements[element];
  if (button?.type !== 'button') return undefined;
  return envelope('interactive', {
    ...common(workspace, responseUrl),
    type: 'block_actions',
    team: { id: workspace.team, domain: 'this-machine' },
    enterprise: null,
    user: { id: workspace.user.id, username: workspace.user.name, name: workspace.user.name, team_id: workspace.team },
    channel: { id: workspace.channel.id, name: workspace.channel.name },
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: workspace.channel.id,
      is_ephemeral: false,
      ...(message.thread_ts === undefined ? {} : { thread_ts: message.thread_ts }),
    },
    message,
    state: { values: {} },
    actions: [pressed(button, actions.block_id ?? `block-${block}`)],
  });
}

function pressed(button: Button, blockId: string): Readonly<Record<string, unknown>> {
  const { type, action_id, text, value, style } = button;
  return { type, action_id, block_id: blockId, text, value, style, action_ts: String(Date.now() / 1000) };
}

function common(workspace: Workspace, responseUrl: string): Readonly<Record<string, unknown>> {
  return {
    token: 'local',
    api_app_id: APP_ID,
    is_enterprise_install: 'false',
    response_url: responseUrl,
    trigger_id: `${Date.now()}.${workspace.team}.${randomUUID()}`,
  };
}

function envelope(type: Envelope['type'], payload: Envelope['payload']): Envelope {
  return { envelope_id: randomUUID(), type, payload };
}
