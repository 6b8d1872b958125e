import type { RawOutput } from '../src/model/output.ts';
import { assemble } from '../src/snapshot/assemble.ts';

/** Outputs as another host would have printed them, which must be judged alike. */
export type Variation = (outputs: readonly RawOutput[]) => readonly RawOutput[];

function ofTexts(outputs: readonly RawOutput[], change: (text: string) => string): readonly RawOutput[] {
  return outputs.map((output) => ({ ...output, stdout: change(output.stdout) }));
}

/** sda -> sdd, and with it its number 8:0 -> 8:48; nvme1n1 -> nvme8n1. Names keep their length, so columns keep their width. */
export const devicesRenamed: Variation = (outputs) =>
  ofTexts(outputs, (text) =>
    text
      .replace(/\b([sh]d)([a-v])(?=\d*\b)/g, (_, kind: string, letter: string) => kind + String.fromCharCode(letter.charCodeAt(0) + 3))
      .replace(/\bdev8-(\d+)\b/g, (_, minor: string) => `dev8-${Number(minor) + 48}`)
      .replace(/\bnvme([0-2])(?=n\d)/g, (_, digit: string) => `nvme${Number(digit) + 7}`)
      .replace(/\bmd([0-4])\b/g, (_, digit: string) => `md${Number(digit) + 5}`),
  );

export const hostsRenamed: Variation = (outputs) =>
  ofTexts(outputs, (text) =>
    text.replace(/^(Linux \S+ \()[^)]+/gm, '$1another-name').replace(/^(\w{3} +\d+ [\d:]{8} )[\w-]+( kernel: )/gm, '$1another-name$2'),
  );

/** Names that are words of the formats themselves, or that say that the kernel is at work. */
const KEPT =
  /^(?:top|atop|iotop|htop|ps|free|sar|vmstat|iostat|pidstat|node|agent|root|init|kernel|memory|\[.*|.*\/.*|k\w+d\d*|\w*kworker.*)$/;

/** Each program under another name, the same everywhere and as long: 'python' -> 'clguba'. */
export const processesRenamed: Variation = (outputs) => {
  const { views } = assemble({ host: '', takenAt: new Date(0), outputs, volumes: [], pasted: true });
  const programs = (views.processes?.all ?? []).filter(
    ({ kernelThread, name }) => !kernelThread && /^[\w-]{4,}$/.test(name) && !KEPT.test(name),
  );
  const names = new Set(programs.map(({ name }) => name));
  if (names.size === 0) return outputs;
  const pattern = new RegExp(`(?<![\\w-])(?:${[...names].join('|')})(?![\\w-])`, 'g');
  return ofTexts(outputs, (text) => text.replace(pattern, rotated));
};

function rotated(name: string): string {
  return name.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

/** Rows of devices in iostat and sar, rows of processes in iotop and pidstat, and pressure. */
const ROWS =
  /^(?:(?:[\d:]+(?: [AP]M)?)?\s*(?:[sh]d[a-z]+\d*|nvme\S+|dm-\d+|md\d+|xvd\w+|dev\d+-\d+|vgca\d)\s.*|\s*\d+ (?:be|rt|idle)\S*\s.*|(?:[\d:]+\s+)?\d+\s+\d+\s+\d+\.\d\d\s.*|(?:some|full) avg10=.*)$/gm;

/** Every measured figure of these rows by a factor; a share of 100 % stays one. */
export function scaled(factor: number): Variation {
  return (outputs) =>
    ofTexts(outputs, (text) =>
      text.replace(ROWS, (row) => row.replace(/(?<![\w:])\d+([.,])\d+/g, (word, mark) => scaledWord(word, mark, factor))),
    );
}

function scaledWord(word: string, mark: string, factor: number): string {
  const value = Number(word.replace(',', '.'));
  const result = value * factor;
  const bounded = value <= 100 && result > 100 ? 100 : result;
  const decimals = word.length - word.indexOf(mark) - 1;
  return bounded.toFixed(decimals).replace('.', mark);
}
