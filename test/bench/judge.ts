/** How long it takes from raw outputs to a rendered diagnosis. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain } from '../../src/app/explain.ts';
import type { DiagnosisId } from '../../src/model/diagnosis.ts';
import { readRecording } from '../../src/remote/recording.ts';
import { renderText } from '../../src/render/text.ts';
import { show, spreadOf } from './measure.ts';

const hosts = fileURLToPath(new URL('../hosts/', import.meta.url));

export function benchDiagnosis(rounds: number): void {
  console.log('\nDiagnosis: parse, assemble, judge by all rules, render as text; from the recordings of test/hosts');
  for (const name of readdirSync(hosts).filter((file) => !file.includes('.'))) {
    const recording = readRecording(join(hosts, name));
    const bytes = recording.outputs.reduce((sum, { stdout }) => sum + stdout.length, 0);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const { host, takenAt, outputs } = recording;
      renderText(explain({ id: 'bench' as DiagnosisId, host, takenAt, outputs }), {});
      times.push(performance.now() - started);
    }
    console.log(`  ${name} (${bytes} bytes): ${show(spreadOf(times), 'ms', 1)}`);
  }
}
