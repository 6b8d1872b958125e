import type { RichTextDate } from '@slack/types';

/** '2026-11-30 00:10:07 UTC'; never throws, as a Date may be invalid. */
export function utcText(at: Date): string {
  const ms = at.getTime();
  if (Number.isNaN(ms)) return 'unknown time';
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Shown by Slack in its reader's zone; clients that cannot show UTC. */
export function dateElement(at: Date): RichTextDate | undefined {
  const ms = at.getTime();
  if (Number.isNaN(ms)) return undefined;
  return { type: 'date', timestamp: Math.floor(ms / 1000), format: '{date_short_pretty} at {time_secs}', fallback: utcText(at) };
}
