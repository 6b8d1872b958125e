import { figureText } from '../../model/figure-text.ts';
import type { Severity, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type MemoryView, memoryUnits, processUnits } from '../../snapshot/views.ts';
import { culpritOf, doerOf } from '../facts/culprit.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { subjectOf } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { shortAdvice } from './advice/short.ts';
import { type Holding, holdersOf } from './facts/holders.ts';

/** More than half in one process: whatever is short is short because of it. */
const HOLDS_PART = 0.5;
/** Below this a host reclaims at each burst of work. */
const SHORT_PART = 0.1;
/** A heap that warms up gains little; 2 % of the host within a window of seconds is gone within minutes. */
const GAIN_PART = 0.02;
/** What is available lasts for less than ten such windows. */
const WINDOWS_LEFT = 10;

/**
 * mem.process-growth: one process holds or gains most of the memory.
 *
 * Found      a process holds >= 50 % of memory while < 10 % is available; or it gained >= 2 % of memory within the window and what is
 *            available lasts for less than ten more such windows (a warning), or for longer (a notice)
 * Ruled out  no process holds or gains that much, or memory is there for it
 * Why        a database is meant to hold most of a host: size alone is no evidence, a want beside it is
 * Certain    never: a program that is meant to need that much looks the same
 * Misses     many small processes; growth slower than the window shows (run it for longer)
 * Reference  https://man7.org/linux/man-pages/man1/pidstat.1.html
 */
export const processGrowth = defineRule({
  cause: 'mem.process-growth',
  needs: ['memory', 'processes'],
  uses: ['host'],
  explains: [],
  decide: ({ memory, processes, host }): Verdict => {
    const holders = holdersOf(processes);
    const [largest] = holders;
    const total = memory.totalBytes;
    if (!largest || total === undefined) return undecided('the sizes of processes were not read', 'ps -eo pid,rss,args --sort=-rss, twice');
    const [fastest] = holders.toSorted((left, right) => right.gainedBytes - left.gainedBytes);
    const severity = fastest && growth(fastest, memory, total);
    const holder = fastest && severity ? fastest : largest;
    if (!severity && !holdsMost(largest, memory, total)) {
      return ruledOut(`no process holds or gains most of the memory; ${word(largest.process.name)} is the largest`, proof(largest, memory));
    }
    const culprit = culpritOf(doerOf(holder.process), processes);
    const name = `${word(holder.process.name)} (pid ${holder.process.pid})`;
    return found(
      {
        severity: severity ?? 'warning',
        confidence: 'likely',
        headline: severity
          ? `${name} gained ${figureText(holder.gainedBytes, 'bytes')} in the window and holds ${figureText(holder.residentBytes, 'bytes')}`
          : `${name} holds ${figureText((100 * holder.residentBytes) / total, 'pct')} of the memory, and hardly any is left`,
        culprit,
        advice: shortAdvice(culprit, host, false),
      },
      proof(holder, memory),
    );
  },
});

function left({ availableBytes, freeBytes, cachedBytes, buffersBytes }: MemoryView): number | undefined {
  if (availableBytes !== undefined) return availableBytes;
  return freeBytes === undefined || cachedBytes === undefined ? undefined : freeBytes + cachedBytes + (buffersBytes ?? 0);
}

function growth({ gainedBytes }: Holding, memory: MemoryView, total: number): Severity | undefined {
  if (gainedBytes < GAIN_PART * total) return undefined;
  const bytes = left(memory);
  return bytes !== undefined && bytes < WINDOWS_LEFT * gainedBytes ? 'warning' : 'notice';
}

function holdsMost({ residentBytes }: Holding, memory: MemoryView, total: number): boolean {
  return residentBytes >= HOLDS_PART * total && (left(memory) ?? total) < SHORT_PART * total;
}

function proof({ process, last }: Holding, memory: MemoryView) {
  return [
    figure(last, processUnits, 'residentBytes', subjectOf(process)),
    figure(memory, memoryUnits, 'totalBytes', 'host'),
    figure(memory, memoryUnits, memory.availableBytes === undefined ? 'freeBytes' : 'availableBytes', 'host'),
  ];
}
