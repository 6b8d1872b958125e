import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestName } from '../model/closest.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Target } from '../model/target.ts';
import { helpMessage, hostsMessage, sayMessage } from '../render/help.ts';
import { messageProblems } from '../render/limits.ts';
import { parseButton } from './actions.ts';
import { type Known, parseDiagCommand, windowWords } from './diag-command.ts';

const io: CatalogueEntry = { name: 'io', title: 'Disk saturation', wallSeconds: 25, commands: [] };
const mem: CatalogueEntry = { ...io, name: 'mem' };
const targets = ['host-42', 'db1.example.com', 'Web'].map(
  (name): Target => ({ name, tags: ['prod'], volumes: [], reach: { transport: 'local' } }),
);
const known: Known = {
  catalogue: [io, mem],
  inventory: {
    all: targets,
    find: (name) => targets.find((target) => target.name === name),
    suggest: (name) => targets.map((target) => target.name).filter((other) => closestName(name, [other]) !== undefined),
  },
};

function spoken(text: string): string {
  const parsed = parseDiagCommand(text, known);
  if (parsed.kind === 'mistake') return parsed.lines.join(' ');
  return parsed.kind === 'run' ? `${parsed.entry.name} ${parsed.target.name} ${parsed.windowSeconds}` : parsed.kind;
}

test.each([
  ['io host-42', 'io host-42 5'],
  ['io host-42 for 30s', 'io host-42 30'],
  ['io host-42 for 2 min', 'io host-42 120'],
  ['io host-42 30 s', 'io host-42 30'],
  ['  IO   HOST-42   FOR 30S ', 'io host-42 30'],
  ['/diag io host-42', 'io host-42 5'],
  ['/daig io host-42', 'io host-42 5'],
  ['diag io host-42', 'io host-42 5'],
  ['/diag', 'help'],
  ['`io host-42`', 'io host-42 5'],
  ['io `host-42` for “30s”', 'io host-42 30'],
  ['io <http://db1.example.com|db1.example.com>', 'io db1.example.com 5'],
  ['io <http://db1.example.com/|db1.example.com> for 10s', 'io db1.example.com 10'],
  ['io <https://db1.example.com>', 'io db1.example.com 5'],
  ['io\u00a0host-42\u200b', 'io host-42 5'],
  ['io web', 'io Web 5'],
  ['', 'help'],
  ['help', 'help'],
  ['HELP me', 'help'],
  ['?', 'help'],
  ['hosts', 'hosts'],
])('%j means %s', (text, meaning) => {
  expect(spoken(text)).toBe(meaning);
});

test.each([
  ['oi host-42', 'There is no /diag oi; did you mean /diag io host-42? Type /diag io HOST, /diag mem HOST, /diag hosts or /diag help.'],
  [
    '/diag oi host-42 for 30s',
    'There is no /diag oi; did you mean /diag io host-42 for 30s? Type /diag io HOST, /diag mem HOST, /diag hosts or /diag help.',
  ],
  ['hots', 'There is no /diag hots; did you mean /diag hosts? Type /diag io HOST, /diag mem HOST, /diag hosts or /diag help.'],
  ['io host42', "No host 'host42' in hosts.yml; did you mean host-42? Type /diag io host-42, or /diag hosts for all of them."],
  ['reboot host-42', 'There is no /diag reboot. Type /diag io HOST, /diag mem HOST, /diag hosts or /diag help.'],
  ['host-42', "'host-42' is a host; say first what to look at. Type /diag io host-42."],
  ['io', 'Which host? Known: host-42, db1.example.com, Web. Type /diag io HOST, or /diag hosts for all of them.'],
  ['io host-24', "No host 'host-24' in hosts.yml; did you mean host-42? Type /diag io host-42, or /diag hosts for all of them."],
  ['io 10.0.0.1', "No host '10.0.0.1' in hosts.yml. Known: host-42, db1.example.com, Web. Type /diag hosts for all of them."],
  ['io host-42 for ever', "'for ever' is no time to look for: from 1 s to 10 min. Type /diag io host-42 for 30s."],
  ['io host-42 for 2 h', "'for 2 h' is no time to look for: from 1 s to 10 min. Type /diag io host-42 for 30s."],
  ['io host-42 for', "'for' is no time to look for: from 1 s to 10 min. Type /diag io host-42 for 30s."],
  ['io host-42; reboot', "'reboot' is no time to look for: from 1 s to 10 min. Type /diag io host-42 for 30s."],
])('%j is answered by what to type', (text, answer) => {
  expect(spoken(text)).toBe(answer);
});

test('any text is help, hosts, a known host or a mistake, and what is said is inside the limits', () => {
  const word = fc.oneof(
    fc.constantFrom('io', 'host-42', 'for', '30s', '<!channel>', '`', '<http://x|'),
    fc.string({ unit: 'binary', maxLength: 400 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const parsed = parseDiagCommand(words.join(' '), known);
      if (parsed.kind === 'run') expect(targets).toContain(parsed.target);
      if (parsed.kind === 'mistake') expect(messageProblems(sayMessage(...parsed.lines))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('help and hosts are inside the limits for any catalogue and inventory', () => {
  const command = {
    id: 'iostat',
    why: 'w'.repeat(5_000),
    action: { kind: 'files', globs: [] as never },
    readings: 1,
    root: false,
    timeoutSeconds: 1,
    maxBytes: 1,
  } as const;
  const entries = Array.from({ length: 30 }, () => ({
    ...io,
    title: 't'.repeat(5_000),
    commands: Array.from({ length: 50 }, () => command),
  }));
  const hosts = Array.from(
    { length: 5_000 },
    () => ({ name: 'h'.repeat(300), tags: ['t'.repeat(300)], volumes: [], reach: { transport: 'local' } }) as Target,
  );
  expect(messageProblems(helpMessage(entries, windowWords))).toEqual([]);
  expect(messageProblems(hostsMessage(hosts))).toEqual([]);
  expect(messageProblems(hostsMessage([]))).toEqual([]);
  expect(helpMessage([io], windowWords).text).toContain('/diag io HOST [for 30s]');
});

test('a button names what it named, or says why it cannot', () => {
  const value = JSON.stringify({ subcommand: 'io', host: 'host-42', windowSeconds: 30 });
  expect(parseButton(value, known)).toMatchObject({ kind: 'run', subcommand: 'io', target: { name: 'host-42' }, windowSeconds: 30 });
  expect(parseButton(value.replace('host-42', 'gone'), known)).toMatchObject({
    kind: 'mistake',
    lines: ["No host 'gone' in hosts.yml any more.", expect.any(String)],
  });
  for (const bad of [undefined, '', '{', 'null', '[]', '{"subcommand":"rm"}', value.replace('30', '1e9'), value.replace('30', '"x"')]) {
    expect(parseButton(bad, known).kind).toBe('mistake');
  }
});
