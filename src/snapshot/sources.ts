import type { RawOutput } from '../model/output.ts';
import { type Source, type SourceLine, sourceOf } from '../parsers/parser.ts';
import { parserForPath, pathInCommand } from './choose-parser.ts';

/**
 * The texts of one output: the whole of it, or one for each file where files were read.
 *
 * Where files were read each line is 'PATH:TEXT'. A line's place and verbatim text stay those of the whole output,
 * so that whatever is cited can be found in the raw file that a person is given.
 */
export function sourcesOf(output: RawOutput): readonly Source[] {
  const whole = sourceOf(output.id, output.command, output.stdout);
  if (output.pathPrefixed) return filesOf(whole);
  const path = oneFile(output.command);
  return [{ ...whole, ...(path === undefined ? {} : { path }), lines: withoutTrailingBlank(whole.lines) }];
}

/** 'cat /sys/block/sda/size' printed that file, which says nothing of itself. */
function oneFile(command: string): string | undefined {
  const path = pathInCommand(command);
  return path !== undefined && !/[*?[{]/.test(path) && parserForPath(path) !== undefined ? path : undefined;
}

function filesOf(whole: Source): readonly Source[] {
  const files = new Map<string, SourceLine[]>();
  let path = '';
  for (const line of whole.lines) {
    // The same file as the line before, nearly always: its path then need not be looked for.
    if (path === '' || !line.text.startsWith(`${path}:`)) path = pathOf(line.text) ?? '';
    if (path === '') continue;
    const lines = files.get(path) ?? [];
    if (lines.length === 0) files.set(path, lines);
    lines.push({ text: line.text.slice(path.length + 1), cite: { ...line.cite, file: { path, line: lines.length + 1 } } });
  }
  return [...files].map(([file, lines]) => ({ id: whole.id, command: whole.command, path: file, lines }));
}

/**
 * The path that leads a line. Cgroups of container runtimes have colons in their names
 * ('/sys/fs/cgroup/kubepods.slice:cri-containerd:4f/io.stat'), so the shortest path that a parser knows wins.
 */
function pathOf(text: string): string | undefined {
  if (!text.startsWith('/')) return undefined;
  const first = text.indexOf(':');
  for (let end = first, tried = 0; end > 0 && tried < MAX_COLONS_IN_A_PATH; end = text.indexOf(':', end + 1), tried++) {
    const candidate = text.slice(0, end);
    if (parserForPath(candidate) !== undefined) return candidate;
  }
  return first > 0 ? text.slice(0, first) : undefined;
}
const MAX_COLONS_IN_A_PATH = 8;

function withoutTrailingBlank(lines: readonly SourceLine[]): readonly SourceLine[] {
  return lines.at(-1)?.text === '' ? lines.slice(0, -1) : lines;
}
