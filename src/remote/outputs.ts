import type { CatalogueCommand, CatalogueEntry } from '../model/command.ts';
import type { OutputId, RawOutput } from '../model/output.ts';
import type { CommandFrames } from './frames.ts';
import { outcomeOf } from './outcome.ts';
import type { SessionEnd } from './session.ts';

/** The outputs of one session: one for each command and reading, one for each mount, and one that tells the program's own pid. */
export function outputsOf(entry: CatalogueEntry, session: SessionEnd, startedAt: Date): readonly RawOutput[] {
  const commands = session.frames.commands;
  const outputs = entry.commands.flatMap((command) =>
    idsOf(command, commands).map(({ id, reading }) => outputOf(command, id, reading, commands.get(id), session.ended, startedAt)),
  );
  return [...outputs, sessionOutput(session, startedAt)];
}

function idsOf(
  command: CatalogueCommand,
  commands: ReadonlyMap<string, CommandFrames>,
): readonly { readonly id: string; readonly reading: 1 | 2 }[] {
  if (command.action.kind === 'mounts') {
    const prefix = `${command.id}.`;
    return [...commands.keys()].filter((id) => id.startsWith(prefix)).map((id) => ({ id, reading: 1 }));
  }
  if (command.readings === 1) return [{ id: command.id, reading: 1 }];
  return [
    { id: `${command.id}.1`, reading: 1 },
    { id: `${command.id}.2`, reading: 2 },
  ];
}

function outputOf(
  command: CatalogueCommand,
  id: string,
  reading: 1 | 2,
  frames: CommandFrames | undefined,
  ended: SessionEnd['ended'],
  sessionStartedAt: Date,
): RawOutput {
  const startedAt = frames?.startedAt ?? sessionStartedAt;
  return {
    id: id as OutputId,
    commandId: command.id,
    reading,
    command: frames?.command || commandText(command),
    ...(command.parser === undefined ? {} : { parser: command.parser }),
    pathPrefixed: command.action.kind === 'files',
    outcome: outcomeOf(command.action, frames, ended),
    exitCode: frames?.exitCode,
    stdout: frames?.stdout ?? '',
    stderr: frames?.stderr ?? '',
    startedAt,
    durationMs: Math.max(0, (frames?.endedAt ?? new Date()).getTime() - startedAt.getTime()),
  };
}

/** The line as a person would type it. */
export function commandText(command: CatalogueCommand): string {
  const { action } = command;
  if (action.kind === 'files')
    return `grep ${action.matching === undefined ? "-aH ''" : `-aHE '${action.matching}'`} ${action.globs.join(' ')}`;
  if (action.kind === 'links') return `ls -ld ${action.globs.join(' ')}`;
  return action.argv.join(' ');
}

/**
 * Tells the snapshot which processes are the bot's own: the shell, first, and what is known to have been started by it. ps
 * knows the rest as its children, but sees only what was there at its moment.
 */
function sessionOutput(session: SessionEnd, startedAt: Date): RawOutput {
  const { helloPid, commands } = session.frames;
  const started = [...commands.values()].flatMap(({ pid, helperPids }) => [pid ?? [], helperPids].flat());
  return {
    id: 'session' as OutputId,
    commandId: 'session',
    reading: 1,
    command: 'echo $$',
    pathPrefixed: false,
    outcome: helloPid === undefined ? 'cut' : 'ok',
    exitCode: undefined,
    stdout: helloPid === undefined ? '' : [helloPid, ...started].map((pid) => `${pid}\n`).join(''),
    stderr: '',
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
  };
}
