import type { CommandAction } from '../model/command.ts';
import type { Outcome } from '../model/output.ts';
import type { CommandFrames } from './frames.ts';
import type { SessionEnd } from './session.ts';

/** How a command ended, from what the program said of it and how the session as a whole went. */
export function outcomeOf(action: CommandAction, frames: CommandFrames | undefined, ended: SessionEnd['ended']): Outcome {
  if (frames?.skipped) return 'not-run';
  // SIGPIPE: the byte limit closed its output. Awk loses lines of NUL bytes, and with them its own count.
  if (frames?.truncated || frames?.exitCode === 128 + 13) return 'too-large';
  if (frames === undefined || frames.exitCode === undefined) return ended === 'complete' || ended === 'deadline' ? 'timeout' : 'cut';
  if (frames.exitCode === 0) return 'ok';
  // grep and ls fail when one of many files is gone or closed to the account; what they read is whole.
  if ((action.kind === 'files' || action.kind === 'links') && frames.stdout !== '') return 'ok';
  return failureOf(frames);
}

function failureOf({ exitCode, stderr }: CommandFrames): Outcome {
  if (exitCode === 127) return 'not-installed';
  if (exitCode === 126 || /permission denied|operation not permitted|not allowed|must be root/i.test(stderr)) return 'denied';
  return 'exit-nonzero';
}
