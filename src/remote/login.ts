import { readFileSync } from 'node:fs';
import ssh2, { type AgentAuthMethod, type PublicKeyAuthMethod } from 'ssh2';
import type { SshReach } from '../model/target.ts';

/** What a login tries, in order, and how that is called in messages. */
export interface Login {
  readonly methods: readonly (PublicKeyAuthMethod | AgentAuthMethod)[];
  readonly tried: string;
}

export interface LoginOptions {
  /** Private keys tried where hosts.yml names none. */
  readonly identityFiles: readonly string[];
  /** Of private keys that have one. */
  readonly passphrase?: string | undefined;
  /** SSH_AUTH_SOCK; tried where hosts.yml names no key, and where the key it names is locked. */
  readonly agentSocket?: string | undefined;
}

/** The keys for one host, or in words why there is none. 'none' is never tried: it costs a round trip and opens nothing. */
export function loginFor(reach: SshReach, options: LoginOptions): Login | { readonly why: string } {
  const files = reach.identityFile === undefined ? options.identityFiles : [reach.identityFile];
  const read = files.map((file) => readKey(file, reach.user, options.passphrase));
  const keys = read.flatMap((key) => ('method' in key ? [key] : []));
  const agent = options.agentSocket;
  const withAgent = agent !== undefined && (reach.identityFile === undefined || keys.length === 0);
  const methods = [...keys.map(({ method }) => method), ...(withAgent ? [{ type: 'agent' as const, username: reach.user, agent }] : [])];
  if (methods.length === 0) return { why: read.flatMap((key) => ('why' in key ? [key.why] : [])).join('; ') || NO_KEY };
  const tried = [...keys.map(({ file }) => `the key ${file}`), ...(withAgent ? ['the keys of the agent'] : [])].join(' and ');
  return { methods, tried };
}

const NO_KEY = 'there is no key to log in with; set DIAGBOT_IDENTITY, identity in hosts.yml or SSH_AUTH_SOCK';

function readKey(
  file: string,
  username: string,
  passphrase: string | undefined,
): { readonly method: PublicKeyAuthMethod; readonly file: string } | { readonly why: string } {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch (error) {
    return { why: `the key ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = ssh2.utils.parseKey(text, passphrase);
  if (parsed instanceof Error) return { why: whyNoKey(file, parsed.message, passphrase) };
  if (!parsed.isPrivateKey()) return { why: `${file} holds a public key; name the private one, without .pub` };
  return { file, method: { type: 'publickey', username, key: text, ...(passphrase === undefined ? {} : { passphrase }) } };
}

function whyNoKey(file: string, found: string, passphrase: string | undefined): string {
  if (!/passphrase|encrypted|decrypt|integrity/i.test(found)) return `the key ${file} is not understood: ${found}`;
  if (passphrase === undefined) {
    return `the key ${file} has a passphrase; add it to an agent (ssh-add ${file}) and set SSH_AUTH_SOCK, or set DIAGBOT_IDENTITY_PASSPHRASE`;
  }
  return `the passphrase for the key ${file} is wrong; correct DIAGBOT_IDENTITY_PASSPHRASE`;
}
