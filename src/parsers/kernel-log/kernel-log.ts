import { defineParser, type Parsed, type ParseProblem, type Source } from '../parser.ts';
import { functionOf } from '../text/stack-frame.ts';
import { isBlankLine } from '../text/words.ts';
import { classify } from './classify.ts';
import { eventsOf, type Joining, take } from './join.ts';
import type { KernelLogSample } from './sample.ts';
import { readMessage } from './stamp.ts';

/**
 * The kernel log: what went wrong, in the kernel's own words.
 *
 * Reads   dmesg, dmesg -T, -x, -H and --time-format iso, journalctl -k in its short formats, /var/log/syslog, messages and kern.log
 *         of rsyslog and metalog, a serial console's prefix before the stamp; continuation lines; a first line that was cut
 * Columns the stamp in brackets -> uptimeSeconds; a stamp with a year -> at; the message -> kind, device, process, pid, cgroup
 * Not     lines of other programs, and the kernel's lines that tell of no trouble: they are no events
 * Caution wall time is taken as UTC, for dmesg -T and rsyslog print the host's own; syslog stamps have no year, so no instant.
 *         An ATA port ('ata1.00') and a Hyper-V bus ('vmbus_0_1') are not the names of their disks
 * Source  the sources of the kernel: block/blk-core.c, mm/oom_kill.c, kernel/hung_task.c, drivers/ata/libata-eh.c, fs
 *
 *     [ 2969.722676] INFO: task jbd2/sda1-8:236 blocked for more than 120 seconds.
 *     [ 2969.728198] Call Trace:
 *     [ 2969.728207]  [<ffffffff8165b5df>] schedule+0x3f/0x60
 */
export const kernelLog = defineParser<KernelLogSample>({
  recognise: {
    command: /^(?:dmesg\b|journalctl\b|(?:cat|tail|head|e?grep|zgrep)\b.*\/var\/log\/(?:syslog|messages|kern))/,
    looksLike: (lines) => lines.slice(0, LOOK_AT_LINES).some(isKernelLine),
  },
  parse,
});

const LOOK_AT_LINES = 60;
const KERNEL_MARK = /^\[?\s*\d+\.\d{6}\] |^\[\w{3} \w{3} {1,2}\d+ [\d:]+ \d{4}\] |\bkernel(?:\[\d+\])?: |\[kernel\] \[/;

function isKernelLine(text: string): boolean {
  return KERNEL_MARK.test(text.slice(0, 200)) && typeof readMessage(text) === 'object';
}

function parse(source: Source): Parsed<KernelLogSample> {
  const joining: Joining = { drafts: [] };
  const problems: ParseProblem[] = [];
  let seen = false;
  for (const line of source.lines) {
    const message = readMessage(line.text);
    if (message === 'other-program' || isBlankLine(line.text)) continue;
    const stamped = message !== undefined;
    const usable = stamped || seen || classify(line.text) !== undefined || functionOf(line.text) !== undefined;
    if (usable) {
      // Without a stamp it goes on with the line before: a register dump, a memory report, a folded line.
      take(message ?? { text: line.text }, line, joining);
      seen = true;
    } else {
      problems.push({ cite: line.cite, why: 'no line of the kernel log' });
    }
  }
  return { sample: seen ? { events: eventsOf(joining) } : undefined, problems };
}
