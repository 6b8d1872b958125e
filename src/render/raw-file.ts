import { durationText } from '../model/figure-text.ts';
import type { RawOutput } from '../model/output.ts';
import { cleanLine, cleanText, shorten } from './escape.ts';
import { utcText } from './time.ts';

const OUTPUT_CHARS = 500_000;
const FILE_CHARS = 5_000_000;
const ERROR_CHARS = 20_000;

/** Every output of a diagnosis in one text file, as it came. Secrets must be masked before: this only makes it safe to open. */
export function rawFile(outputs: readonly RawOutput[]): string {
  const parts: string[] = [
    `${outputs.length} ${outputs.length === 1 ? 'output' : 'outputs'}; characters that steer a terminal are shown as \uFFFD`,
  ];
  let room = FILE_CHARS;
  for (const [index, output] of outputs.entries()) {
    const part = outputText(output);
    if (part.length > room) {
      parts.push(`${outputs.length - index} more outputs are left out: the file would be too long`);
      break;
    }
    room -= part.length;
    parts.push(part);
  }
  return `${parts.join('\n\n')}\n`;
}

function outputText(output: RawOutput): string {
  const exit = output.exitCode === undefined ? '' : `, exit ${output.exitCode}`;
  const took = durationText(Math.round(output.durationMs / 100) / 10);
  return [
    `===== ${cleanLine(output.command === '' ? output.id : output.command)}`,
    `===== ${output.id}: ${output.outcome}${exit}, started ${utcText(output.startedAt)}, took ${took}`,
    shorten(cleanText(output.stdout), OUTPUT_CHARS).replace(/\n$/, ''),
    ...(output.stderr === '' ? [] : ['----- standard error', shorten(cleanText(output.stderr), ERROR_CHARS).replace(/\n$/, '')]),
  ].join('\n');
}
