import type { NumericKey } from '../../model/evidence.ts';
import { readClock } from '../text/duration.ts';
import { readCount, readNumber, readPct, readSize } from '../text/number.ts';
import type { PsRow } from './sample.ts';

export type PsNumber = NumericKey<PsRow>;
export type PsText = 'user' | 'state' | 'wchan' | 'cgroup' | 'unit' | 'name' | 'args';
/** A column of ps: what field it fills, or nothing that is needed. `wide` columns may hold blanks. */
export type PsColumn =
  | { readonly kind: 'number'; readonly field: PsNumber; readonly read: (cell: string) => number | undefined }
  | { readonly kind: 'text'; readonly field: PsText; readonly wide?: true }
  | { readonly kind: 'started' }
  | { readonly kind: 'other' };

const KIB = 1024;

function number(field: PsNumber, read: (cell: string) => number | undefined = readCount): PsColumn {
  return { kind: 'number', field, read };
}
function text(field: PsText): PsColumn {
  return { kind: 'text', field };
}
const kib = (cell: string) => readSize(cell, KIB);

/** -o keys (small) and header words (as printed), with the column they mean. */
const groups: readonly (readonly [PsColumn, string])[] = [
  [number('pid'), 'pid tgid PID TGID'],
  [number('parentPid'), 'ppid PPID'],
  [number('sessionId'), 'sid sess session SID SESS'],
  [number('tid'), 'tid lwp spid TID LWP SPID'],
  [number('elapsedSeconds', readClock), 'etime etimes ELAPSED'],
  [number('cpuSeconds', readClock), 'time cputime cputimes times TIME'],
  [number('cpuPct', readPct), 'pcpu %cpu c cp %CPU C'],
  [number('memoryPct', readPct), 'pmem %mem %MEM'],
  [number('residentBytes', kib), 'rss rssize rsz RSS RSZ'],
  [number('virtualBytes', kib), 'vsz vsize VSZ'],
  [number('nice', readNumber), 'ni nice NI'],
  [number('threads'), 'nlwp thcount NLWP THCNT'],
  [text('user'), 'user euser uname ruser uid euid USER EUSER RUSER UID EUID'],
  [text('state'), 'stat s state STAT S'],
  [text('wchan'), 'wchan WCHAN'],
  [text('cgroup'), 'cgroup CGROUP'],
  [text('unit'), 'unit UNIT'],
  [{ kind: 'text', field: 'name', wide: true }, 'comm ucmd ucomm'],
  [{ kind: 'text', field: 'args', wide: true }, 'args cmd command COMMAND CMD ARGS'],
  [{ kind: 'started' }, 'start lstart STARTED'],
];
const known: ReadonlyMap<string, PsColumn> = new Map(
  groups.flatMap(([column, names]) => names.split(' ').map((name) => [name, column] as const)),
);

export function psColumn(name: string): PsColumn {
  return known.get(name) ?? { kind: 'other' };
}

/** Keys of the -o list of a command line, in order: 'ps -eo pid,wchan:32,args' -> pid, wchan, args. */
export function keysIn(command: string): readonly string[] | undefined {
  const list = /\s(?:-?[a-zA-Z]*[oO]|--format)[ =]?((?:[\w%]+(?:[:=][\w%]*)?)(?:[, ][a-z%]\w*(?:[:=][\w%]*)?)*)/.exec(
    command.slice(0, 2000),
  )?.[1];
  const keys = list?.split(',').map((key) => key.trim().split(/[:= ]/, 1)[0] ?? '');
  if (keys?.some((key) => known.has(key))) return keys;
  return FIXED.find(([pattern]) => pattern.test(command))?.[1].split(' ');
}

/** Formats that name no columns. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/^(?:\S*\/)?ps\s+-?(?:aux|axu|uax)[wfh]*\b/, 'user pid pcpu pmem vsz rss tty stat stime time args'],
  [/^(?:\S*\/)?ps\s+-(?:ef|Af|fe)w*\b/, 'user pid ppid c stime tty time args'],
];
