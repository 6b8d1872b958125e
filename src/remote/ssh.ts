import type { SshReach } from '../model/target.ts';
import { type Opened, unreachable } from './transport.ts';

export interface SshOptions {
  readonly knownHostsFiles: readonly string[];
  /** Private keys tried where hosts.yml names none. */
  readonly identityFiles: readonly string[];
  /** SSH_AUTH_SOCK. */
  readonly agentSocket?: string;
}
export function createSshOpener(_options: SshOptions) {
  return async (name: string, _reach: SshReach, _words: readonly string[], _signal: AbortSignal): Promise<Opened> =>
    unreachable('config', `${name}: ssh is not built yet`);
}
