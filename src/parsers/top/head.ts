import { citesOf, type SourceLine } from '../parser.ts';
import { readCount, readNumber } from '../text/number.ts';
import { readShares } from './columns.ts';
import type { TopCounts, TopCpu, TopHead } from './sample.ts';

/** 'top - 16:03:08 up 114 days, 18:03,  1 user,  load average: 17.01, 79.96, 90.27'; the same without 'top -' in procps 2. */
export function readHead(line: SourceLine): TopHead | undefined {
  const match = /^\s*(?:\S+ - )?\s*(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?\s+up\s+(.*)$/i.exec(line.text);
  if (match) {
    const clockSeconds = clockOf(match);
    const rest = match[5] ?? '';
    return { ...(clockSeconds === undefined ? {} : { clockSeconds }), ...uptimeOf(rest), ...loadsOf(rest), cites: citesOf(line.cite) };
  }
  if (/^\s*load average:/i.test(line.text)) return { ...loadsOf(line.text), cites: citesOf(line.cite) };
  return undefined;
}

function clockOf([, hours, minutes, seconds, half]: RegExpExecArray): number | undefined {
  const hour = readCount(hours);
  const minute = readCount(minutes);
  if (hour === undefined || minute === undefined) return undefined;
  const afternoon = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return afternoon * 3600 + minute * 60 + (readCount(seconds) ?? 0);
}

/** 'up 114 days, 18:03', 'up 1 day,  1:11', 'up 5 days, 18 min', 'up 12 min', 'up 10:16'. */
function uptimeOf(rest: string): { readonly uptimeSeconds?: number } {
  const match = /^(?:(\d+) \p{L}+,\s*)?(?:(\d+):(\d\d)|(\d+) min)\b/u.exec(rest);
  if (!match) return {};
  const [, days, hours, minutes, onlyMinutes] = match;
  const number = (word: string | undefined) => readCount(word) ?? 0;
  return { uptimeSeconds: number(days) * 86_400 + number(hours) * 3600 + (number(minutes) + number(onlyMinutes)) * 60 };
}

type Loads = { readonly loadAverage1?: number; readonly loadAverage5?: number; readonly loadAverage15?: number };

function loadsOf(text: string): Loads {
  const match = /:\s*(\d+(?:[.,]\d+)?),?\s+(\d+(?:[.,]\d+)?),?\s+(\d+(?:[.,]\d+)?)/.exec(text.slice(Math.max(text.lastIndexOf(': '), 0)));
  const [one, five, fifteen] = [match?.[1], match?.[2], match?.[3]].map(readNumber);
  if (one === undefined || five === undefined || fifteen === undefined) return {};
  return { loadAverage1: one, loadAverage5: five, loadAverage15: fifteen };
}

const COUNT_WORDS: Readonly<Record<string, 'total' | 'running' | 'sleeping' | 'blocked' | 'stopped' | 'zombie'>> = {
  total: 'total',
  processes: 'total',
  running: 'running',
  sleeping: 'sleeping',
  'd-sleep': 'blocked',
  stopped: 'stopped',
  zombie: 'zombie',
};
/** The order in which every translation of procps prints them. */
const COUNT_ORDER = ['total', 'running', 'sleeping', 'stopped', 'zombie'] as const;

/** 'Tasks: 126 total,   1 running, …', 'Threads: …', '114 processes: 113 sleeping, …'. */
export function readCounts(line: SourceLine): TopCounts | undefined {
  const { text } = line;
  const old = /^\s*\d+ processes: /.test(text);
  if (!old && !/^\p{L}+\s*:\s+(?:\d+ \p{L}[\p{L}-]*(?: \p{L}+)?,\s+){3}/u.test(text)) return undefined;
  const pairs = [...text.matchAll(/(\d+) (\p{L}[\p{L}-]*)/gu)];
  const known = pairs.flatMap(([, value, word]) => entryOf(COUNT_WORDS[word ?? ''], value));
  const entries = known.length > 1 ? known : pairs.flatMap(([, value], at) => entryOf(COUNT_ORDER[at], value));
  return { of: /^(?:Threads|Hilos)/.test(text) ? 'threads' : 'tasks', ...Object.fromEntries(entries), cites: citesOf(line.cite) };
}

function entryOf(field: string | undefined, word: string | undefined): (readonly [string, number])[] {
  const value = readCount(word);
  return field === undefined || value === undefined ? [] : [[field, value]];
}

/** The CPU lines that one line of text holds: procps 4 can print two of them side by side. */
export function readCpus(line: SourceLine): readonly TopCpu[] {
  return line.text.split(/(?=%Cpu\d{1,5}\s{0,4}:)/).flatMap((part) => {
    const match = /^\s*%?CPU\s*(\d+|\(s\))?(?:\s+states)?\s*:(.*)$/i.exec(part);
    if (!match) return [];
    const shares = readShares(match[2] ?? '');
    const cpu = match[1] === undefined || match[1].startsWith('(') ? 'all' : match[1];
    return Object.keys(shares).length === 0 ? [] : [{ cpu, ...shares, cites: citesOf(line.cite) }];
  });
}
