import type { CatalogueEntry } from '../model/command.ts';
import type { Target } from '../model/target.ts';
import { blocksOf, packed } from './blocks.ts';
import { bold, bullets, capped, code, heading, line, lineOf, type Part, text } from './doc.ts';
import { escapeMrkdwn, shortenBytes } from './escape.ts';
import { LIMITS, type SlackMessage } from './limits.ts';
import { plainText } from './text.ts';

const ENTRIES_SHOWN = 10;
const COMMANDS_SHOWN = 12;
const HOSTS_SHOWN = 60;
const NAME_CHARS = 80;
const WHY_CHARS = 100;

/** What `/diag help` says: the subcommands and what each runs on a host, from the catalogue. */
export function helpMessage(catalogue: readonly CatalogueEntry[], windowWords: string): SlackMessage {
  const { shown, rest } = capped(catalogue, ENTRIES_SHOWN, 'subcommands', 'the folder commands/ holds them all');
  return messageOf([
    heading('What /diag does'),
    line(
      'Looks at a Linux host over SSH, read-only, and says what it suffers from, who does it and what to do. Nothing is changed on the host.',
    ),
    ...shown.flatMap(entryParts),
    ...rest,
    line(windowWords),
    ...bullets([lineOf(code('/diag hosts'), ' the hosts that can be asked for'), lineOf(code('/diag help'), ' this text')]),
  ]);
}

function entryParts(entry: CatalogueEntry): readonly Part[] {
  const { shown, rest } = capped(entry.commands, COMMANDS_SHOWN, 'commands', `diagbot program ${entry.name} prints them all`);
  return [
    line(code(`/diag ${entry.name} HOST [for 30s]`), ' ', bold(entry.title)),
    ...bullets(shown.map((command) => lineOf(code(command.id), ' ', text(command.why, 'plain', WHY_CHARS)))),
    ...rest,
  ];
}

/** What `/diag hosts` says. */
export function hostsMessage(hosts: readonly Target[]): SlackMessage {
  const { shown, rest } = capped(hosts, HOSTS_SHOWN, 'hosts', 'hosts.yml names them all');
  if (hosts.length === 0) return sayMessage('No host is known: add one to hosts.yml');
  return messageOf([
    heading('Hosts'),
    ...bullets(
      shown.map((host) =>
        lineOf(text(host.name, 'code', NAME_CHARS), host.tags.length === 0 ? '' : text(` ${host.tags.join(', ')}`, 'plain', NAME_CHARS)),
      ),
    ),
    ...rest,
  ]);
}

/** A line or two that only the asker sees: what is wrong and what to type. */
export function sayMessage(...lines: readonly string[]): SlackMessage {
  return messageOf(lines.map((words) => line(text(words))));
}

/** One message: what only the asker sees is an answer to one command. */
function messageOf(parts: readonly Part[]): SlackMessage {
  const [first = [], ...more] = packed(blocksOf(parts));
  const note = more.length > 0 ? blocksOf([line('The rest is too long for one message.')]) : [];
  return { blocks: [...first, ...note], text: shortenBytes(escapeMrkdwn(plainText(parts)), LIMITS.fallbackBytes - 1) };
}
