import type { RawOutput } from '../model/output.ts';
import type { Parsed, Parser, Source } from '../parsers/parser.ts';
import { type ParserName, parsers, type SampleOf } from '../parsers/registry.ts';
import { parsersFor } from './choose-parser.ts';
import type { Snapshot } from './snapshot.ts';
import { sourcesOf } from './sources.ts';

/** What one parser made of one text, and where the text came from. */
export interface Reading<S> {
  readonly sample: S;
  readonly output: RawOutput;
  /** The file, where one was read. */
  readonly path: string | undefined;
}
/** All samples by parser, in the order in which the outputs were given: the views are built from these alone. */
export type Samples = { readonly [N in ParserName]: readonly Reading<SampleOf<N>>[] };

export interface ReadOutputs {
  readonly samples: Samples;
  readonly unread: Snapshot['unread'];
  /** The outputs of which a parser made something. */
  readonly understood: ReadonlySet<RawOutput>;
}

/** Finds the parser of each text and reads it. What no parser understands is listed, never dropped. */
export function readOutputs(outputs: readonly RawOutput[]): ReadOutputs {
  const samples = new Map<ParserName, Reading<unknown>[]>();
  const unread: Snapshot['unread'][number][] = [];
  const understood = new Set<RawOutput>();
  for (const output of outputs) {
    for (const source of sourcesOf(output)) {
      const read = readSource(output, source);
      for (const problem of read.problems) unread.push(problem);
      if (read.name === undefined) continue;
      understood.add(output);
      const list = samples.get(read.name) ?? [];
      if (list.length === 0) samples.set(read.name, list);
      list.push({ sample: read.sample, output, path: source.path });
    }
  }
  const byName = Object.fromEntries(Object.keys(parsers).map((name) => [name, samples.get(name as ParserName) ?? []]));
  // Each list was filled by the parser of its own name, which the compiler cannot follow through a map.
  return { samples: byName as unknown as Samples, unread, understood };
}

interface ReadSource {
  readonly name: ParserName | undefined;
  readonly sample: unknown;
  readonly problems: Parsed<unknown>['problems'];
}

function readSource(output: RawOutput, source: Source): ReadSource {
  let firstProblems: Parsed<unknown>['problems'] | undefined;
  for (const name of parsersFor(output, source)) {
    const parser: Parser<unknown> = parsers[name];
    const { sample, problems } = parser.parse(source);
    if (sample !== undefined) return { name, sample, problems };
    firstProblems ??= problems;
  }
  return { name: undefined, sample: undefined, problems: firstProblems ?? unknownText(source) };
}

/** A text that no parser claims is one problem, not one a line: it would drown the lines that matter. */
function unknownText(source: Source): Parsed<unknown>['problems'] {
  const line = source.lines.find(({ text }) => text.trim() !== '');
  return line === undefined ? [] : [{ cite: line.cite, why: 'no parser knows this output' }];
}
