/**
 * Host text is hostile: what a process calls itself must neither mention, nor format, nor hide.
 *
 * Everything a host or a person typed passes `cleanLine` or `cleanText` before it is laid out; what goes into a field that
 * Slack parses passes `escapeMrkdwn` too. Blocks use rich_text and raw_text, which Slack does not parse.
 */

/** Shown in place of what cannot be shown. */
const REPLACEMENT = '\uFFFD';
/** C0 without tab and newline, DEL and C1. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Marks that reorder or hide text: bidirectional controls, zero-width characters, variation selectors, tags, line separators. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Several lines: newlines and tabs stay, everything that hides or reorders text is shown as U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, REPLACEMENT).replace(INVISIBLE, REPLACEMENT);
}

/** One line: as `cleanText`, and newlines and tabs become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/[\n\t]+/g, ' ');
}

/** For fields that Slack reads as mrkdwn, such as a message's fallback text. Once, and nothing else: entities are not reversible twice. */
export function escapeMrkdwn(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Cuts by code points and says how much is missing: shortening is never silent. */
export function shorten(text: string, maxChars: number): string {
  // Each code point is one or two UTF-16 units, so a short string needs no counting.
  if (text.length <= maxChars) return text;
  const points = Array.from(text);
  if (points.length <= maxChars) return text;
  const note = (kept: number) => `… [+${points.length - kept} characters]`;
  const kept = Math.max(0, maxChars - note(0).length);
  return points.slice(0, kept).join('') + note(kept);
}

/** As `shorten`, by UTF-8 bytes: chat.update counts them. Never cuts a character or an entity of `escapeMrkdwn`. */
export function shortenBytes(text: string, maxBytes: number): string {
  if (utf8Bytes(text) <= maxBytes) return text;
  const note = '… [shortened]';
  const room = maxBytes - utf8Bytes(note);
  let used = 0;
  let kept = '';
  for (const piece of text.match(/&(?:amp|lt|gt);|[\s\S]/gu) ?? []) {
    used += utf8Bytes(piece);
    if (used > room) break;
    kept += piece;
  }
  return kept + note;
}

export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
