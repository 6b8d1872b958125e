import { type Logger, LogLevel } from '@slack/bolt';
import type { SlackLog } from './deps.ts';

/** Bolt's log through ours. Its debug lines hold whole payloads, tokens included, so they are dropped. */
export function boltLogger(log: SlackLog): Logger {
  const words = (parts: readonly unknown[]) =>
    parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' ');
  return {
    debug: () => {},
    info: (...parts) => log.debug({ said: words(parts) }, 'slack client'),
    warn: (...parts) => log.warn({ said: words(parts) }, 'slack client'),
    error: (...parts) => log.error({ said: words(parts) }, 'slack client'),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
