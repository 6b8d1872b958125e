import { constants, type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** More than a tool prints in an hour, and recognised within half a minute; a core dump or a disk image is larger. */
export const MAX_BYTES = 16 * 1024 * 1024;
/** Text has no NUL in its beginning, except in two-byte encodings, which say so by their first bytes. */
const LOOK_AT_BYTES = 8192;
const PIPE_CHUNK_BYTES = 65_536;
const PIPE_POLL_MS = 50;
const PIPE_SILENCE_MS = 60_000;

export type BoundedText =
  | { readonly kind: 'text'; readonly text: string /** What was left out, in words. */; readonly remark?: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** A file as text: its first 16 MB. Nothing about a file makes it throw. */
export async function readTextFile(path: string): Promise<BoundedText> {
  try {
    // Without waiting, for to open a pipe that nobody writes to would wait for ever.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const kind = await file.stat();
      if (kind.isDirectory()) return { kind: 'unreadable', why: 'is a folder; give a folder alone or files' };
      if (kind.isFIFO()) return await readStream(chunksOfPipe(file));
      return await readStream(file.createReadStream({ end: MAX_BYTES, autoClose: false }));
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: 'unreadable', why: `cannot be read: ${reasonOf(error)}` };
  }
}

/** What a pipe holds, such as that of `explain <(vmstat 1 5)`; its writer may be slow. */
async function* chunksOfPipe(pipe: FileHandle): AsyncGenerator<Uint8Array> {
  for (let silentMs = 0; silentMs < PIPE_SILENCE_MS; ) {
    const { bytesRead, buffer } = await readNow(pipe);
    if (bytesRead === 0) return;
    if (bytesRead === undefined) {
      await sleep(PIPE_POLL_MS);
      silentMs += PIPE_POLL_MS;
    } else {
      silentMs = 0;
      yield buffer.subarray(0, bytesRead);
    }
  }
  throw new Error(`nothing came through this pipe for ${PIPE_SILENCE_MS / 1_000} s; give a file, or - for standard input`);
}

/** `bytesRead` is undefined where a writer is there and has written nothing yet. */
async function readNow(pipe: FileHandle): Promise<{ readonly bytesRead: number | undefined; readonly buffer: Buffer }> {
  const buffer = Buffer.alloc(PIPE_CHUNK_BYTES);
  try {
    return { bytesRead: (await pipe.read(buffer, 0, buffer.length, null)).bytesRead, buffer };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return { bytesRead: undefined, buffer };
    throw error;
  }
}

/** All that comes, up to 16 MB, as text. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<BoundedText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) break;
  }
  const whole = Buffer.concat(chunks).subarray(0, MAX_BYTES);
  const encoding = encodingOf(whole);
  if (encoding === undefined) return { kind: 'unreadable', why: 'is binary; expected the text that a command printed' };
  const text = new TextDecoder(encoding).decode(whole);
  return bytes > MAX_BYTES
    ? { kind: 'text', text, remark: 'is larger than 16 MB; only its first 16 MB were read' }
    : { kind: 'text', text };
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes.subarray(0, LOOK_AT_BYTES).includes(0) ? undefined : 'utf-8';
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'no such file';
    case 'EACCES':
      return 'permission denied';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
