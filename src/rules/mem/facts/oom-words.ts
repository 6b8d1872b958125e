import { figureText } from '../../../model/figure-text.ts';
import { word } from '../../facts/words.ts';
import { isDirty, type OomEvent, type OomWhen } from './oom.ts';

/** Whom the kernel killed, for whose limit, and what was held. */
export function headlineOf(oom: OomEvent, group: string | undefined): string {
  const { event, report, when } = oom;
  const victim = report?.victimNamed === false || event.process === undefined ? 'a process' : `${word(event.process)}${pidOf(event.pid)}`;
  const why = group === undefined ? 'because the host was out of memory' : `at the memory limit of ${word(group)}`;
  return `The kernel killed ${victim} ${why}${figuresOf(oom)}${agoOf(when, event.ageSeconds)}`;
}

function pidOf(pid: number | undefined): string {
  return pid === undefined ? '' : ` (pid ${pid})`;
}

function figuresOf({ report }: OomEvent): string {
  if (report?.usageBytes !== undefined && report.limitBytes !== undefined) {
    const dirty = isDirty(report) ? `, ${figureText(report.dirtyBytes ?? 0, 'bytes')} of it not yet written to disk` : '';
    return `: ${figureText(report.usageBytes, 'bytes')} of ${figureText(report.limitBytes, 'bytes')} used${dirty}`;
  }
  return report?.victimAnonBytes === undefined ? '' : `: it held ${figureText(report.victimAnonBytes, 'bytes')}`;
}

function agoOf(when: OomWhen, ageSeconds: number | undefined): string {
  return (when === 'just-before' || when === 'recent') && ageSeconds !== undefined ? `, ${figureText(ageSeconds, 's')} ago` : '';
}
