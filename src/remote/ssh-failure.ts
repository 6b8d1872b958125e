import type { Unreachable } from '../model/output.ts';
import type { SshReach } from '../model/target.ts';
import { unreachable } from './transport.ts';

/** Seconds until a host that does not answer counts as down, and one that accepts but says nothing as silent. */
export const CONNECT_SECONDS = 8;
export const HANDSHAKE_SECONDS = 10;

export type Failure = { readonly kind: 'unreachable'; readonly why: Unreachable };

/** Why no TCP connection came about. */
export function connectFailure(name: string, reach: SshReach, code: string | undefined): Failure {
  const place = placeOf(reach);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return unreachable(
        'dns',
        `${name}: the name ${reach.address} is not found in DNS (${code}); correct address in hosts.yml or the resolver`,
      );
    case 'ECONNREFUSED':
      return unreachable(
        'refused',
        `${name}: ${place} refuses the connection: nothing listens there; is sshd up, and is port right in hosts.yml?`,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return unreachable(
        'unroutable',
        `${name}: there is no route to ${place} (${code}); check the network from the bot's machine, or set jump in hosts.yml`,
      );
    default:
      return unreachable(
        'down',
        `${name}: ${place} did not answer within ${CONNECT_SECONDS} s (${code ?? 'no answer'}); the host is down, or a firewall drops the packets`,
      );
  }
}

/** Why an accepted connection did not become a session. `level` and `message` are ssh2's. */
export function handshakeFailure(
  name: string,
  reach: SshReach,
  tried: string,
  error: { readonly level?: string; readonly message: string },
): Failure {
  const place = placeOf(reach);
  if (error.level === 'client-authentication') {
    return unreachable(
      'auth',
      `${name}: ${reach.user}@${place} does not accept ${tried}; add its public key to ~/.ssh/authorized_keys of ${reach.user} there, or correct user and identity`,
    );
  }
  if (error.level === 'client-timeout') return silent(name, reach);
  if (/before handshake|reset|ended|closed/i.test(error.message)) {
    return unreachable(
      'refused',
      `${name}: ${place} accepted the connection and closed it before the handshake; its sshd may be at MaxStartups or refuse this address; try again, then look at sshd's log`,
    );
  }
  return unreachable('silent', `${name}: ${place} answers, but not as an SSH server that can be talked to: ${error.message.slice(0, 200)}`);
}

export function silent(name: string, reach: SshReach): Failure {
  return unreachable(
    'silent',
    `${name}: ${placeOf(reach)} accepted the connection and then said nothing for ${HANDSHAKE_SECONDS} s; sshd hangs, often for want of memory or disk; use the console`,
  );
}

export function jumpFailure(name: string, jump: SshReach, why: string): Failure {
  return unreachable('jump', `${name}: not reached through its jump host ${placeOf(jump)}: ${why}`);
}

export function placeOf({ address, port }: SshReach): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}
