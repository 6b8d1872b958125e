import { createHash } from 'node:crypto';
import type { CatalogueCommand, CatalogueEntry, ReadOnlyArgv, ReadOnlyGlobs } from '../model/command.ts';
import { CROWDED, framework } from './program-text.ts';
import { quoted } from './quote.ts';

/** A fixed sh text: the same bytes for every run of an entry, so that its hash can be allowed on a host. */
export interface Program {
  readonly text: string;
  readonly sha256: string;
}

/** What the text is called with. It checks them itself: hex, digits, and the list of commands to leave out. */
export interface ProgramArguments {
  readonly nonce: string;
  readonly seconds: number;
  readonly intervalSeconds: number;
  readonly deadlineSeconds: number;
  readonly maxBytes: number;
  /** Commands that hung here before, each with the pid it had: not started again while that process is in state D. */
  readonly hung: readonly { readonly id: string; readonly pid: number }[];
}

/** The sh program that runs everything of an entry in one session. */
export function programOf(entry: CatalogueEntry): Program {
  const first = entry.commands.map((command) => startOf(command, command.readings === 2 ? `${command.id}.1` : command.id));
  const second = entry.commands.filter((command) => command.readings === 2).map((command) => startOf(command, `${command.id}.2`));
  const text = framework(entry.name, before(entry), first.join('\n'), second.join('\n'));
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** The words behind `sh -s --`, or behind the program's name in a forced command. */
export function argumentWords(args: ProgramArguments): readonly string[] {
  const hung = args.hung.map(({ id, pid }) => `${id}:${pid}`).join(',');
  return [
    args.nonce,
    String(args.seconds),
    String(args.intervalSeconds),
    String(args.deadlineSeconds),
    String(args.maxBytes),
    ...(hung === '' ? [] : [hung]),
  ];
}

/** Interval of the samplers: one second, or what keeps their reports at about sixty. */
export function intervalSecondsFor(windowSeconds: number): number {
  return Math.max(1, Math.ceil(windowSeconds / 60));
}

/** What has to be known of the host before its commands start, as far as the entry needs it: each line is work on every host. */
function before({ commands }: CatalogueEntry): string {
  const uses = (word: string): boolean => commands.some(({ action }) => action.kind === 'run' && action.argv.includes(word));
  return [
    // A sampler of processes reads them all at each interval: with many, once for the window.
    ...(uses('{wide-interval}') ? ['set -- /proc/[0-9]*', '[ $# -gt 400 ] && wide=$seconds widecount=1'] : []),
    // busybox grep takes no -a, and needs none.
    ...(commands.some(({ action }) => action.kind === 'files') ? ['text=', "grep -a '' /proc/uptime && text=-a"] : []),
    ...(commands.some(({ action }) => action.kind === 'files' && action.globs.some((glob) => glob.startsWith(IN_EACH_GROUP)))
      ? [`crowds=$(find /sys/fs/cgroup -maxdepth 5 ${CROWDED})`]
      : []),
    ...(commands.some(({ root }) => root) ? ['uid=$(id -u)'] : []),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** The lines of the program that start one command in the background. */
function startOf(command: CatalogueCommand, id: string): string {
  const { action, maxBytes } = command;
  if (action.kind === 'mounts') return `mounts ${id} ${words(action.argv)}`;
  if (action.kind === 'files') return started(id, `one ${id} ${maxBytes} live ${filesOf(action)}`);
  if (action.kind === 'links') return started(id, `one ${id} ${maxBytes} head links ${globs(action.globs)}`);
  const keep = command.lastLines === undefined ? 'head' : `last${command.lastLines}`;
  const forms = [action.argv, ...(action.instead ? [action.instead] : [])];
  const tries = forms.map((argv) => `one ${id} ${maxBytes} ${isSampler(argv) ? 'live' : keep} ${words(argv)}`);
  const asRoot = command.root
    ? `{ root ${words(action.argv)} && one ${id} ${maxBytes} ${isSampler(action.argv) ? 'live' : keep} sudo -n ${words(action.argv)}; }`
    : undefined;
  return started(id, [...(asRoot === undefined ? [] : [asRoot]), ...tries].join(' ||\n  '));
}

const IN_EACH_GROUP = '/sys/fs/cgroup/**/';

/** A shell that expands as many levels of stars looks at each file of each group once for each line: one find looks once. */
function filesOf({ globs, matching = '' }: Extract<CatalogueCommand['action'], { kind: 'files' }>): string {
  const names = globs.filter((glob) => glob.startsWith(IN_EACH_GROUP)).map((glob) => `-name ${glob.slice(IN_EACH_GROUP.length)}`);
  const paths = globs.filter((glob) => !glob.startsWith(IN_EACH_GROUP)).join(' ');
  return names.length === 0 ? `files ${quoted(matching)} ${paths}` : `groups ${quoted(matching)} ${quoted(names.join(' -o '))} ${paths}`;
}

function started(id: string, run: string): string {
  return `free ${id} && {\n  ${run}\n  say ${id} x $?\n} &\npids="$pids $!"`;
}

/** Samplers print as they go, so nothing may stand between them and their framer. */
function isSampler(argv: ReadOnlyArgv): boolean {
  return argv.some((word) => word.startsWith('{'));
}

const filledIn: Readonly<Record<string, string>> = {
  '{interval}': '"$interval"',
  '{count}': '"$count"',
  '{count+1}': '"$((count + 1))"',
  '{wide-interval}': '"$wide"',
  '{wide-count}': '"$widecount"',
};

function words(argv: ReadOnlyArgv): string {
  return argv.map((word) => filledIn[word] ?? quoted(word)).join(' ');
}

/** Unquoted, so that the host's shell expands them; the catalogue has proved that nothing else in them is special. */
function globs(list: ReadOnlyGlobs): string {
  return list.join(' ');
}
