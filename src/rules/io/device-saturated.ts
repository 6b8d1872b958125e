import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import type { HostView, MemoryView, PagingView } from '../../snapshot/views.ts';
import { cpuUnits, memoryUnits } from '../../snapshot/views.ts';
import { sufferersOf } from '../facts/culprit.ts';
import { judgedDevices, nameOf, onlySinceBoot } from '../facts/leaf.ts';
import { figuresOf, loadEvidence, saturatedDevices, saturation } from '../facts/saturation.ts';
import { worstPaging } from '../facts/stretch.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { pressureFigure, pressurePct, severityOf, type Waiting, waiting, withWaits } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { saturatedAdvice } from './advice/saturated.ts';

/** Without device figures: CPUs that mostly wait, or tasks that wait most of the time, speak of a device at its limit. */
const HOST_IOWAIT_PCT = 60;
const HOST_PSI_SOME_PCT = 60;
/** Where that many tasks wait at once and the host moves that much, the device takes no more. */
const HOST_BLOCKED_TASKS = 4;
const HOST_BYTES_PER_S = 10 * RATE_MB;
/** With less than this part of memory left for cached files every read goes to a device. */
const NO_CACHE_PART = 0.02;

/**
 * io.device-saturated: a block device takes no more.
 *
 * Found      over the worst three seconds of a device: util >= 90 % where it is told, aqu-sz >= 3, r_await or w_await >= 5 ms
 *            (flash), 20 ms (turning disk) or 10 ms (not known, loop), and it still serves >= 15 requests or 2 MB a second.
 *            Without device figures of now: iowait >= 60 % with tasks in D, or many blocked tasks with >= 10 MB/s, or
 *            next to no page cache; or PSI io some >= 60 %
 * Ruled out  every judged device is below, or nothing on the host waits for I/O
 * Why        util alone says only that something was in flight: healthy databases run at 93 % with 0.6 ms. A queue without
 *            latency is parallel work. iowait alone is an accounting figure, io_uring raises it on idle hosts
 * Certain    device figures and PSI or blocked tasks agree; likely without the latter; possible from the host's figures alone
 * Misses     a device that completes next to nothing (io.device-hung, io.slow-device), a cgroup's own limit
 * Reference  https://man7.org/linux/man-pages/man1/iostat.1.html, https://docs.kernel.org/accounting/psi.html
 */
export const deviceSaturated = defineRule({
  cause: 'io.device-saturated',
  needs: [],
  uses: ['devices', 'cpu', 'pressure', 'processes', 'memory', 'paging', 'host'],
  explains: [],
  decide: (given): Verdict => {
    const waits = waiting(given);
    const { devices } = given;
    if (!devices || devices.all.length === 0 || onlySinceBoot(devices))
      return fromHost(given.memory, blockBytes(given.paging), waits, given.host);
    const judged = judgedDevices(devices);
    const [worst] = saturatedDevices(devices);
    if (worst) {
      return found(
        {
          severity: severityOf(waits),
          confidence: waits.state === 'waits' ? 'certain' : 'likely',
          headline: `${nameOf(worst.device, devices)} is at its limit: ${figuresOf(worst)}`,
          subject: { kind: 'device', name: worst.device.name },
          sufferers: sufferersOf(given.processes, undefined),
          advice: saturatedAdvice(worst.device, given.host),
        },
        withWaits(loadEvidence(worst), waits),
      );
    }
    const read = judged.filter((load) => saturation(load) !== 'unread');
    const [busiest] = read;
    if (!busiest) return undecided('no device shows both a queue and a latency', 'iostat -x -k -y 1 5');
    return ruledOut(`no device has a queue and a latency: ${busiest.device.name} shows ${figuresOf(busiest)}`, [
      ...loadEvidence(busiest).slice(0, 3),
    ]);
  },
});

/** No device was measured: what the host's own figures say of its devices. */
function fromHost(memory: MemoryView | undefined, moved: number | undefined, waits: Waiting, host: HostView | undefined): Verdict {
  const iowait = waits.cpu?.iowaitPct;
  const some = pressurePct(waits.some);
  const cpuTells = cpuWaits(waits, moved ?? 0, memory);
  if (cpuTells || (some !== undefined && some >= HOST_PSI_SOME_PCT)) {
    const told = cpuTells
      ? `the CPUs wait for I/O ${figureText(iowait ?? 0, 'pct')} of the time`
      : `tasks wait for I/O ${figureText(some ?? 0, 'pct')} of the time`;
    return found(
      {
        severity: severityOf(waits),
        confidence: 'possible',
        headline: `A block device is likely at its limit: ${told}`,
        sufferers: waits.inD.slice(0, 5).map((task) => ({ process: task.name, pid: task.pid, how: inD(task.wchan) })),
        advice: saturatedAdvice(undefined, host),
      },
      cpuTells ? cpuEvidence(waits, memory) : [pressureFigure(waits.some, 'PSI io some', HOST_PSI_SOME_PCT), ...waits.evidence],
    );
  }
  // 'calm' is only said where blocked tasks, iowait or PSI were read.
  if (waits.state === 'calm' && (iowait ?? 0) < 5) return ruledOut('nothing on the host waits for I/O', waits.evidence);
  return undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5');
}

function cpuWaits(waits: Waiting, moved: number, memory: MemoryView | undefined): boolean {
  if ((waits.cpu?.iowaitPct ?? 0) < HOST_IOWAIT_PCT) return false;
  const crowd = (waits.cpu?.blockedTasks ?? 0) >= HOST_BLOCKED_TASKS && moved >= HOST_BYTES_PER_S;
  return crowd || waits.inD.some((task) => !task.kernelThread) || noCacheLeft(memory);
}

function cpuEvidence(waits: Waiting, memory: MemoryView | undefined) {
  return [
    waits.cpu && figure(waits.cpu, cpuUnits, 'iowaitPct', 'host', { op: '>=', value: HOST_IOWAIT_PCT }),
    ...waits.evidence.filter((item) => item.label !== cpuUnits.iowaitPct.label),
    memory && figure(memory, memoryUnits, 'cachedBytes', 'host'),
  ];
}

function inD(wchan: string | undefined): string {
  return wchan ? `in D at ${word(wchan)}` : 'in D';
}

function noCacheLeft(memory: MemoryView | undefined): boolean {
  if (memory?.totalBytes === undefined || memory.cachedBytes === undefined) return false;
  return memory.cachedBytes + (memory.buffersBytes ?? 0) < NO_CACHE_PART * memory.totalBytes;
}

function blockBytes(paging: PagingView | undefined): number | undefined {
  const worst = paging && worstPaging(paging, (row) => (row.blockInBytesPerS ?? 0) + (row.blockOutBytesPerS ?? 0));
  return worst && (worst.blockInBytesPerS ?? 0) + (worst.blockOutBytesPerS ?? 0);
}
