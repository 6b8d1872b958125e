import type { Row } from '../../model/evidence.ts';
import { defineParser, type SourceLine } from '../parser.ts';
import { readNumber } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

export interface LoadavgSample extends Row {
  readonly loadAverage1: number;
  readonly loadAverage5: number;
  readonly loadAverage15: number;
  readonly runningTasks?: number;
  readonly tasks?: number;
}

const LINE = /^\s*(\d{1,7}\.\d\d) (\d{1,7}\.\d\d) (\d{1,7}\.\d\d) (\d{1,10})\/(\d{1,10}) \d{1,10}\s*$/;

/**
 * /proc/loadavg: the load averages.
 *
 * Reads   the file's one line
 * Columns the first three -> loadAverage1, loadAverage5, loadAverage15; RUNNING/ALL -> runningTasks, tasks
 * Not     the last process id that was given out
 * Caution the averages count tasks in uninterruptible sleep too: a high one does not mean a busy CPU
 * Source  proc_loadavg(5); kernel/sched/loadavg.c
 *
 *     14.02 9.31 4.10 3/512 18822
 */
export const loadavg = defineParser<LoadavgSample>({
  recognise: {
    path: /^\/proc\/loadavg$/,
    looksLike: (lines) => {
      const [only, ...more] = lines.filter((line) => !isBlankLine(line));
      return only !== undefined && more.length === 0 && LINE.test(only);
    },
  },
  parse: (source) => {
    const lines = source.lines.filter((line) => !isBlankLine(line.text));
    const sample = lines.map(readLine).find((read) => read !== undefined);
    const problems = lines.filter((line) => !LINE.test(line.text)).map((line) => ({ cite: line.cite, why: 'not a line of /proc/loadavg' }));
    return { sample, problems };
  },
});

function readLine(line: SourceLine): LoadavgSample | undefined {
  const match = LINE.exec(line.text);
  const [one, five, fifteen, running, tasks] = match?.slice(1).map((word) => readNumber(word)) ?? [];
  if (one === undefined || five === undefined || fifteen === undefined) return undefined;
  return {
    loadAverage1: one,
    loadAverage5: five,
    loadAverage15: fifteen,
    ...(running !== undefined ? { runningTasks: running } : {}),
    ...(tasks !== undefined ? { tasks } : {}),
    cites: [line.cite],
  };
}
