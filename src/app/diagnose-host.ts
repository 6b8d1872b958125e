import { diagnose } from '../diagnose/diagnose.ts';
import type { CauseId } from '../model/cause.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { RawOutput } from '../model/output.ts';
import type { DiagRequest } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import { assemble } from '../snapshot/assemble.ts';
import { maskSecrets } from '../snapshot/mask.ts';
import type { DiagnoseHost, Ports } from './ports.ts';

export interface DiagnoseHostOptions {
  /** Added to the findings of a cause. */
  readonly runbooks: Readonly<Partial<Record<CauseId, string>>>;
}

/**
 * A request to its answer: run, mask, read, judge, keep.
 *
 * Secrets are masked before anything else sees the outputs, so none can reach a message, a file or a table. What a
 * cut or cancelled collection brought is diagnosed like a whole one; `ended` tells the reader that it is less.
 */
export function diagnoseHost(ports: Ports, catalogue: readonly CatalogueEntry[], options: DiagnoseHostOptions): DiagnoseHost {
  return async (request, target, onProgress, signal) => {
    const entry = entryOf(catalogue, request);
    const ran = await ports.run(target, entry, request.windowSeconds, onProgress, signal);
    if (ran.kind === 'unreachable') return { kind: 'unreachable', request, why: ran.why };
    onProgress({ kind: 'reading' });
    const outputs = ran.collection.outputs.map(masked);
    // The time of the outputs, not of the request: a recording is as old as it is.
    const takenAt = outputs[0]?.startedAt ?? ports.now();
    const diagnosis = judge({ request, target, entry, takenAt, outputs }, ports.newId() as DiagnosisId, options);
    await ports.save?.(request, diagnosis, outputs);
    return { kind: 'diagnosed', request, diagnosis, outputs, ended: ran.collection.ended };
  };
}

interface Collected {
  readonly request: DiagRequest;
  readonly target: Target;
  readonly entry: CatalogueEntry;
  readonly takenAt: Date;
  readonly outputs: readonly RawOutput[];
}

function judge({ request, target, entry, takenAt, outputs }: Collected, id: DiagnosisId, options: DiagnoseHostOptions): Diagnosis {
  const snapshot = assemble({
    host: target.name,
    takenAt,
    outputs,
    volumes: target.volumes,
    pasted: false,
    commands: entry.commands,
  });
  return diagnose(snapshot, { id, subcommand: request.subcommand, runbooks: options.runbooks });
}

function entryOf(catalogue: readonly CatalogueEntry[], { subcommand }: DiagRequest): CatalogueEntry {
  const entry = catalogue.find(({ name }) => name === subcommand);
  if (!entry) throw new Error(`no subcommand '${subcommand}': expected one of ${catalogue.map(({ name }) => name).join(', ')}`);
  return entry;
}

function masked(output: RawOutput): RawOutput {
  return { ...output, command: maskSecrets(output.command), stdout: maskSecrets(output.stdout), stderr: maskSecrets(output.stderr) };
}
