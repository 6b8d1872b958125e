import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { RATE_MB } from '../model/figure-text.ts';
import type { SshReach, Target, VolumeLimit } from '../model/target.ts';
import { readYaml } from '../yaml-file/read-yaml.ts';
import { type HostLine, hostsFile, type VolumeLine } from './inventory-schema.ts';
import { inHome, reachByAlias } from './ssh-config.ts';

/** The hosts that may be looked at. A name that is not here is never connected to. */
export interface Inventory {
  /** Case does not matter. */
  readonly find: (name: string) => Target | undefined;
  /** Names that look like the one that was not found, the likest first. */
  readonly suggest: (name: string) => readonly string[];
  readonly all: readonly Target[];
}

/** Reads hosts.yml. Throws a line for each mistake, with file, line and what was expected. */
export function loadInventory(path: string): Inventory {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read; it lists the hosts that may be looked at, and DIAGBOT_HOSTS or --hosts names it`);
  }
  return inventoryOf(targetsOf(path, text));
}

/** Targets made elsewhere, with the same look-up. */
export function inventoryOf(all: readonly Target[]): Inventory {
  const byName = new Map(all.map((target) => [target.name.toLowerCase(), target]));
  return {
    all,
    find: (name) => byName.get(name.toLowerCase()),
    suggest: (name) =>
      likest(
        name.toLowerCase(),
        all.map((target) => target.name),
      ),
  };
}

type Fail = (path: readonly PropertyKey[], why: string) => never;

function targetsOf(file: string, text: string): readonly Target[] {
  const { data, mistakes, mistakeAt } = readYaml(file, text, hostsFile);
  if (data === undefined) throw new Error(mistakes.join('\n'));
  const fail: Fail = (path, why) => {
    throw new Error(mistakeAt(path, why));
  };
  const { hosts } = data;
  const byName = new Map<string, { readonly host: HostLine; readonly index: number }>();
  for (const [index, host] of hosts.entries()) {
    const key = host.name.toLowerCase();
    if (byName.has(key)) fail(['hosts', index, 'name'], `expected each name once, found '${host.name}' again`);
    byName.set(key, { host, index });
  }
  return hosts.map((host, index) => ({
    name: host.name,
    tags: host.tags,
    volumes: host.volumes.map(volumeOf),
    reach: reachOf(host, index, { byName, folder: dirname(file), fail }, []),
  }));
}

interface Context {
  readonly byName: ReadonlyMap<string, { readonly host: HostLine; readonly index: number }>;
  readonly folder: string;
  readonly fail: Fail;
}

function reachOf(host: HostLine, index: number, context: Context, through: readonly string[]): Target['reach'] {
  if (host.transport === 'local') return { transport: 'local' };
  if (host.transport === 'replay') return { transport: 'replay', recording: resolve(context.folder, host.recording ?? '') };
  return sshReachOf(host, index, context, through);
}

function sshReachOf(host: HostLine, index: number, context: Context, through: readonly string[]): SshReach {
  const base = host.ssh_config === undefined ? undefined : byAlias(host.ssh_config, index, context.fail);
  const identityFile = host.identity === undefined ? base?.identityFile : resolve(context.folder, inHome(host.identity));
  const jump = host.jump === undefined ? base?.jump : jumpOf(host, host.jump, index, context, through);
  return {
    transport: 'ssh2',
    entry: host.name,
    address: host.address ?? base?.address ?? host.name,
    port: host.port ?? base?.port ?? 22,
    user: host.user ?? base?.user ?? userInfo().username,
    ...(identityFile === undefined ? {} : { identityFile }),
    ...(host.host_key === undefined ? {} : { hostKey: host.host_key }),
    ...(jump === undefined ? {} : { jump }),
  };
}

function jumpOf(host: HostLine, jump: string, index: number, context: Context, through: readonly string[]): SshReach {
  const at = ['hosts', index, 'jump'];
  const found = context.byName.get(jump.toLowerCase());
  if (found === undefined) return context.fail(at, `expected the name of a host of this file, found '${jump}'`);
  const path = [...through, host.name.toLowerCase()];
  if (path.includes(found.host.name.toLowerCase())) return context.fail(at, `'${jump}' leads back to ${host.name}`);
  if (found.host.transport !== 'ssh2') return context.fail(at, `'${jump}' is not reached by ssh2, so nothing can jump through it`);
  return sshReachOf(found.host, found.index, context, path);
}

function byAlias(alias: string, index: number, fail: Fail): SshReach {
  try {
    return reachByAlias(alias);
  } catch (error) {
    return fail(['hosts', index, 'ssh_config'], `${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `mb_per_s` is the MB of every rate in an answer, 1,000 kB of iostat's 1,024 bytes: 125 bought is shown as 125 MB/s. A GB of a volume is a GiB at every provider. */
function volumeOf({ device, kind, iops, mb_per_s, size_gb }: VolumeLine): VolumeLimit {
  return {
    device,
    ...(kind === undefined ? {} : { kind }),
    ...(iops === undefined ? {} : { maxOpsPerS: iops }),
    ...(mb_per_s === undefined ? {} : { maxBytesPerS: mb_per_s * RATE_MB }),
    ...(size_gb === undefined ? {} : { sizeBytes: size_gb * 1024 ** 3 }),
  };
}

/** Names at most three slips away, or that hold what was typed; three of them. */
function likest(typed: string, names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, slips: name.toLowerCase().includes(typed) ? 1 : slipsBetween(typed, name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= Math.min(3, Math.floor(name.length / 2)))
    .sort((a, b) => a.slips - b.slips)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Letters to add, drop or change between two words (Levenshtein), by rows. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a.slice(0, 100)].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
