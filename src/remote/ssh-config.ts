import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import SSHConfig from 'ssh-config';
import type { SshReach } from '../model/target.ts';

/** Jump hosts that lead to jump hosts: beyond this it is a circle. */
const MAX_JUMPS = 4;

/** Address, user, key and jump host as the system's ssh would take them for `ssh ALIAS`; throws one line where it cannot. */
export function reachByAlias(alias: string, file: string = join(homedir(), '.ssh', 'config')): SshReach {
  const config = SSHConfig.parse(textOf(file));
  const known = config.some((line) => 'param' in line && line.param.toLowerCase() === 'host' && JSON.stringify(line.value).includes(alias));
  if (!known) throw new Error(`expected a Host in ${file}, found '${alias}', which no Host line there names`);
  return reachOf(config, alias, 0);
}

function reachOf(config: SSHConfig, alias: string, jumps: number): SshReach {
  if (jumps > MAX_JUMPS) throw new Error(`ProxyJump of '${alias}' leads in a circle, or through more than ${MAX_JUMPS} hosts`);
  // `Match exec` would run a program when a file is read.
  const found = config.compute(alias, { ignoreCase: true, matchExec: false });
  const text = (key: string): string | undefined => [found[key] ?? []].flat()[0];
  if (text('proxycommand') !== undefined)
    throw new Error(`ProxyCommand of '${alias}' is not supported; use ProxyJump, or jump in hosts.yml`);
  const identityFile = text('identityfile');
  const jump = text('proxyjump');
  return {
    transport: 'ssh2',
    address: (text('hostname') ?? alias).replaceAll('%h', alias),
    port: Number(text('port') ?? 22),
    user: text('user') ?? userInfo().username,
    ...(identityFile === undefined ? {} : { identityFile: inHome(identityFile) }),
    ...(jump === undefined || jump === 'none' ? {} : { jump: jumpOf(config, jump, jumps) }),
  };
}

/** '[user@]host[:port]'; the last of several, reached through those before it. */
function jumpOf(config: SSHConfig, jump: string, jumps: number): SshReach {
  const hosts = jump.split(',');
  const last = hosts.pop() ?? '';
  const [, user, host = '', port] = /^(?:([^@]+)@)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(last.replace(/^ssh:\/\//, '')) ?? [];
  const reach = reachOf(config, host.replace(/^\[|\]$/g, ''), jumps + 1);
  return {
    ...reach,
    ...(user === undefined ? {} : { user }),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(hosts.length === 0 ? {} : { jump: jumpOf(config, hosts.join(','), jumps + 1) }),
  };
}

export function inHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${file} cannot be read; ssh_config names a Host there`);
  }
}
