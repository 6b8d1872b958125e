import { citesOf, type SourceLine } from '../parser.ts';
import { functionOf } from '../text/stack-frame.ts';
import { type MemoryAtFailure, memoryIn, requestOf } from './allocation.ts';
import { classify, type Told } from './classify.ts';
import { newOomDraft, type OomDraft, oomReportOf, readOom, readOomTask } from './oom.ts';
import type { KernelLogEvent } from './sample.ts';
import type { Message } from './stamp.ts';

/** An event while the lines that belong to it come. */
interface Draft {
  readonly told: Told;
  readonly message: Message;
  readonly lines: SourceLine[];
  readonly functions: string[];
  process?: string | undefined;
  pid?: number | undefined;
  cgroup?: string | undefined;
  device?: string | undefined;
  /** Messages since it began: a stack further down is of something else. */
  age: number;
  killed: boolean;
  memory?: MemoryAtFailure;
  readonly oom: OomDraft | undefined;
}

const FRAMES_MAX = 64;
/** The longest report is that of an OOM kill on a host with many processes, most of which it lists. */
const REPORT_MESSAGES = 400;
const STACK_MESSAGES = 120;

/** Events in the making, in the order of the log. */
export interface Joining {
  readonly drafts: Draft[];
}

/** Takes one message: it begins an event, belongs to the last one, or tells nothing. */
export function take(message: Message, line: SourceLine, { drafts }: Joining): void {
  const open = drafts.at(-1);
  if (open !== undefined && isOomTask(open, message.text, line)) return;
  if (open !== undefined) open.age++;
  const told = classify(message.text);
  if (told === undefined) {
    if (open !== undefined) addDetail(open, message.text, line);
  } else if (told.kind === 'oom-kill' && open?.told.kind === 'oom-kill' && continuesOom(open, told, message.text)) {
    addToOom(open, told, message.text, line);
  } else {
    drafts.push(draftOf(told, message, line));
  }
}

function draftOf(told: Told, message: Message, line: SourceLine): Draft {
  const { process, pid, cgroup, device } = told;
  const oom = told.kind === 'oom-kill' ? newOomDraft() : undefined;
  if (oom && !readOomTask(oom, message.text, line)) readOom(oom, message.text, line);
  return { told, message, lines: [line], functions: [], process, pid, cgroup, device, age: 0, killed: isKill(message.text), oom };
}

/** A row of the task table: thousands of them do not age a report. */
function isOomTask({ oom, killed, age }: Draft, text: string, line: SourceLine): boolean {
  return oom !== undefined && !killed && age <= REPORT_MESSAGES && readOomTask(oom, text, line);
}

/** The stack, and who it is of: 'CPU: 3 PID: 1108 Comm: md5sum', 'Pid: 15153, comm: DVBRead'. */
function addDetail(open: Draft, text: string, line: SourceLine): void {
  if (open.age > STACK_MESSAGES) return;
  if (open.told.kind === 'allocation-failure') addMemory(open, text, line);
  if (open.oom && !open.killed) readOom(open.oom, text, line);
  const of = /\bPID: (\d+) Comm: (\S+)|^Pid: (\d+), comm: (\S+)/.exec(text);
  if (of !== null && open.pid === undefined) open.pid = Number(of[1] ?? of[3]);
  const frame = functionOf(text);
  if (frame === undefined || open.functions.length >= FRAMES_MAX) return;
  open.functions.push(frame);
  open.lines.push(line);
}

/** The report that follows a failed allocation says how much memory there was. */
function addMemory(open: Draft, text: string, line: SourceLine): void {
  const memory = memoryIn(text);
  if (Object.keys(memory).length === 0) return;
  open.memory = { ...memory, ...open.memory };
  open.lines.push(line);
}

/** 'Killed process 16758 (avgscand)' and its forms; 'Out of memory: Kill process …' announces it. */
function isKill(text: string): boolean {
  return /Killed process \d+|^oom_reaper: reaped/.test(text);
}

/** One report runs from 'invoked oom-killer' to 'Killed process' and 'oom_reaper'; the next begins with the next invocation. */
function continuesOom(open: Draft, told: Told, text: string): boolean {
  if (open.age > REPORT_MESSAGES || /invoked oom-killer/.test(text)) return false;
  if (!open.killed) return true;
  return /^oom_reaper: reaped/.test(text) && open.pid === told.pid;
}

/** The victim outranks whoever asked for the memory. */
function addToOom(open: Draft, told: Told, text: string, line: SourceLine): void {
  open.lines.push(line);
  if (open.oom) readOom(open.oom, text, line);
  open.cgroup ??= told.cgroup;
  const names = told.pid !== undefined && !/invoked oom-killer/.test(text);
  if (names) {
    open.process = told.process;
    open.pid = told.pid;
  }
  open.killed ||= isKill(text);
}

export function eventsOf({ drafts }: Joining): readonly KernelLogEvent[] {
  return drafts.flatMap(({ told, message, lines, functions, process, pid, cgroup, device, memory, oom }) => {
    const [first, ...rest] = lines;
    if (first === undefined) return [];
    const cites = citesOf(first.cite, ...rest.map((line) => line.cite));
    return [
      {
        kind: told.kind,
        ...(device === undefined ? {} : { device }),
        ...(process === undefined ? {} : { process }),
        ...(pid === undefined ? {} : { pid }),
        ...(cgroup === undefined ? {} : { cgroup }),
        functions,
        ...(told.kind === 'allocation-failure' ? requestOf(message.text) : {}),
        ...memory,
        ...(oom === undefined ? {} : { oom: oomReportOf(oom, cites) }),
        ...(message.uptimeSeconds === undefined ? {} : { uptimeSeconds: message.uptimeSeconds }),
        ...(message.at === undefined ? {} : { at: message.at }),
        text: message.text.trim(),
        cites,
      },
    ];
  });
}
