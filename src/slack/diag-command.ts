import { DEFAULT_WINDOW_SECONDS, MAX_WINDOW_SECONDS, MIN_WINDOW_SECONDS, parseDuration } from '../app/duration.ts';
import { closestName } from '../model/closest.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Target } from '../model/target.ts';
import type { HostInventory } from './deps.ts';

/** What a person wants who types /diag; `mistake` says what is wrong and what to type, a line each. */
export type DiagCommand =
  | { readonly kind: 'run'; readonly entry: CatalogueEntry; readonly target: Target; readonly windowSeconds: number }
  | { readonly kind: 'help' }
  | { readonly kind: 'hosts' }
  | { readonly kind: 'mistake'; readonly lines: readonly string[] };

export interface Known {
  readonly catalogue: readonly CatalogueEntry[];
  readonly inventory: HostInventory;
}

/** Far more than any sound command; the rest of a paste is not looked at. */
const TEXT_CHARS = 500;
const NAME_CHARS = 60;
const HOSTS_NAMED = 5;

export const windowWords = `for N s or for N min: how long to look, from ${MIN_WINDOW_SECONDS} s to ${MAX_WINDOW_SECONDS / 60} min; ${DEFAULT_WINDOW_SECONDS} s where nothing is said.`;

/** '/diag io host-42 for 30s' -> what to run. Forgives case, blanks, code ticks, quotes and the links Slack makes of names. */
export function parseDiagCommand(raw: string, known: Known): DiagCommand {
  const [first, ...rest] = wordsOf(raw);
  const subcommand = first?.toLowerCase();
  if (first === undefined || subcommand === 'help' || subcommand === '?') return { kind: 'help' };
  if (subcommand === 'hosts') return { kind: 'hosts' };
  const entry = known.catalogue.find(({ name }) => name === subcommand);
  return entry ? parseRun(entry, rest, known) : unknownSubcommand(first, rest, known);
}

function parseRun(entry: CatalogueEntry, words: readonly string[], known: Known): DiagCommand {
  const [host, ...rest] = words;
  if (host === undefined) return mistake(`Which host? ${namesOf(known)}`, `Type /diag ${entry.name} HOST, or /diag hosts for all of them.`);
  const target = findTarget(host, known.inventory);
  if (!target) return unknownHost(entry, host, known);
  const windowSeconds = windowOf(rest);
  if (windowSeconds === undefined) return unknownWindow(entry, target, rest);
  return { kind: 'run', entry, target, windowSeconds };
}

/** Hosts are named in lower case almost everywhere, and phones begin words with a capital. */
function findTarget(typed: string, inventory: HostInventory): Target | undefined {
  const exact = inventory.find(typed) ?? inventory.find(typed.toLowerCase());
  if (exact) return exact;
  const sameLetters = inventory.all.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  return sameLetters.length === 1 ? sameLetters[0] : undefined;
}

/** Nothing, 'for 30s', 'for 30 s' or '30s'. */
function windowOf(words: readonly string[]): number | undefined {
  if (words.length === 0) return DEFAULT_WINDOW_SECONDS;
  const spoken = words[0]?.toLowerCase() === 'for' ? words.slice(1) : words;
  return parseDuration(spoken.join(' '));
}

function unknownSubcommand(typed: string, rest: readonly string[], known: Known): DiagCommand {
  const names = known.catalogue.map(({ name }) => name);
  const host = findTarget(typed, known.inventory);
  if (host)
    return mistake(`'${quoted(host.name)}' is a host; say first what to look at.`, `Type /diag ${names[0] ?? 'help'} ${host.name}.`);
  const meant = closestName(typed, [...names, 'hosts', 'help']);
  return mistake(
    `There is no /diag ${quoted(typed)}${meant === undefined ? '.' : `; did you mean ${quoted(['/diag', meant, ...rest].join(' '))}?`}`,
    `Type ${names.map((name) => `/diag ${name} HOST`).join(', ')}, /diag hosts or /diag help.`,
  );
}

function unknownHost(entry: CatalogueEntry, typed: string, known: Known): DiagCommand {
  const [meant] = known.inventory.suggest(typed.slice(0, 256));
  return mistake(
    `No host '${quoted(typed)}' in hosts.yml${meant === undefined ? '.' : `; did you mean ${quoted(meant)}?`}`,
    meant === undefined
      ? `${namesOf(known)} Type /diag hosts for all of them.`
      : `Type /diag ${entry.name} ${meant}, or /diag hosts for all of them.`,
  );
}

function unknownWindow(entry: CatalogueEntry, target: Target, words: readonly string[]): DiagCommand {
  return mistake(
    `'${quoted(words.join(' '))}' is no time to look for: from ${MIN_WINDOW_SECONDS} s to ${MAX_WINDOW_SECONDS / 60} min.`,
    `Type /diag ${entry.name} ${target.name} for 30s.`,
  );
}

function namesOf({ inventory }: Known): string {
  const names = inventory.all.slice(0, HOSTS_NAMED).map(({ name }) => name);
  if (names.length === 0) return 'hosts.yml has none.';
  return `Known: ${names.join(', ')}${inventory.all.length > names.length ? ', …' : ''}.`;
}

function mistake(...lines: readonly string[]): DiagCommand {
  return { kind: 'mistake', lines };
}

function quoted(text: string): string {
  return text.length > NAME_CHARS ? `${text.slice(0, NAME_CHARS)}…` : text;
}

function wordsOf(raw: string): readonly string[] {
  const words = raw
    .slice(0, TEXT_CHARS)
    // <http://db1.example.com|db1.example.com>, <http://db1.example.com>
    .replace(/<[a-z]+:\/?\/?([^|<>]*)\|([^<>]*)>/gi, ' $2 ')
    .replace(/<(?:[a-z]+:\/\/)?([^|<>]*)>/gi, ' $1 ')
    .replace(/&(amp|lt|gt);/g, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '')
    .replace(/[`*"'“”„‘’‚«»]/g, ' ')
    .split(/\s+/u)
    // A sentence ends in a stop, a link in a slash; no host does.
    .map((word) => word.replace(/[.,;:!/]+$/, ''))
    .filter((word) => word !== '');
  return isDiag(words) ? words.slice(1) : words;
}

/** The command pasted whole, or typed again with a slip ('/daig io host-42'): what stands after the slash is no subcommand. */
function isDiag([first = '']: readonly string[]): boolean {
  return first.toLowerCase() === 'diag' || (first.startsWith('/') && closestName(first.slice(1), ['diag']) !== undefined);
}
