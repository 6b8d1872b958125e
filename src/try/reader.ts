import type { Reader } from './drawing.ts';
import type { LocalSlack } from './local-slack.ts';

/** The person who reads the local Slack: its names and their clock. */
export function readerOf({ workspace, timeZone }: Pick<LocalSlack, 'workspace' | 'timeZone'>): Reader {
  const users = [workspace.user, workspace.bot];
  return {
    nameOfUser: (id) => users.find((user) => user.id === id)?.name ?? id,
    nameOfChannel: (id) => (id === workspace.channel.id ? workspace.channel.name : id),
    timeZone,
    now: () => new Date(),
  };
}
