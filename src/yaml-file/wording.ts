import type { z } from 'zod';
import { closestName } from '../model/closest.ts';

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
  date: 'a date',
};
const NAMES_SHOWN = 20;
const VALUE_CHARS = 60;

/**
 * What is wrong with a value, for who wrote the file and has not seen the schema: what may stand there and what does.
 * One line; of keys that the schema does not know, one line each.
 */
export function wordingOf(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKeyWords(key, knownKeys(issue))).join('\n');
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? issue.expected}, found ${typeof issue.input === 'string' ? 'the text ' : ''}${foundWords(issue.input)}`;
    case 'invalid_value':
      return `expected ${oneOf(issue.values.map(String))}, found ${foundWords(issue.input)}${didYouMean(issue.input, issue.values.map(String))}`;
    case 'too_small':
      return `expected ${sizeWords(issue.origin, 'at least', issue.minimum, issue.inclusive)}, found ${foundWords(issue.input)}`;
    case 'too_big':
      return `expected ${sizeWords(issue.origin, 'at most', issue.maximum, issue.inclusive)}, found ${foundWords(issue.input)}`;
    default:
      return `expected another value, found ${foundWords(issue.input)}`;
  }
}

function unknownKeyWords(key: string, known: readonly string[]): string {
  return `no such key, expected ${oneOf(known)}${didYouMean(key, known)}`;
}

/** Keys that may stand where `issue` found others: of an object by its shape, of a record by its kinds of keys. */
function knownKeys(issue: Issue): readonly string[] {
  const def: unknown = issue.inst?._zod.def;
  if (!isObject(def)) return [];
  if (isObject(def['shape'])) return Object.keys(def['shape']);
  const keyType = def['keyType'];
  const values = isObject(keyType) && isObject(keyType['_zod']) ? keyType['_zod']['values'] : undefined;
  return values instanceof Set ? [...values].map(String) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function didYouMean(typed: unknown, names: readonly string[]): string {
  const meant = typeof typed === 'string' ? closestName(typed, names) : undefined;
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return `${names.length > 1 ? 'one of ' : ''}${shown}${names.length > NAMES_SHOWN ? ', …' : ''}`;
}

function sizeWords(origin: string, bound: string, limit: number | bigint, inclusive: boolean | undefined): string {
  if (origin === 'string') return bound === 'at least' && limit === 1 ? 'a text' : `${bound} ${limit} characters`;
  if (origin === 'array') return `${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  if (inclusive === false) return `a number ${bound === 'at least' ? 'above' : 'below'} ${limit}`;
  return `${bound} ${limit}`;
}

function foundWords(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  switch (typeof value) {
    case 'string':
      return `'${value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS)}…` : value}'`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return `${value}`;
    default:
      return 'keys with values';
  }
}
