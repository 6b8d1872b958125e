import type { Reader, Run, Runs } from './drawing.ts';
import { formatDate } from './slack-date.ts';

type Style = Pick<Run, 'bold' | 'italic' | 'strike'>;

const STYLE_OF_MARK: Readonly<Record<string, Style>> = { '*': { bold: true }, _: { italic: true }, '~': { strike: true } };
// One pass over what has a meaning in mrkdwn: a fence, a code span, a <…> reference, a styled span whose marks touch its
// words and stand at a word's edge. Everything else is text.
const FENCE = '```(?<fence>[\\s\\S]+?)```';
const CODE = '`(?<code>[^`\\n]+)`';
const REFERENCE = '<(?<reference>[^<>\\n]+)>';
const STYLED = '(?<![\\w*_~])(?<mark>[*_~])(?<styled>(?!\\s)[^\\n]*?[^\\s])\\k<mark>(?![\\w*_~])';

/** Reads Slack's mrkdwn as Slack shows it. Host text that was escaped comes out as the text it is. */
export function readMrkdwn(text: string, reader: Reader, style: Style = {}): Runs {
  const tokens = new RegExp(`${FENCE}|${CODE}|${REFERENCE}|${STYLED}`, 'g');
  const runs: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    if (match.index > end) runs.push({ ...style, text: decodeEntities(text.slice(end, match.index)) });
    runs.push(...readToken(match.groups ?? {}, reader, style));
    end = match.index + match[0].length;
  }
  if (end < text.length) runs.push({ ...style, text: decodeEntities(text.slice(end)) });
  return runs;
}

function readToken(groups: Readonly<Record<string, string | undefined>>, reader: Reader, style: Style): Runs {
  const { fence, code, reference, mark, styled } = groups;
  if (fence !== undefined) return [{ ...style, code: true, text: decodeEntities(fence.replace(/^\n|\n$/g, '')) }];
  if (code !== undefined) return [{ ...style, code: true, text: decodeEntities(code) }];
  if (reference !== undefined) return [{ ...style, ...readReference(reference, reader) }];
  return readMrkdwn(styled ?? '', reader, { ...style, ...STYLE_OF_MARK[mark ?? ''] });
}

/** What stands between < and >: a user, a channel, a group, a date or a link, each with an optional label after |. */
function readReference(reference: string, reader: Reader): Run {
  const bar = reference.indexOf('|');
  const target = bar < 0 ? reference : reference.slice(0, bar);
  const label = bar < 0 ? undefined : decodeEntities(reference.slice(bar + 1));
  if (target.startsWith('@')) return { text: `@${reader.nameOfUser(target.slice(1))}`, mention: true };
  if (target.startsWith('#')) return { text: `#${reader.nameOfChannel(target.slice(1))}`, mention: true };
  if (target.startsWith('!date^')) return { text: readDate(target, label ?? '', reader) };
  if (target.startsWith('!')) return { text: `@${label ?? target.slice(1)}`, mention: true };
  const href = safeHref(decodeEntities(target));
  return { text: label ?? decodeEntities(target), ...(href === undefined ? {} : { href }) };
}

function readDate(target: string, fallback: string, reader: Reader): string {
  const [, seconds, pattern] = target.split('^');
  const at = Number(seconds);
  if (!Number.isSafeInteger(at) || pattern === undefined) return fallback;
  return formatDate(new Date(at * 1000), decodeEntities(pattern), reader);
}

/** A link that may be followed from a page: anything but the web and mail is shown as text only. */
export function safeHref(url: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : undefined;
}

/** Slack knows three entities; '&amp;lt;' is the text '&lt;'. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'));
}
