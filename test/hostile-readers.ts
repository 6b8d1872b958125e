import { explain, outputsOfTexts } from '../src/app/explain.ts';
import type { DiagnosisId } from '../src/model/diagnosis.ts';
import type { OutputId } from '../src/model/output.ts';
import { type Parser, sourceOf } from '../src/parsers/parser.ts';
import { parsers } from '../src/parsers/registry.ts';
import { cleanLine, cleanText, escapeMrkdwn, shorten } from '../src/render/escape.ts';
import { renderText } from '../src/render/text.ts';
import { maskSecrets } from '../src/snapshot/mask.ts';

/** Whatever takes a host's or a person's text, by name. */
export interface HostileReader {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

const NEVER = new Date(0);
const byName: readonly (readonly [string, Parser<unknown>])[] = Object.entries(parsers);

export const hostileReaders: readonly HostileReader[] = [
  ...byName.map(([name, parser]) => ({
    name: `the parser ${name}`,
    read: (text: string) => parser.parse(sourceOf('hostile' as OutputId, '', text)),
  })),
  ...byName.map(([name, parser]) => ({
    name: `the recognition of ${name}`,
    read: (text: string) => parser.recognise.looksLike(text.split('\n')),
  })),
  { name: 'maskSecrets', read: maskSecrets },
  { name: 'the parting of a paste', read: (text) => outputsOfTexts([{ name: 'paste', text }], NEVER) },
  { name: 'the whole chain', read: wholeChain },
  {
    name: 'the escapes of messages',
    read: (text) => [cleanText, cleanLine, escapeMrkdwn, (raw: string) => shorten(raw, 100)].map((say) => say(text)),
  },
];

function wholeChain(text: string): string {
  const outputs = outputsOfTexts([{ name: 'file', command: 'cat /tmp/file', text }], NEVER);
  return renderText(explain({ id: 'hostile' as DiagnosisId, host: 'host', takenAt: NEVER, outputs }));
}
