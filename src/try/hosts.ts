import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../model/target.ts';
import { inventoryOf, loadInventory } from '../remote/inventory.ts';
import { readRecording } from '../remote/recording.ts';
import type { HostInventory } from '../slack/deps.ts';

const RECORDINGS = join(import.meta.dirname, '..', '..', 'test', 'hosts', 'hosts.yml');
const THIS_MACHINE: Target = { name: 'this-machine', tags: [], volumes: [], reach: { transport: 'local' } };

/** This machine, the hosts of `hostsFile` where it is there, and the recordings; of two with one name the first counts. */
export function loadHosts(hostsFile: string): HostInventory {
  const own = existsSync(hostsFile) ? loadInventory(hostsFile).all : [];
  const names = new Set<string>();
  const all = [THIS_MACHINE, ...own, ...loadInventory(RECORDINGS).all].filter(({ name }) => {
    const isNew = !names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    return isNew;
  });
  return inventoryOf(all);
}

/** A host as the page offers it, with the command that has an answer there: a recording answers one. */
export interface OfferedHost {
  readonly name: string;
  readonly line: string;
}

export function offered({ name, reach }: Target): OfferedHost {
  const subcommand = reach.transport === 'replay' ? readRecording(reach.recording).subcommand : 'io';
  return { name, line: `/diag ${subcommand} ${name}` };
}
