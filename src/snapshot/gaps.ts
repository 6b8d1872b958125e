import type { CatalogueCommand } from '../model/command.ts';
import type { Gap } from '../model/diagnosis.ts';
import type { Outcome, RawOutput } from '../model/output.ts';
import { maskSecrets } from './mask.ts';
import { present } from './present.ts';
import type { Views } from './views.ts';

export interface GapSources {
  readonly outputs: readonly RawOutput[];
  /** Outputs of which at least one text was understood. */
  readonly understood: ReadonlySet<RawOutput>;
  readonly commands: readonly CatalogueCommand[];
  readonly views: Views;
}

/**
 * What was asked of the host and did not come: in words, with what the answer loses and what brings it.
 * One gap a command: a tool that is missing is missing in both readings.
 */
export function gapsOf({ outputs, understood, commands, views }: GapSources): readonly Gap[] {
  const byCommand = Map.groupBy(outputs, ({ commandId }) => commandId);
  const ids = new Set([...commands.map(({ id }) => id), ...byCommand.keys()]);
  const failed = [...ids].flatMap((id) => {
    const command = commands.find((known) => known.id === id);
    const own = byCommand.get(id) ?? [];
    const bad = own.find((output) => whyOf(output, understood, command) !== undefined);
    if (own.length > 0 && bad === undefined) return [];
    return [gapOf(command, bad, bad ? (whyOf(bad, understood, command) ?? '') : 'gave no output')];
  });
  return [...failed, ...quietLosses(views, failed)];
}

function gapOf(command: CatalogueCommand | undefined, output: RawOutput | undefined, why: string): Gap {
  const line = output?.command || command?.id || 'a command';
  return { command: shortened(line), why, ...present({ lost: command?.lost, remedy: output && remedyOf(output, command) }) };
}

const WHY: Readonly<Record<Exclude<Outcome, 'ok' | 'exit-nonzero'>, string>> = {
  'not-installed': 'is not installed',
  denied: 'is not allowed for this account',
  timeout: 'did not end within its time',
  'too-large': 'printed more than its limit; what came until then was read',
  cut: 'was cut off when the connection ended',
  'not-run': 'was not started: an earlier one still hangs on this host',
  unreachable: 'could not be asked: the host was not reached',
};

/** Undefined where nothing is missing. */
function whyOf(output: RawOutput, understood: ReadonlySet<RawOutput>, command: CatalogueCommand | undefined): string | undefined {
  const { outcome, exitCode, stdout } = output;
  if (outcome === 'ok') {
    if (understood.has(output) || stdout.trim() === '') return undefined;
    return 'printed what no parser understands';
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
      return command?.debianPackage === undefined ? undefined : `install ${command.debianPackage}`;
    case 'denied':
      return command?.root === true
        ? `allow the account \`sudo -n ${shortened(output.command)}\` in sudoers, or connect as root`
        : 'connect with an account that may read it';
    case 'timeout':
      return 'run it by hand: a command that hangs shows which device or file system does not answer';
    default:
      return undefined;
  }
}

/** What is missing although every command ended well. */
function quietLosses(views: Views, failed: readonly Gap[]): readonly Gap[] {
  const losses: Gap[] = [];
  if (views.pressure === undefined && !failed.some(({ command }) => command.includes('/proc/pressure'))) {
    losses.push({
      command: '/proc/pressure/io',
      why: 'is not there: the kernel is older than 4.20 or keeps no pressure stall information',
      lost: 'how much of the time tasks were stalled on I/O',
      remedy: 'boot with psi=1',
    });
  }
  if (views.processes?.coverage === 'own') {
    losses.push({
      command: 'pidstat -d',
      why: 'shows this account its own processes only',
      lost: 'which process of other users reads and writes',
      remedy: 'allow the account `sudo -n pidstat` in sudoers, or connect as root',
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
