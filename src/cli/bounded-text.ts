import { open } from 'node:fs/promises';

/** More than any tool prints in a day; a core dump or a disk image is larger. */
export const MAX_BYTES = 64 * 1024 * 1024;
/** Text has no NUL in its beginning, except in two-byte encodings, which say so by their first bytes. */
const LOOK_AT_BYTES = 8192;

export type BoundedText =
  | { readonly kind: 'text'; readonly text: string /** What was left out, in words. */; readonly remark?: string }
  | { readonly kind: 'unreadable'; readonly why: string };

/** A file as text: its first 64 MB. Nothing about a file makes it throw. */
export async function readTextFile(path: string): Promise<BoundedText> {
  try {
    const file = await open(path);
    try {
      if ((await file.stat()).isDirectory()) return { kind: 'unreadable', why: 'is a folder; give a folder alone or files' };
      return await readStream(file.createReadStream({ end: MAX_BYTES, autoClose: false }));
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: 'unreadable', why: `cannot be read: ${reasonOf(error)}` };
  }
}

/** All that comes, up to 64 MB, as text. */
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
    ? { kind: 'text', text, remark: 'is larger than 64 MB; only its first 64 MB were read' }
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
