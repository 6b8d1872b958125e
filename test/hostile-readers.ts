import { commandOnLine } from '../src/app/command-line.ts';
import { parseDuration } from '../src/app/duration.ts';
import { explain, outputsOfTexts } from '../src/app/explain.ts';
import { isProse } from '../src/app/prose.ts';
import { loadCatalogue } from '../src/catalogue/load.ts';
import type { DiagnosisId } from '../src/model/diagnosis.ts';
import type { OutputId } from '../src/model/output.ts';
import type { Target } from '../src/model/target.ts';
import { type Parser, sourceOf } from '../src/parsers/parser.ts';
import { parsers } from '../src/parsers/registry.ts';
import { createFrameReader } from '../src/remote/frames.ts';
import { inventoryOf } from '../src/remote/inventory.ts';
import { knownKeysOf } from '../src/remote/known-hosts.ts';
import { cleanLine, cleanText, escapeMrkdwn, shorten } from '../src/render/escape.ts';
import { renderText } from '../src/render/text.ts';
import { parseButton } from '../src/slack/actions.ts';
import { parseDiagCommand } from '../src/slack/diag-command.ts';
import { maskSecrets } from '../src/snapshot/mask.ts';

/** Whatever takes a host's or a person's text, by name. */
export interface HostileReader {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

const NEVER = new Date(0);
const target: Target = { name: 'host-1', tags: [], volumes: [], reach: { transport: 'local' } };
const known = { catalogue: loadCatalogue('commands'), inventory: inventoryOf([target]) };
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
  { name: 'the command line of a file', read: (text) => outputsOfTexts([{ name: 'file', command: text, text: '' }], NEVER) },
  { name: 'the command line of a paste', read: (text) => text.split('\n').map(commandOnLine) },
  { name: 'the recognition of prose', read: (text) => text.split('\n').map(isProse) },
  { name: 'a duration', read: parseDuration },
  { name: 'a slash command', read: (text) => ['', 'io ', 'io host-1 '].map((lead) => parseDiagCommand(lead + text, known)) },
  { name: 'the value of a button', read: (text) => parseButton(text, known) },
  { name: 'a list of known hosts', read: (text) => knownKeysOf(text, 'a'.repeat(200), 22) },
  { name: 'the frames of a program', read: framesOf },
  {
    name: 'the escapes of messages',
    read: (text) => [cleanText, cleanLine, escapeMrkdwn, (raw: string) => shorten(raw, 100)].map((say) => say(text)),
  },
];

/** As frames, as noise between them, and in pieces. */
function framesOf(text: string): readonly unknown[] {
  const nonce = '0123456789abcdef';
  return ['', `${nonce} `, `${nonce} ps o `].map((lead) => {
    const reader = createFrameReader(nonce);
    const bytes = Buffer.from(`${lead}${text.replaceAll('\n', `\n${lead}`)}`);
    for (let from = 0; from < bytes.length; from += 4096) reader.push(bytes.subarray(from, from + 4096));
    return [reader.state.noise, reader.state.commands.get('ps')?.stdout];
  });
}

function wholeChain(text: string): string {
  const outputs = outputsOfTexts([{ name: 'file', command: 'cat /tmp/file', text }], NEVER);
  return renderText(explain({ id: 'hostile' as DiagnosisId, host: 'host', takenAt: NEVER, outputs }));
}
