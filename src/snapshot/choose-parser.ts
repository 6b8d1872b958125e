import type { RawOutput } from '../model/output.ts';
import type { Parser, Source } from '../parsers/parser.ts';
import { type ParserName, parsers } from '../parsers/registry.ts';

/** The registry as a list; every parser is read through its own entry, so the sample's type is lost here on purpose. */
const entries: readonly (readonly [string, Parser<unknown>])[] = Object.entries(parsers);
const names = new Set<string>(Object.keys(parsers));

/**
 * The parsers that may read a text, the likeliest first: the one the catalogue names, else by the file's path,
 * else by the command line, else by what the text looks like. The next is tried where one understands nothing.
 */
export function parsersFor(output: RawOutput, source: Source): readonly ParserName[] {
  const named = output.parser === undefined ? undefined : knownName(output.parser);
  const typed = pathInCommand(source.command);
  const path = source.path ?? typed;
  const byPath = path === undefined ? undefined : parserForPath(path);
  const byCommand = path === undefined || path === typed ? parserForCommand(source.command) : undefined;
  const sure = [named, byPath, byCommand].filter((name) => name !== undefined);
  return sure.length > 0 && source.path !== undefined && source.path !== typed ? sure : [...new Set([...sure, ...lookalikes(source)])];
}

export function parserForPath(path: string): ParserName | undefined {
  return nameOf(entries.find(([, parser]) => parser.recognise.path?.test(path) === true));
}

function parserForCommand(command: string): ParserName | undefined {
  const bare = bareCommand(command);
  return bare === '' ? undefined : nameOf(entries.find(([, parser]) => parser.recognise.command?.test(bare) === true));
}

function lookalikes(source: Source): readonly ParserName[] {
  const texts = source.lines.map((line) => line.text);
  return entries.filter(([, parser]) => parser.recognise.looksLike(texts)).flatMap(([name]) => knownName(name) ?? []);
}

/** 'sudo -n LC_ALL=C /usr/bin/iostat -x 1 | tail' -> 'iostat -x 1': what a parser's pattern is held against. */
export function bareCommand(command: string): string {
  const first = command.split(/\s+[|#]/, 1)[0] ?? '';
  const unwrapped = first.trim().replace(/^(?:(?:sudo(?:\s+-\w+)*|env|nice|time|\w+=\S*)\s+)+/, '');
  return unwrapped.replace(/^\/\S*\//, '');
}

/** 'cat /proc/pressure/io' names the file that the text is of. */
export function pathInCommand(command: string): string | undefined {
  return /^cat\s+(\/\S+)$/.exec(bareCommand(command))?.[1];
}

function nameOf(entry: readonly [string, Parser<unknown>] | undefined): ParserName | undefined {
  return entry === undefined ? undefined : knownName(entry[0]);
}

function knownName(name: string): ParserName | undefined {
  return names.has(name) ? (name as ParserName) : undefined;
}
