import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type Parsed, type ParseProblem, type Source } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

/** The control groups of one process, and what they tell of the host. */
export interface SelfCgroupSample extends Row {
  /** 2 where nothing but the unified hierarchy is mounted, 1 where any controller has one of its own. */
  readonly version: 1 | 2;
  readonly pid?: number;
  readonly paths: readonly string[];
}

/**
 * /proc/PID/cgroup: the control groups of one process.
 *
 * Reads   /proc/self/cgroup and /proc/PID/cgroup of both versions
 * Columns 'HIERARCHY:CONTROLLERS:PATH' -> paths; a controller with a hierarchy of its own -> version 1; the path -> pid
 * Not     which controller has which path
 * Caution inside a container the path is seen from its own root: '/' of process 1 says that it is one
 * Source  cgroups(7)
 *
 *     0::/init.scope
 */
export const selfCgroup = defineParser<SelfCgroupSample>({
  recognise: {
    path: /^\/proc\/(?:self|\d+)\/cgroup$/,
    looksLike: (lines) => ROW.test(lines[0] ?? '') && lines.every((text) => isBlankLine(text) || ROW.test(text)),
  },
  parse,
});

const ROW = /^\d+:([^:]*):(\/.*)$/;

function parse(source: Source): Parsed<SelfCgroupSample> {
  const problems: ParseProblem[] = [];
  const rows = source.lines.flatMap((line) => {
    const match = ROW.exec(line.text);
    if (match) return [{ controllers: match[1] ?? '', path: match[2] ?? '', cite: line.cite }];
    if (!isBlankLine(line.text)) problems.push({ cite: line.cite, why: 'no line of a cgroup file' });
    return [];
  });
  const [first, ...rest] = rows;
  if (first === undefined) return { sample: undefined, problems };
  const pid = /^\/proc\/(\d+)\//.exec(source.path ?? '')?.[1];
  // systemd's own named hierarchy exists in both versions.
  const own = rows.some(({ controllers }) => controllers !== '' && !controllers.startsWith('name='));
  const sample: SelfCgroupSample = {
    version: own ? 1 : 2,
    ...(pid === undefined ? {} : { pid: Number(pid) }),
    paths: [...new Set(rows.map(({ path }) => path))],
    cites: citesOf(first.cite, ...rest.map(({ cite }) => cite)),
  };
  return { sample, problems };
}
