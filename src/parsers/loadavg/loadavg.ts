import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

export interface LoadavgSample extends Row {
  readonly loadAverage1: number;
  readonly loadAverage5: number;
  readonly loadAverage15: number;
  readonly runningTasks: number;
  readonly tasks: number;
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
    const problems: ParseProblem[] = [];
    let sample: LoadavgSample | undefined;
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const read = readLine(line);
      sample ??= read;
      if (!read) problems.push({ cite: line.cite, why: 'not a line of /proc/loadavg' });
    }
    return { sample, problems };
  },
});

function readLine(line: SourceLine): LoadavgSample | undefined {
  const match = LINE.exec(line.text);
  if (!match) return undefined;
  // The pattern lets nothing but numbers through.
  return {
    loadAverage1: Number(match[1]),
    loadAverage5: Number(match[2]),
    loadAverage15: Number(match[3]),
    runningTasks: Number(match[4]),
    tasks: Number(match[5]),
    cites: [line.cite],
  };
}
