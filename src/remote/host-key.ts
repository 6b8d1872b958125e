import { readFileSync } from 'node:fs';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import type { Unreachable } from '../model/output.ts';
import type { SshReach } from '../model/target.ts';
import { fingerprintOf, type KnownKey as KeyOfFile, keyTypeOf, knownHostsName, knownKeysOf } from './known-hosts.ts';

/** Decides on the key that a host shows, and says why it was refused. */
export interface HostKeyCheck {
  /** Types of the keys known for the host first, so that it shows one that can be compared. */
  readonly algorithms: ServerHostKeyAlgorithm[];
  readonly verify: (key: Buffer) => boolean;
  /** Set once a key was refused. */
  readonly refusal: () => Unreachable | undefined;
}

interface KnownKey extends KeyOfFile {
  readonly file: string;
}

const byType: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/** `name` leads the refusal, which says where to pin: at the entry of `reach`, not of who is reached through it. A pinned key in hosts.yml counts alone, else known_hosts decides. Nothing is trusted on first use. */
export function hostKeyCheck(name: string, reach: SshReach, knownHostsFiles: readonly string[]): HostKeyCheck {
  const known = knownHostsFiles.flatMap((file) =>
    knownKeysOf(textOrNothing(file), reach.address, reach.port).map((key) => ({ ...key, file })),
  );
  let refused: Unreachable | undefined;
  return {
    algorithms: algorithmsFor(reach.hostKey === undefined ? known : []),
    verify: (key) => {
      refused =
        reach.hostKey === undefined
          ? judgeByFiles(name, reach, known, key, knownHostsFiles[0] ?? '~/.ssh/known_hosts')
          : judgeByPin(name, reach.entry, reach.hostKey, key);
      return refused === undefined;
    },
    refusal: () => refused,
  };
}

function algorithmsFor(known: readonly KnownKey[]): ServerHostKeyAlgorithm[] {
  const first = known.filter(({ revoked }) => !revoked).flatMap(({ type }) => (Object.hasOwn(byType, type) ? (byType[type] ?? []) : []));
  return [...new Set([...first, ...Object.values(byType).flat()])];
}

function judgeByPin(name: string, entry: string | undefined, pinned: string, key: Buffer): Unreachable | undefined {
  const found = fingerprintOf(key);
  if (found === pinned) return undefined;
  const place = entry === undefined ? 'host_key in hosts.yml' : `host_key of ${entry} in hosts.yml`;
  return changed(name, `hosts.yml pins ${pinned}, the host shows ${keyTypeOf(key)} ${found}`, place);
}

function judgeByFiles(
  name: string,
  reach: SshReach,
  known: readonly KnownKey[],
  key: Buffer,
  fileToAddTo: string,
): Unreachable | undefined {
  const shown = `${keyTypeOf(key)} ${fingerprintOf(key)}`;
  const same = known.filter((one) => one.key.equals(key));
  const revoked = same.find((one) => one.revoked);
  if (revoked)
    return changed(
      name,
      `${revoked.file}:${revoked.line} revokes the key that the host shows, ${shown}`,
      `line ${revoked.line} of ${revoked.file}`,
    );
  if (same.length > 0) return undefined;
  const other = known.find((one) => one.type === keyTypeOf(key)) ?? known[0];
  if (other) {
    const expected = `${other.file}:${other.line} expects ${other.type} ${fingerprintOf(other.key)}, the host shows ${shown}`;
    return changed(name, expected, `line ${other.line} of ${other.file}`);
  }
  const line = `${knownHostsName(reach.address, reach.port)} ${keyTypeOf(key)} ${key.toString('base64')}`;
  const pin = reach.entry === undefined ? '' : `'host_key: ${fingerprintOf(key)}' to ${reach.entry} in hosts.yml, or `;
  return {
    kind: 'host-key-unknown',
    message: `${name}: the host key ${shown} is not known; compare it with 'ssh-keygen -lf' on the host itself, then add ${pin}to ${fileToAddTo} the line '${line}'`,
  };
}

function changed(name: string, found: string, where: string): Unreachable {
  return {
    kind: 'host-key-changed',
    message: `${name}: wrong host key: ${found}; find out why it changed, and only then change ${where}`,
  };
}

/** No file is a file without keys: every host is then unknown. */
function textOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
