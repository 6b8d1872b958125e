import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diagnoseHost } from '../app/diagnose-host.ts';
import { DEFAULT_WINDOW_SECONDS, parseDuration } from '../app/duration.ts';
import type { Progress } from '../app/ports.ts';
import { loadCatalogue } from '../catalogue/load.ts';
import { type HostSettings, readHostSettings } from '../config.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import { type Inventory, loadInventory } from '../remote/inventory.ts';
import { createRun } from '../remote/run.ts';
import { renderText } from '../render/text.ts';
import { ANSWERED, type ExitCode, type Subcommand, type Terminal, UNREACHABLE, USAGE_MISTAKE, unknownWord } from './subcommand.ts';

const USAGE = 'run [--json] [--hosts hosts.yml] [--known-hosts FILE] [--identity KEY] io|mem|cgroup|cpu|net|all HOST [for 10s]';

/** Looks at one host without Slack. */
export const runCommand: Subcommand = {
  usage: USAGE,
  does: 'collects from a host of hosts.yml over one window, and prints the diagnosis',
  run: async (args, terminal) => {
    try {
      return await diagnoseAsAsked(wishOf(args), terminal);
    } catch (error) {
      if (!(error instanceof UsageMistake)) throw error;
      terminal.complain(`diagbot run: ${error.message}`);
      return USAGE_MISTAKE;
    }
  },
};

class UsageMistake extends Error {}

interface Wish {
  readonly json: boolean;
  readonly settings: HostSettings;
  readonly entry: CatalogueEntry;
  readonly catalogue: readonly CatalogueEntry[];
  readonly target: Target;
  readonly windowSeconds: number;
}

function wishOf(args: readonly string[]): Wish {
  const { values, positionals } = asUsage(() => parsed(args));
  const [word, host, ...rest] = positionals;
  const settings = asUsage(() => withOptions(readHostSettings(), values));
  const catalogue = asUsage(() => loadCatalogue(join(import.meta.dirname, '..', '..', 'commands')));
  const entry = catalogue.find(({ name }) => name === word);
  if (entry === undefined) {
    const names = catalogue.map(({ name }) => name);
    const found = word === undefined ? 'no subcommand given' : unknownWord(word, names);
    throw new UsageMistake(`${found}; expected one of ${names.join(', ')}: diagbot ${USAGE}`);
  }
  if (host === undefined) throw new UsageMistake(`no host given: diagbot ${USAGE}`);
  const target = targetOf(
    asUsage(() => loadInventory(settings.hostsFile)),
    host,
    settings.hostsFile,
  );
  return { json: values.json, settings, catalogue, entry, target, windowSeconds: windowOf(rest) };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { json: { type: 'boolean', default: false }, hosts: text, 'known-hosts': text, identity: text } as const;
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** What is wrong with options, settings or files is told in one line, as a usage mistake. */
function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageMistake(error instanceof Error ? error.message : String(error));
  }
}

function withOptions(settings: HostSettings, values: ReturnType<typeof parsed>['values']): HostSettings {
  const { hosts, identity } = values;
  const knownHosts = values['known-hosts'];
  return {
    ...settings,
    ...(hosts === undefined ? {} : { hostsFile: hosts }),
    ssh: {
      ...settings.ssh,
      ...(knownHosts === undefined ? {} : { knownHostsFiles: [knownHosts] }),
      ...(identity === undefined ? {} : { identityFiles: [identity] }),
    },
  };
}

function targetOf(inventory: Inventory, host: string, file: string): Target {
  const target = inventory.find(host);
  if (target !== undefined) return target;
  const likely = inventory.suggest(host);
  const hint =
    likely.length > 0 ? `did you mean ${likely.join(' or ')}?` : `it has ${inventory.all.map(({ name }) => name).join(', ') || 'no host'}`;
  throw new UsageMistake(`unknown host '${host}': ${file} does not name it; ${hint}`);
}

function windowOf(words: readonly string[]): number {
  if (words.length === 0) return DEFAULT_WINDOW_SECONDS;
  const seconds = words[0] === 'for' ? parseDuration(words.slice(1).join(' ')) : undefined;
  if (seconds === undefined) throw new UsageMistake(`'${words.join(' ')}' is no duration; expected 'for 30s', from 1 s to 10 min`);
  return seconds;
}

async function diagnoseAsAsked({ json, settings, catalogue, entry, target, windowSeconds }: Wish, terminal: Terminal): Promise<ExitCode> {
  const request: DiagRequest = {
    id: randomUUID() as RequestId,
    subcommand: entry.name,
    host: target.name,
    windowSeconds,
    origin: { kind: 'cli' },
    requestedAt: terminal.now(),
  };
  const ports = { run: createRun(settings.ssh), now: terminal.now, newId: randomUUID };
  const diagnose = diagnoseHost(ports, catalogue, { runbooks: settings.runbooks });
  const result = await onInterrupt((signal) => diagnose(request, target, sayProgress(target.name, terminal), signal));
  if (result.kind === 'unreachable') {
    terminal.complain(result.why.message);
    return UNREACHABLE;
  }
  if (result.ended !== 'complete') terminal.complain(`${target.name}: less came than was asked: ${result.ended}`);
  terminal.print(
    json ? `${JSON.stringify(result.diagnosis, null, 2)}\n` : renderText(result.diagnosis, { color: terminal.color, ended: result.ended }),
  );
  return ANSWERED;
}

/** Ctrl-C cancels cleanly, so that nothing stays on the host; a second one ends at once. */
async function onInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
  }
}

function sayProgress(host: string, terminal: Terminal): (progress: Progress) => void {
  let said = '';
  return (progress) => {
    const words =
      progress.kind === 'sampling' ? `sampling for ${progress.windowSeconds} s` : progress.kind === 'reading' ? 'reading' : 'connecting';
    if (words !== said) terminal.complain(`${host}: ${words}`);
    said = words;
  };
}
