import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { sumOf } from '../../snapshot/rates.ts';
import { type DevicesView, deviceUnits, type MemoryView, memoryUnits, type ProcessesView } from '../../snapshot/views.ts';
import { culpritOf, doerOf, sufferersOf } from '../facts/culprit.ts';
import { isKernelThread, windowOf } from '../facts/doers.ts';
import { judgedDevices, type Load, nameOf, onlySinceBoot } from '../facts/leaf.ts';
import { seesAllTasks, taskSubject, tasksWaitingIn, type WaitingTask } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { waiting } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { writebackAdvice } from './advice/writeback.ts';

/** Where the kernel holds writers back until pages are written. */
const THROTTLED_WAIT = /^(balance_dirty_pages|wb_wait_for_completion)/;
/** A write that takes this long stands behind a backlog; a busy disk takes 20 ms. */
const SLOW_WRITE_MS = 100;
/** Writers are held back from half way between the background and the full limit. */
const NEAR_LIMIT_PART = 0.8;
/** A write that takes seconds, while what is dirty would keep the device busy for longer still: whoever must have something kept waits for all of it. */
const BACKLOG_WRITE_MS = 1000;
const BACKLOG_SECONDS = 10;
/** Low memory is what a 32-bit kernel may dirty: a small part of what the host has. */
const LOW_MEMORY_PART = 0.25;

/**
 * io.writeback-stall: writers stand still until pages they dirtied are on the device.
 *
 * Found      tasks in D wait in balance_dirty_pages and either writes take >= 100 ms, or Dirty + Writeback reach 80 % of the host's dirty
 *            limit, or the limit comes from a small low memory (32-bit); or that limit is reached by itself while writes take >= 100 ms;
 *            or a program with a file open on the device waits in D or writes on, writes take >= 1 s, and the dirty pages are >= 10 s of
 *            what the device takes
 * Ruled out  nobody waits in balance_dirty_pages and Dirty + Writeback are far from the limit
 * Why        the limit of one device (bdi) or cgroup may hold writers back while the host's is far away, so the wait function counts more
 *            than the sum. On a device that is merely busy a writer waits there too: slow writes are asked for. Behind a backlog the writer
 *            may wait for the journal instead, which waits for the same pages
 * Certain    the wait function and slow writes; likely with low memory, the limit or the backlog alone
 * Misses     a cgroup's own dirty limit on a fast device (cgroup.memory-at-limit)
 * Reference  https://docs.kernel.org/admin-guide/sysctl/vm.html (dirty_ratio)
 */
export const writebackStall = defineRule({
  cause: 'io.writeback-stall',
  needs: [],
  uses: ['processes', 'stacks', 'memory', 'devices', 'pressure', 'cpu', 'host'],
  explains: ['io.bulk-writer', 'io.device-saturated', 'io.flush-bound', 'io.slow-device'],
  decide: (given): Verdict => {
    const { memory, processes } = given;
    const throttled = tasksWaitingIn(THROTTLED_WAIT, processes, given.stacks).filter(
      (task) => !task.process || !isKernelThread(task.process),
    );
    const slow = given.devices && !onlySinceBoot(given.devices) ? slowestWrites(given.devices) : undefined;
    const low = fromLowMemory(memory);
    const jammed = throttled.length === 0 && slow !== undefined && backlogged(slow, memory) ? usersOf(slow, processes) : [];
    const tasks = [...throttled, ...jammed.filter(({ process }) => process?.state === 'D')];
    const held =
      tasks.length + jammed.length > 0 ? slow !== undefined || nearLimit(memory) || low : slow !== undefined && nearLimit(memory);
    if (!held) return notHeld(given.processes, given.stacks !== undefined, memory, tasks.length);
    // Who only waits behind the backlog, as sync does, has not made it: there somebody must be seen writing.
    const doer = busiest([...throttled, ...jammed.filter(writes)])?.process;
    const culprit = doer && processes ? culpritOf(doerOf(doer), processes) : undefined;
    return found(
      {
        severity: 'warning',
        confidence: throttled.length > 0 && slow ? 'certain' : 'likely',
        headline: headlineOf(tasks, slow, low, memory, given.devices),
        ...(slow ? { subject: { kind: 'device', name: slow.device.name } } : {}),
        ...(culprit ? { culprit } : {}),
        sufferers: sufferersOf(processes, doer && doerOf(doer)),
        advice: writebackAdvice(slow?.device, culprit, low && !slow, given.host),
      },
      [
        ...tasks.slice(0, 2).map((task) => line(task, taskSubject(task), 'waits in', task.function)),
        ...(slow ? writeFigures(slow) : []),
        ...memoryFigures(memory, low),
        ...waiting(given).evidence,
      ],
    );
  },
});

function notHeld(processes: ProcessesView | undefined, stacksRead: boolean, memory: MemoryView | undefined, tasks: number): Verdict {
  const functionsRead =
    stacksRead || tasks > 0 || (seesAllTasks(processes) && processes?.all.some((process) => process.wchan !== undefined));
  const limitRead = memory?.dirtyBytes !== undefined && memory.dirtyLimitBytes !== undefined;
  if (!functionsRead && !limitRead) {
    return undecided(
      'neither the wait functions of all tasks nor the dirty limit were read',
      'ps -eo pid,stat,wchan:32,args and /proc/vmstat',
    );
  }
  const because = tasks > 0 ? 'writers are held back only as fast as the device writes' : 'no writer is held back by dirty pages';
  return ruledOut(because, memoryFigures(memory, false));
}

function writeFigures({ device, load }: Load) {
  return [
    figure(load, deviceUnits, 'writeAwaitMs', device.name, { op: '>=', value: SLOW_WRITE_MS }),
    figure(load, deviceUnits, 'queueLength', device.name),
    figure(load, deviceUnits, 'writeBytesPerS', device.name),
  ];
}

function headlineOf(
  tasks: readonly WaitingTask[],
  slow: Load | undefined,
  low: boolean,
  memory: MemoryView | undefined,
  devices: DevicesView | undefined,
): string {
  const who =
    tasks.length === 0 ? 'Writers are' : tasks.length === 1 ? `${word(tasks[0]?.name ?? 'A writer')} is` : `${tasks.length} writers are`;
  if (slow && devices)
    return `${who} held back until ${nameOf(slow.device, devices)} has written: ${figureText(slow.load.writeAwaitMs ?? 0, 'ms')} a write at ${figureText(slow.load.writeBytesPerS ?? 0, 'bytes/s')}`;
  if (low)
    return `${who} held back although hardly anything is dirty: the dirty limit comes from ${figureText(memory?.lowTotalBytes ?? 0, 'bytes')} of low memory`;
  const dirty = dirtyBytes(memory) ?? 0;
  return `${who} held back by dirty pages: ${figureText(dirty, 'bytes')}, ${figureText((dirty / (memory?.dirtyLimitBytes ?? dirty)) * 100, 'pct')} of the limit`;
}

function slowestWrites(view: DevicesView): Load | undefined {
  return judgedDevices(view)
    .filter(({ load }) => (load.writeAwaitMs ?? 0) >= SLOW_WRITE_MS && (load.writeOpsPerS ?? 0) > 0)
    .toSorted((left, right) => (right.load.writeBytesPerS ?? 0) - (left.load.writeBytesPerS ?? 0))[0];
}

/** Would the device need long for what is dirty already, and does each write stand behind it? */
function backlogged({ load }: Load, memory: MemoryView | undefined): boolean {
  const { writeAwaitMs = 0, writeBytesPerS = 0 } = load;
  return writeAwaitMs >= BACKLOG_WRITE_MS && writeBytesPerS > 0 && (dirtyBytes(memory) ?? 0) >= BACKLOG_SECONDS * writeBytesPerS;
}

/** Programs that hold a file of the device open and wait in D, or are between two pauses and write on. */
function usersOf({ device }: Load, processes: ProcessesView | undefined): readonly WaitingTask[] {
  return (processes?.all ?? [])
    .filter((process) => !isKernelThread(process) && process.openFiles.some((file) => file.device === device.name))
    .map((process) => ({ name: process.name, pid: process.pid, function: process.wchan ?? 'state D', process, cites: process.cites }))
    .filter((task) => task.process.state === 'D' || writes(task));
}

function busiest(tasks: readonly WaitingTask[]): WaitingTask | undefined {
  return tasks.toSorted((left, right) => written(right) - written(left))[0];
}

function written({ process }: WaitingTask): number {
  return (process && windowOf(process)?.writeBytesPerS) ?? 0;
}

/** More than the few kB that a program which waits for a small file has written. */
const WRITER_BYTES_PER_S = RATE_MB;

function writes(task: WaitingTask): boolean {
  return written(task) >= WRITER_BYTES_PER_S;
}

function dirtyBytes(memory: MemoryView | undefined): number | undefined {
  return sumOf(memory?.dirtyBytes, memory?.writebackBytes);
}

function nearLimit(memory: MemoryView | undefined): boolean {
  const dirty = dirtyBytes(memory);
  const limit = memory?.dirtyLimitBytes;
  return dirty !== undefined && limit !== undefined && dirty >= NEAR_LIMIT_PART * limit;
}

function fromLowMemory(memory: MemoryView | undefined): boolean {
  if (memory?.lowTotalBytes === undefined || memory.totalBytes === undefined) return false;
  return memory.lowTotalBytes < LOW_MEMORY_PART * memory.totalBytes && memory.settings.get('vm.highmem_is_dirtyable') !== 1;
}

function memoryFigures(memory: MemoryView | undefined, low: boolean) {
  if (!memory) return [];
  return [
    figure(memory, memoryUnits, 'dirtyBytes', 'host'),
    figure(memory, memoryUnits, 'writebackBytes', 'host'),
    figure(memory, memoryUnits, 'dirtyLimitBytes', 'host'),
    ...(low ? [figure(memory, memoryUnits, 'lowTotalBytes', 'host'), figure(memory, memoryUnits, 'lowFreeBytes', 'host')] : []),
  ];
}
