import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue } from '../src/catalogue/load.ts';
import { readHostSettings } from '../src/config.ts';
import type { RawOutput } from '../src/model/output.ts';
import { loadInventory } from '../src/remote/inventory.ts';
import { writeRecording } from '../src/remote/recording.ts';
import { createRun } from '../src/remote/run.ts';
import { maskSecrets } from '../src/snapshot/mask.ts';

/** `npm run record -- io HOST [for 30s]`: runs a subcommand on a host of hosts.yml and keeps what came as test/hosts/HOST--io. */
const USAGE = 'record: expected SUBCOMMAND HOST [for SECONDSs], such as: npm run record -- io host-7 for 30s';
const DEFAULT_SECONDS = 5;

async function record(words: readonly string[]): Promise<string> {
  const [, subcommand = '', host = '', seconds = String(DEFAULT_SECONDS)] = /^(\S+) (\S+)(?: for (\d{1,3})s)?$/.exec(words.join(' ')) ?? [];
  const settings = readHostSettings();
  const entry = loadCatalogue(join(import.meta.dirname, '..', 'commands')).find(({ name }) => name === subcommand);
  if (entry === undefined) throw new Error(USAGE);
  const target = loadInventory(settings.hostsFile).find(host);
  if (target === undefined) throw new Error(`record: ${settings.hostsFile} has no host '${host}'; add it there first`);
  const folder = join(import.meta.dirname, 'hosts', `${target.name}--${entry.name}`);
  if (existsSync(folder)) throw new Error(`record: ${folder} is there already; rename it to what it shows, or remove it`);

  const takenAt = new Date();
  const run = createRun(settings.ssh);
  const result = await run(
    target,
    entry,
    Number(seconds),
    ({ kind }) => process.stderr.write(`record: ${kind}\n`),
    new AbortController().signal,
  );
  if (result.kind === 'unreachable') throw new Error(`record: ${result.why.message}`);
  const about = `Source: ${target.name}, /diag ${entry.name}.\nMachine: …\nLoad: …\nRedacted: secrets in command lines.`;
  writeRecording(folder, {
    host: target.name,
    subcommand: entry.name,
    takenAt,
    windowSeconds: Number(seconds),
    about,
    outputs: result.collection.outputs.map(masked),
  });
  return folder;
}

function masked(output: RawOutput): RawOutput {
  return { ...output, command: maskSecrets(output.command), stdout: maskSecrets(output.stdout), stderr: maskSecrets(output.stderr) };
}

try {
  process.stdout.write(`${await record(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
