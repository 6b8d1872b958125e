import type { Row } from '../../model/evidence.ts';
import type { Sufferer } from '../../model/finding.ts';
import type { KernelEvent, KernelLogView, ProcessesView, ProcessView, StacksView } from '../../snapshot/views.ts';
import { word } from './words.ts';

/** A task and the kernel function it waits in, from wchan or from a pasted stack. */
export interface WaitingTask extends Row {
  readonly name: string | undefined;
  readonly pid: number | undefined;
  readonly function: string;
  readonly process: ProcessView | undefined;
}

/** Tasks that wait in one of these functions. wchan is one function; of a stack the innermost few are looked at. */
export function tasksWaitingIn(
  pattern: RegExp,
  processes: ProcessesView | undefined,
  stacks: StacksView | undefined,
  states = 'D',
): readonly WaitingTask[] {
  const byWchan = (processes?.all ?? [])
    .filter(
      (process) =>
        process.wchan !== undefined && pattern.test(process.wchan) && (process.state === undefined || states.includes(process.state)),
    )
    .map((process) => ({ name: process.name, pid: process.pid, function: process.wchan ?? '', process, cites: process.cites }));
  const known = new Set(byWchan.map((task) => task.pid));
  const byStack = (stacks?.all ?? []).flatMap((stack) => {
    const inner = stack.functions.slice(0, STACK_DEPTH).find((name) => pattern.test(name));
    if (inner === undefined || (stack.pid !== undefined && known.has(stack.pid))) return [];
    const process = stack.pid === undefined ? undefined : processes?.byPid.get(stack.pid);
    return [{ name: process?.name, pid: stack.pid, function: inner, process, cites: stack.cites }];
  });
  return [...byWchan, ...byStack];
}

/** Deeper frames tell the way there, not what is waited for. */
const STACK_DEPTH = 6;
/** What the log holds from longer ago is history, not the state of this window. */
const RECENT_SECONDS = 3600;

/** Kernel events of these kinds from the last hour; one whose age nobody can tell counts. */
export function recentEvents(log: KernelLogView | undefined, kinds: readonly KernelEvent['kind'][]): readonly KernelEvent[] {
  return (log?.events ?? []).filter(({ kind, ageSeconds }) => kinds.includes(kind) && (ageSeconds ?? 0) <= RECENT_SECONDS);
}

export function taskSubject(task: WaitingTask): string {
  if (task.name === undefined) return task.pid === undefined ? 'a task' : `pid ${task.pid}`;
  return task.pid === undefined ? task.name : `pid ${task.pid} (${task.name})`;
}

export function asSufferer(task: WaitingTask, how: string): Sufferer {
  return { process: task.name ?? 'a task', ...(task.pid === undefined ? {} : { pid: task.pid }), how: `${how} ${word(task.function)}` };
}

/** Whether every task stands in the list: with the first of them left out it is the head of a screen, a selection, or what one account may see. */
export function seesAllTasks(processes: ProcessesView | undefined): boolean {
  return processes?.byPid.has(1) ?? false;
}

/** True where a program waits in D and nobody told us in which function: then absence of a function proves nothing. */
export function blindToD(processes: ProcessesView | undefined): boolean {
  return processes?.all.some((process) => process.state === 'D' && process.wchan === undefined && !process.kernelThread) ?? false;
}
