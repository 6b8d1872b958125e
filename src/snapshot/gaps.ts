import type { CatalogueCommand } from '../model/command.ts';
import type { Gap } from '../model/diagnosis.ts';
import type { Outcome, RawOutput } from '../model/output.ts';
import { bareCommand } from './choose-parser.ts';
import { askedForPressure, canKeepPressure } from './keeps-pressure.ts';
import { maskSecrets } from './mask.ts';
import { present } from './present.ts';
import type { Views } from './views.ts';

export interface GapSources {
  readonly outputs: readonly RawOutput[];
  /** Outputs of which at least one text was understood. */
  readonly understood: ReadonlySet<RawOutput>;
  readonly commands: readonly CatalogueCommand[];
  readonly views: Views;
  /** True where the program ran on the host just now, or a recording holds all that it gave. */
  readonly session: boolean;
}

/**
 * What was asked of the host and did not come: in words, with what the answer loses and what brings it.
 * One gap a command: a tool that is missing is missing in both readings.
 */
export function gapsOf({ outputs, understood, commands, views, session }: GapSources): readonly Gap[] {
  const byCommand = Map.groupBy(outputs, ({ commandId }) => commandId);
  const ids = new Set([...commands.map(({ id }) => id), ...byCommand.keys()]);
  const failed = [...ids].flatMap((id) => {
    const command = commands.find((known) => known.id === id);
    const own = byCommand.get(id) ?? [];
    const bad = own.find((output) => whyOf(output, understood, command) !== undefined);
    if (own.length > 0 && bad === undefined) return [];
    if (bad === undefined) {
      // A session brings an outcome for every command, also one that was never started; only one a mount point may have none.
      const failed = session && command?.action.kind === 'mounts';
      return [
        failed ? gapOf(command, bad, 'gave no output') : { ...gapOf(command, bad, 'is not in the recording'), unrecorded: true as const },
      ];
    }
    return [gapOf(command, bad, whyOf(bad, understood, command) ?? '')];
  });
  return [...failed, ...quietLosses(views, outputs)];
}

function gapOf(command: CatalogueCommand | undefined, output: RawOutput | undefined, why: string): Gap {
  const line = output?.command || command?.id || 'a command';
  return { command: shortened(line), why, ...present({ lost: command?.lost, remedy: output && remedyOf(output, command) }) };
}

const WHY: Readonly<Record<Exclude<Outcome, 'ok' | 'exit-nonzero'>, string>> = {
  'not-installed': 'is not installed',
  denied: 'is not allowed for this account',
  timeout: 'did not end within its time',
  'too-large': 'had more to say than is read of one host; the rest was left out',
  cut: 'was cut off when the connection ended',
  'not-run': 'was not started: an earlier one still hangs on this host',
  unreachable: 'could not be asked: the host was not reached',
};

/** Undefined where nothing is missing. */
function whyOf(output: RawOutput, understood: ReadonlySet<RawOutput>, command: CatalogueCommand | undefined): string | undefined {
  const { outcome, exitCode, stdout } = output;
  if (outcome === 'ok') {
    if (understood.has(output)) return undefined;
    if (stdout.trim() !== '') return 'printed what no parser understands';
    // A tool always has something to print; journalctl is silent where the account may not read.
    return command?.action.kind === 'run' && command.quiet !== true
      ? 'printed nothing, as it does where the account may not read it'
      : undefined;
  }
  if (outcome !== 'exit-nonzero') return WHY[outcome];
  // Links and files that are not there on this host are no failure, and what a tool printed before it failed was read.
  const absent = command?.action.kind === 'links' || command?.action.kind === 'files';
  if (understood.has(output) || (absent && stdout === '')) return undefined;
  const said = firstLine(output.stderr);
  return `ended with status ${exitCode ?? 'unknown'}${said === '' ? '' : `: ${said}`}`;
}

function remedyOf(output: RawOutput, command: CatalogueCommand | undefined): string | undefined {
  switch (output.outcome) {
    case 'not-installed':
      if (command?.debianPackage !== undefined) return `install ${command.debianPackage}`;
      // It is the stand-in that is missing: the command itself was refused before.
      return command?.root === true ? sudoFor(output, command) : undefined;
    case 'denied':
      return command?.root === true ? sudoFor(output, command) : 'connect with an account that may read it';
    case 'ok':
      return command?.root === true ? sudoFor(output, command) : undefined;
    case 'timeout':
      return 'run it by hand: a command that hangs shows which device or file system does not answer';
    default:
      return undefined;
  }
}

/** The line as it would run as root: what ran may have been its stand-in for an account that is not. */
function sudoFor(output: RawOutput, command: CatalogueCommand | undefined): string {
  const words = command?.action.kind === 'run' ? command.action.argv.join(' ') : '';
  const line = words === '' || words.includes('{') ? bareCommand(output.command) : words;
  return `allow the account \`sudo -n ${shortened(line)}\` in sudoers, or connect as root`;
}

/** What is missing although every command ended well. */
function quietLosses(views: Views, outputs: readonly RawOutput[]): readonly Gap[] {
  const losses: Gap[] = [];
  const hasPressure = canKeepPressure(views.host?.kernel);
  if (views.pressure === undefined && askedForPressure(outputs)) {
    losses.push({
      command: '/proc/pressure/io',
      why:
        hasPressure === false
          ? 'is not there: the kernel is older than 4.20'
          : 'is not there: the kernel keeps no pressure stall information',
      lost: 'how much of the time tasks were stalled on I/O',
      ...(hasPressure === true ? { remedy: 'boot with psi=1' } : {}),
    });
  }
  const pidstat = outputs.find(({ parser }) => parser === 'pidstat');
  if (views.processes?.coverage === 'own' && pidstat !== undefined) {
    losses.push({
      command: shortened(pidstat.command),
      why: 'shows this account its own processes only',
      lost: 'which process of other users reads and writes',
      remedy: sudoFor(pidstat, undefined),
    });
  }
  return losses;
}

function firstLine(text: string): string {
  return shortened(text.trim().split('\n', 1)[0] ?? '');
}

const MAX_CHARACTERS = 160;

/** One printable line of bounded length: the text is the host's. */
function shortened(text: string): string {
  const line = maskSecrets(text.slice(0, 2_000)).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
}
