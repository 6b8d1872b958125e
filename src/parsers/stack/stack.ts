import { citesOf, defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { functionOf } from '../text/stack-frame.ts';
import { isBlankLine } from '../text/words.ts';
import type { StackSample, StackTrace } from './sample.ts';

/**
 * /proc/PID/stack: where in the kernel a task is.
 *
 * Reads   /proc/PID/stack and /proc/PID/task/TID/stack, one or several behind each other, with addresses or [<0>], 32 and 64 bit
 * Columns 'name+0xOFFSET/0xLENGTH [module]' -> functions, innermost first; the path or the command line -> pid
 * Not     offsets and modules; lines the kernel marks with a question mark
 * Caution a snapshot of one moment: a task that only waits for a moment looks the same as one that hangs
 * Source  proc(5); fs/proc/base.c, proc_pid_stack
 *
 *     [<0>] md_super_wait+0xa2/0xe0
 *     [<0>] raid1_unplug+0x3b/0xb0 [raid1]
 */
export const stack = defineParser<StackSample>({
  recognise: {
    command: /^(?:cat|head)\s+\/proc\/\d+\/(?:task\/\d+\/)?stack\b/,
    path: /^\/proc\/\d+\/(?:task\/\d+\/)?stack$/,
    looksLike: (lines) => lines.slice(0, 5).some((text) => /^\[<[0-9a-f]+>\] \S+\+0x/.test(text)),
  },
  parse,
});

/** The outermost frame of 32-bit kernels has no name. */
const NAMELESS = /^\[<[0-9a-f]+>\]\s+0x[0-9a-f]+$/;

function parse(source: Source): Parsed<StackSample> {
  const pid = pidOf(source.path ?? source.command);
  const problems: ParseProblem[] = [];
  const groups: SourceLine[][] = [[]];
  for (const line of source.lines) {
    const group = groups.at(-1) ?? [];
    if (isBlankLine(line.text) || NAMELESS.test(line.text.trim())) groups.push([]);
    else if (functionOf(line.text) === undefined) problems.push({ cite: line.cite, why: 'no frame of a kernel stack' });
    // A loop over many tasks that keeps one line of each.
    else if (group.at(-1)?.text === line.text) groups.push([line]);
    else group.push(line);
  }
  const stacks = groups.flatMap((group) => stackOf(group, pid) ?? []);
  return { sample: stacks.length > 0 ? { stacks } : undefined, problems };
}

function stackOf([first, ...rest]: readonly SourceLine[], pid: number | undefined): StackTrace | undefined {
  if (first === undefined) return undefined;
  const functions = [first, ...rest].map(({ text }) => functionOf(text)).filter((name) => name !== undefined);
  return { ...(pid === undefined ? {} : { pid }), functions, cites: citesOf(first.cite, ...rest.map(({ cite }) => cite)) };
}

function pidOf(where: string): number | undefined {
  const match = /\/proc\/(\d+)\/(?:task\/(\d+)\/)?stack\b/.exec(where);
  return match ? Number(match[2] ?? match[1]) : undefined;
}
