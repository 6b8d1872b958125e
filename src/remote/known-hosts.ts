import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * OpenSSH's known_hosts: which host keys are trusted for an address. Plain and hashed names, wildcards, negation,
 * '[host]:port' and @revoked are read; @cert-authority lines are passed over, as ssh2 knows no certificates.
 */
export interface KnownKey {
  readonly type: string;
  /** The key as it stands on the wire. */
  readonly key: Buffer;
  readonly revoked: boolean;
  readonly line: number;
}

/** How an address is written in known_hosts. */
export function knownHostsName(address: string, port: number): string {
  const host = address.toLowerCase();
  return port === 22 ? host : `[${host}]:${port}`;
}

export function knownKeysOf(text: string, address: string, port: number): readonly KnownKey[] {
  const name = knownHostsName(address, port);
  return text.split('\n').flatMap((line, index) => {
    const words = line.trim().split(/\s+/);
    const marker = words[0]?.startsWith('@') ? words.shift() : undefined;
    const [names = '', type = '', key = ''] = words;
    if (names === '' || names.startsWith('#') || key === '' || marker === '@cert-authority' || !namesMatch(names, name)) return [];
    return [{ type, key: Buffer.from(key, 'base64'), revoked: marker === '@revoked', line: index + 1 }];
  });
}

/** 'SHA256:…', as ssh-keygen -l prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The type that stands at the head of a key on the wire: 'ssh-ed25519'. */
export function keyTypeOf(key: Buffer): string {
  if (key.length < 4) return 'unknown';
  return key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 64)).toString('latin1');
}

function namesMatch(names: string, name: string): boolean {
  if (names.startsWith('|1|')) return hashMatches(names, name);
  const patterns = names.toLowerCase().split(',');
  const matches = (pattern: string) => wildcard(pattern).test(name);
  if (patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1)))) return false;
  return patterns.some((pattern) => !pattern.startsWith('!') && matches(pattern));
}

function hashMatches(hashed: string, name: string): boolean {
  const [, , salt = '', digest = ''] = hashed.split('|');
  const expected = Buffer.from(digest, 'base64');
  const found = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** '*' and '?' are all that known_hosts knows; brackets stand for themselves. */
function wildcard(pattern: string): RegExp {
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}
