import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from '../model/output.ts';
import { readRecording } from './recording.ts';
import { type RunResult, unreachable } from './transport.ts';

/** Steps of pretended sampling: enough to see the progress, short enough not to wait for it. */
const STEPS = 5;
const STEP_MS = 150;

/** Answers from a recording as a host would, progress included. */
export async function replay(
  name: string,
  folder: string,
  onSampling: (elapsedSeconds: number, windowSeconds: number) => void,
  signal: AbortSignal,
): Promise<RunResult> {
  try {
    const { outputs, windowSeconds } = readRecording(folder);
    for (let step = 0; step < STEPS; step++) {
      onSampling((windowSeconds * step) / STEPS, windowSeconds);
      await pause(STEP_MS, undefined, { signal });
    }
    const collection: Collection = { outputs, ended: 'complete', noise: [] };
    return { kind: 'collected', collection };
  } catch (error) {
    if (signal.aborted) return unreachable('cancelled', `${name}: cancelled before anything was collected`);
    return unreachable('config', `${name}: the recording in ${folder} cannot be read: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
