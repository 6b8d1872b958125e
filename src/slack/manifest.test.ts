import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = import.meta.dirname;
const manifest = parse(readFileSync(join(folder, '../../manifest.yml'), 'utf8'));
const source = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

const EACH_CONVERSATION = ['channels', 'groups', 'im', 'mpim'];
/** Slack's reference of each method, the scopes of a bot token. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'files.getUploadURLExternal': ['files:write'],
  'files.completeUploadExternal': ['files:write'],
  'conversations.info': EACH_CONVERSATION.map((kind) => `${kind}:read`),
  'conversations.history': EACH_CONVERSATION.map((kind) => `${kind}:history`),
  'conversations.replies': EACH_CONVERSATION.map((kind) => `${kind}:history`),
};

function found(pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(source.matchAll(pattern), ([, name = '']) => name))].sort();
}

test('the scopes are those of the methods that are called, and no other', () => {
  const calls = found(/\b(?:client|often|once)\.((?:chat|files|conversations|users|views|reactions)\.\w+)\(/g);
  const named = found(/apiCall\('([\w.]+)'/g);
  expect([...calls, ...named].sort()).toEqual(Object.keys(SCOPES).sort());
  const needed = new Set(['commands', ...Object.values(SCOPES).flat()]);
  const { bot, bot_optional: optional } = manifest.oauth_config.scopes;
  expect([...bot, ...optional].sort()).toEqual([...needed].sort());
  expect(optional.every((scope: string) => scope.endsWith(':history'))).toBe(true);
});

test('the manifest names every command that is listened to, and nothing that is not', () => {
  const commands = manifest.features.slash_commands.map(({ command }: { readonly command: string }) => command);
  expect(commands).toEqual(found(/app\.command\('([^']+)'/g));
  expect(manifest.settings.interactivity.is_enabled).toBe(/app\.action\b/.test(source));
  expect(/app\.(event|message|shortcut|view|options)\b/.test(source)).toBe(false);
  expect(manifest.settings.event_subscriptions).toBeUndefined();
  expect(manifest.features.shortcuts).toBeUndefined();
});

test('the manifest is inside the limits of Slack', () => {
  const { display_information: shown, features } = manifest;
  expect(shown.name.length).toBeLessThanOrEqual(35);
  expect(shown.description.length).toBeLessThanOrEqual(140);
  expect(features.slash_commands[0].command.length).toBeLessThanOrEqual(32);
  expect(features.bot_user.display_name).toBe('diagbot');
});
