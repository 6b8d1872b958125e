import { MAX_WINDOW_SECONDS, MIN_WINDOW_SECONDS } from '../app/duration.ts';
import type { Known } from './diag-command.ts';

/** What a button of an answer asks for, or why it cannot be had any more. */
export type ButtonWish =
  | {
      readonly kind: 'run';
      readonly subcommand: string;
      readonly target: NonNullable<ReturnType<Known['inventory']['find']>>;
      readonly windowSeconds: number;
    }
  | { readonly kind: 'mistake'; readonly lines: readonly string[] };

/** A button's value comes back from Slack, months later perhaps, when hosts.yml and commands have changed. */
export function parseButton(value: string | undefined, known: Known): ButtonWish {
  const { subcommand, host, windowSeconds } = fieldsOf(value);
  const entry = known.catalogue.find(({ name }) => name === subcommand);
  const seconds = Number(windowSeconds);
  if (!entry || typeof host !== 'string' || !(seconds >= MIN_WINDOW_SECONDS && seconds <= MAX_WINDOW_SECONDS)) {
    return mistake('This button is of another version of diagbot.', 'Type /diag help for what it knows now.');
  }
  const target = known.inventory.find(host);
  if (!target) return mistake(`No host '${host.slice(0, 60)}' in hosts.yml any more.`, 'Type /diag hosts for all of them.');
  return { kind: 'run', subcommand: entry.name, target, windowSeconds: seconds };
}

function fieldsOf(value: string | undefined): { readonly subcommand?: unknown; readonly host?: unknown; readonly windowSeconds?: unknown } {
  try {
    const fields: unknown = JSON.parse(value ?? '');
    return typeof fields === 'object' && fields !== null ? fields : {};
  } catch {
    return {};
  }
}

function mistake(...lines: readonly string[]): ButtonWish {
  return { kind: 'mistake', lines };
}
