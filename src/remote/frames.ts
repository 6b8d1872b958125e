/**
 * Reads the program's frames as they come: lines 'NONCE ID KIND TEXT'.
 *
 * The nonce is looked for anywhere in a line, because a prompt or a background job of the account's login files may
 * have written before it without a newline. Whatever is no frame is noise and is kept, bounded. Text is held as latin1
 * until it is asked for: a piece of a long line may end inside a UTF-8 character.
 */
export interface FrameReader {
  readonly push: (chunk: Uint8Array) => void;
  readonly state: FrameState;
}

export interface FrameState {
  /** Process id of the program's shell, once it has said hello. */
  readonly helloPid: number | undefined;
  /** Whether the program said that it has ended. */
  readonly ended: boolean;
  readonly commands: ReadonlyMap<string, CommandFrames>;
  readonly noise: readonly string[];
  /** Of all that came, frames and noise. */
  readonly bytes: number;
}

export interface CommandFrames {
  readonly pid: number | undefined;
  /** Processes that stand between the command and us. */
  readonly helperPids: readonly number[];
  /** The line that was started; '' for files and links. */
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** Not started: what it left behind in an earlier session is still stuck in the kernel. */
  readonly skipped: boolean;
  readonly exitCode: number | undefined;
  readonly startedAt: Date | undefined;
  readonly endedAt: Date | undefined;
}

/** Longer than any frame: a line beyond it is noise, and its rest is dropped. */
const MAX_LINE_BYTES = 16_384;
const MAX_NOISE_LINES = 50;
const MAX_NOISE_CHARACTERS = 300;
/** More commands than any entry and its mounts have: a host cannot fill the bot's memory with ids. */
const MAX_COMMANDS = 500;
/** More than the forms that a command has. */
const MAX_HELPERS = 8;
/** The catalogue's ids and their readings are shorter, so a longer one is none of ours. */
const FRAME = /^([a-z0-9.-]{1,40}) ([a-z]{1,2})(?: (.*))?$/s;

interface Growing {
  pid: number | undefined;
  helperPids: number[];
  command: string;
  stdout: string[];
  stderr: string[];
  truncated: boolean;
  skipped: boolean;
  exitCode: number | undefined;
  startedAt: Date | undefined;
  endedAt: Date | undefined;
}

export function createFrameReader(nonce: string): FrameReader {
  const commands = new Map<string, Growing>();
  const noise: string[] = [];
  const whole = { helloPid: undefined as number | undefined, ended: false, bytes: 0 };
  let rest = '';

  function addNoise(text: string): void {
    const shown = utf8(text).trim().slice(0, MAX_NOISE_CHARACTERS);
    if (shown !== '' && noise.length < MAX_NOISE_LINES) noise.push(shown);
  }
  function addFrame({ id, kind, text }: Frame): void {
    if (id !== '-') {
      if (!commands.has(id) && commands.size < MAX_COMMANDS) commands.set(id, newCommand());
      const command = commands.get(id);
      if (command !== undefined) applyFrame(command, kind, text);
    } else if (kind === 'h') whole.helloPid = numberOf(text);
    else if (kind === 'z') whole.ended = true;
  }
  function addLine(line: string): void {
    const found = frameIn(line, nonce);
    addNoise(found?.before ?? line);
    if (found !== undefined) addFrame(found);
  }
  function push(chunk: Uint8Array): void {
    whole.bytes += chunk.length;
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_BYTES);
    for (const line of lines) {
      // Nothing that the program writes comes after its end: what does is not its word.
      if (whole.ended) return;
      addLine(line);
    }
  }
  const state: FrameState = {
    get helloPid() {
      return whole.helloPid;
    },
    get ended() {
      return whole.ended;
    },
    get bytes() {
      return whole.bytes;
    },
    get commands() {
      return new Map([...commands].map(([id, command]) => [id, shown(command)]));
    },
    noise,
  };
  return { push, state };
}

interface Frame {
  readonly before: string;
  readonly id: string;
  readonly kind: string;
  readonly text: string;
}

function frameIn(line: string, nonce: string): Frame | undefined {
  const at = line.indexOf(`${nonce} `);
  if (at < 0) return undefined;
  const [, id, kind, text = ''] = FRAME.exec(line.slice(at + nonce.length + 1)) ?? [];
  return id === undefined || kind === undefined ? undefined : { before: line.slice(0, at), id, kind, text };
}

function applyFrame(command: Growing, kind: string, text: string): void {
  switch (kind) {
    case 's':
      // A second start is the other form of the command: what the first one said no longer counts.
      Object.assign(command, newCommand(), { command: utf8(text), startedAt: new Date() });
      return;
    case 'p':
      // Comes after the start, and perhaps after what a quick command said: it must not throw that away.
      command.pid = numberOf(text);
      return;
    case 'w':
      command.helperPids = [...command.helperPids, numberOf(text) ?? []].flat().slice(0, MAX_HELPERS);
      return;
    case 'o':
    case 'oc':
      command.stdout.push(kind === 'o' ? `${text}\n` : text);
      return;
    case 'e':
    case 'ec':
      command.stderr.push(kind === 'e' ? `${text}\n` : text);
      return;
    case 't':
      command.truncated = true;
      return;
    case 'n':
      command.skipped = true;
      command.pid = numberOf(text);
      return;
    case 'x':
      command.exitCode = numberOf(text);
      command.endedAt = new Date();
  }
}

function newCommand(): Growing {
  return {
    pid: undefined,
    helperPids: [],
    command: '',
    stdout: [],
    stderr: [],
    truncated: false,
    skipped: false,
    exitCode: undefined,
    startedAt: undefined,
    endedAt: undefined,
  };
}

/** The pieces are put together when they are read: whoever only asks what has ended does not pay for megabytes of them. */
function shown(command: Growing): CommandFrames {
  return {
    ...command,
    get stdout() {
      return utf8(command.stdout.join(''));
    },
    get stderr() {
      return utf8(command.stderr.join(''));
    },
  };
}

function numberOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
