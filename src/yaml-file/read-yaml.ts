import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { wordingOf } from './wording.ts';

type Path = readonly PropertyKey[];

/** A YAML file as its schema sees it. */
export interface YamlFile<T> {
  /** Undefined where `mistakes` has lines. */
  readonly data: T | undefined;
  /** 'FILE:LINE: KEY: what was expected, what was found', a line each. */
  readonly mistakes: readonly string[];
  /** One more such line, for what only the reader of the data can see. */
  readonly mistakeAt: (path: Path, why: string) => string;
}

/** Nothing in a text makes it throw. Messages of the schema's own must read on after a key and a colon. */
export function readYaml<T>(file: string, text: string, schema: z.ZodType<T>): YamlFile<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const mistakeAt = (path: Path, why: string): string =>
    `${file}:${lines.linePos(offsetOf(document, path)).line}: ${path.map(String).join('.') || 'the file'}: ${why}`;
  const broken = document.errors.map((error) => `${file}:${lines.linePos(error.pos[0]).line}: not YAML: ${yamlWords(error)}`);
  if (broken.length > 0) return { data: undefined, mistakes: broken, mistakeAt };
  let content: unknown;
  try {
    content = document.toJS() ?? {};
  } catch (error) {
    return { data: undefined, mistakes: [mistakeAt([], `not YAML: ${error instanceof Error ? error.message : String(error)}`)], mistakeAt };
  }
  const read = schema.safeParse(content, { error: wordingOf });
  if (read.success) return { data: read.data, mistakes: [], mistakeAt };
  return { data: undefined, mistakes: read.error.issues.flatMap((issue) => linesOf(issue, mistakeAt)), mistakeAt };
}

function linesOf(issue: z.core.$ZodIssue, mistakeAt: (path: Path, why: string) => string): readonly string[] {
  if (issue.code !== 'unrecognized_keys') return [mistakeAt(issue.path, issue.message)];
  // A line for each key, in their order.
  const words = issue.message.split('\n');
  return issue.keys.map((key, at) => mistakeAt([...issue.path, key], words[at] ?? issue.message));
}

/** Where the key at the end of `path` stands, or the deepest one on the way that is there. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key) : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** The package's words, where an operator needs better ones. */
function yamlWords({ code, message }: YAMLError): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'this key stands here twice; expected each once';
    case 'TAB_AS_INDENT':
      return 'a tab at the beginning of the line; expected spaces';
    case 'MULTIPLE_DOCS':
      return 'a second document begins here; expected one, without ---';
    case 'BAD_INDENT':
      return 'the line begins too far to the left or to the right; expected it below its fellows';
    case 'MISSING_CHAR':
      return `a bracket, quote or colon is missing (${message})`;
    default:
      return message;
  }
}
