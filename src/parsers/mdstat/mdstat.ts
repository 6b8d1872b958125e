import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { readNumber } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

export interface MdMember {
  readonly device: string;
  readonly slot: number;
  readonly faulty: boolean;
  readonly spare: boolean;
}
export interface MdArray extends Row {
  readonly name: string;
  readonly active: boolean;
  readonly readOnly: boolean;
  readonly level?: string;
  readonly members: readonly MdMember[];
  readonly sizeBytes?: number;
  /** [2/1]: members wanted and members in place. */
  readonly membersWanted?: number;
  readonly membersUp?: number;
  /** 'UU_': one letter a member, '_' where one is missing. */
  readonly slots?: string;
  readonly action?: 'resync' | 'recovery' | 'check' | 'reshape';
  /** 'running', or why it stands still: 'DELAYED', 'PENDING'. */
  readonly actionState?: 'running' | 'delayed' | 'pending';
  readonly progressPct?: number;
  readonly finishSeconds?: number;
  readonly speedBytesPerS?: number;
}
export interface MdstatSample {
  readonly arrays: readonly MdArray[];
}

type Open = { -readonly [K in keyof MdArray]: MdArray[K] };

const KIB = 1024;
const SECONDS_PER_MINUTE = 60;
const ARRAY = /^\s*(md[\w/-]+)\s*:\s*(active|inactive)\b\s*(\((?:auto-)?read-only\))?(.*)$/;
const MEMBER = /^([^\s[]+)\[(\d{1,9})\]((?:\([A-Z]\))*)$/;
const PROGRESS = /(resync|recovery|check|reshape)\s*=\s*(?:(\d+(?:[.,]\d+)?)%|(DELAYED|PENDING))/;
/** Lines that say nothing of an array's state. */
const IGNORED = /^\s*(?:Personalities\s*:|unused devices:|bitmap:|read_ahead\b|Event:)/;

/**
 * /proc/mdstat: software RAID, and what it is busy with.
 *
 * Reads   the file of any kernel, whole or one array's lines
 * Columns 'md0 : active raid1 sdb1[1] sda1[0](F)' -> name, active, level, members; blocks -> sizeBytes; [2/1] [U_] -> membersWanted,
 *         membersUp, slots; resync | recovery | check | reshape -> action, progressPct, finishSeconds, speedBytesPerS
 * Not     the bitmap's pages, chunk size and algorithm
 * Caution 'check' reads all members and is as heavy as 'resync'; DELAYED and PENDING move nothing
 * Source  md(4); drivers/md/md.c
 *
 *     md0 : active raid1 sdb1[1] sda1[0]
 *           976630464 blocks super 1.2 [2/2] [UU]
 *           [==>..................]  check = 12.6% (123456789/976630464) finish=71.1min speed=200000K/sec
 */
export const mdstat = defineParser<MdstatSample>({
  recognise: {
    path: /^\/proc\/mdstat$/,
    looksLike: (lines) => lines.some((line) => /^\s*Personalities\s*:/.test(line) || ARRAY.test(line)),
  },
  parse: (source) => {
    const arrays: Open[] = [];
    const problems: ParseProblem[] = [];
    let understood = false;
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const isKnown = readLine(arrays, line);
      understood ||= isKnown;
      if (!isKnown) problems.push({ cite: line.cite, why: 'not a line of /proc/mdstat' });
    }
    return { sample: understood ? { arrays } : undefined, problems };
  },
});

function readLine(arrays: Open[], line: SourceLine): boolean {
  if (IGNORED.test(line.text)) return true;
  const array = readArray(line);
  if (array) arrays.push(array);
  const last = arrays.at(-1);
  return array !== undefined || (last !== undefined && (readSize(last, line) || readProgress(last, line)));
}

function readArray(line: SourceLine): Open | undefined {
  const match = ARRAY.exec(line.text);
  if (!match?.[1]) return undefined;
  const rest = words(match[4] ?? '');
  const members = rest.map(memberOf).filter((member) => member !== undefined);
  const level = rest.find((word) => memberOf(word) === undefined);
  return {
    name: match[1],
    active: match[2] === 'active',
    readOnly: match[3] !== undefined,
    ...(level !== undefined ? { level } : {}),
    members,
    cites: [line.cite],
  };
}

function memberOf(word: string): MdMember | undefined {
  const match = MEMBER.exec(word);
  if (!match?.[1]) return undefined;
  const flags = match[3] ?? '';
  return { device: match[1], slot: Number(match[2]), faulty: flags.includes('(F)'), spare: flags.includes('(S)') };
}

function readSize(array: Open, line: SourceLine): boolean {
  const blocks = /^\s*(\d{1,15}) blocks\b/.exec(line.text)?.[1];
  if (blocks === undefined) return false;
  const [, wanted, up] = /\[(\d{1,6})\/(\d{1,6})\]/.exec(line.text) ?? [];
  const slots = /\[([U_]+)\]/.exec(line.text)?.[1];
  array.sizeBytes = Number(blocks) * KIB;
  if (wanted !== undefined) array.membersWanted = Number(wanted);
  if (up !== undefined) array.membersUp = Number(up);
  if (slots !== undefined) array.slots = slots;
  addCite(array, line);
  return true;
}

function readProgress(array: Open, line: SourceLine): boolean {
  const match = PROGRESS.exec(line.text);
  // A mailer folds the line before its figures in parentheses.
  const isFolded = array.action !== undefined && /^\s*\(\d+\/\d+\)/.test(line.text);
  if (!match && !isFolded) return false;
  const [, action, progress, waiting] = match ?? [];
  const progressPct = readNumber(progress);
  const finishMinutes = readNumber(/finish=(\d+(?:\.\d+)?)min/.exec(line.text)?.[1]);
  const speedKib = readNumber(/speed=(\d+)K\/sec/.exec(line.text)?.[1]);
  if (action !== undefined) array.action = action as NonNullable<MdArray['action']>;
  if (match) array.actionState = waiting === undefined ? 'running' : waiting === 'DELAYED' ? 'delayed' : 'pending';
  if (progressPct !== undefined) array.progressPct = progressPct;
  if (finishMinutes !== undefined) array.finishSeconds = finishMinutes * SECONDS_PER_MINUTE;
  if (speedKib !== undefined) array.speedBytesPerS = speedKib * KIB;
  addCite(array, line);
  return true;
}

/** An array's lines are few; a text that repeats them without end must not make each row heavier. */
function addCite(array: Open, line: SourceLine): void {
  if (array.cites.length < MOST_CITES) array.cites = [...array.cites, line.cite];
}
const MOST_CITES = 4;
