import type { Parser } from './parser.ts';

/** Every parser, by name: the name is what commands/*.yml says in `parser:`. Two lines each, in the order of the alphabet. */
export const parsers = {} as const satisfies Readonly<Record<string, Parser<unknown>>>;
export type ParserName = keyof typeof parsers;
export type SampleOf<N extends ParserName> = (typeof parsers)[N] extends Parser<infer S> ? S : never;
