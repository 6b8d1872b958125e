import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Environment, readConfig, readHostSettings } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'diagbot-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const botToken = 'xoxb-1-2-abc';
const signingSecret = '0123456789abcdef0123456789abcdef';
const socket: Environment = { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: 'xapp-1-A-2-b' };

/** The lines that a start with these settings prints. */
function problems(env: Environment): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

describe('what it reads', () => {
  test('Socket Mode and a folder are the default', () => {
    expect(readConfig(socket)).toMatchObject({
      slack: { botToken, connection: { kind: 'socket', appToken: 'xapp-1-A-2-b' } },
      database: { kind: 'embedded', dataDir: '.data' },
      hostsFile: 'hosts.yml',
      runbooks: {},
      logLevel: 'info',
    });
  });
  test('HTTP, a server and files elsewhere', () => {
    for (const name of ['known_hosts', 'id_ed25519']) writeFileSync(join(folder, name), '');
    const env = {
      SLACK_BOT_TOKEN: botToken,
      DIAGBOT_MODE: 'http',
      SLACK_SIGNING_SECRET: signingSecret,
      PORT: '8080',
      SLACK_API_URL: 'http://127.0.0.1:4003/api/',
      DATABASE_URL: 'postgres://diag:pw@db/diag',
      DIAGBOT_HOSTS: '/etc/diagbot/hosts.yml',
      DIAGBOT_KNOWN_HOSTS: join(folder, 'known_hosts'),
      DIAGBOT_IDENTITY: join(folder, 'id_ed25519'),
      DIAGBOT_IDENTITY_PASSPHRASE: 'open sesame',
      SSH_AUTH_SOCK: '/run/agent',
      LOG_LEVEL: 'debug',
    };
    expect(readConfig(env)).toEqual({
      slack: { botToken, connection: { kind: 'http', signingSecret, port: 8080 }, slackApiUrl: 'http://127.0.0.1:4003/api/' },
      database: { kind: 'server', url: 'postgres://diag:pw@db/diag' },
      hostsFile: '/etc/diagbot/hosts.yml',
      ssh: {
        knownHostsFiles: [join(folder, 'known_hosts')],
        identityFiles: [join(folder, 'id_ed25519')],
        passphrase: 'open sesame',
        agentSocket: '/run/agent',
      },
      runbooks: {},
      logLevel: 'debug',
    });
  });
  test('the command line needs no token', () => {
    expect(readHostSettings({}).hostsFile).toBe('hosts.yml');
  });
});

describe('a missing setting is one line that says where to get it', () => {
  test.each([
    ['SLACK_BOT_TOKEN', socket, /^SLACK_BOT_TOKEN is not set: .*xoxb-.*api\.slack\.com\/apps, your app, page OAuth & Permissions/],
    [
      'SLACK_APP_TOKEN',
      socket,
      /^SLACK_APP_TOKEN is not set: .*xapp-.*connections:write.*page Basic Information, App-Level Tokens; or set DIAGBOT_MODE=http/,
    ],
    [
      'SLACK_SIGNING_SECRET',
      { SLACK_BOT_TOKEN: botToken, DIAGBOT_MODE: 'http' },
      /^SLACK_SIGNING_SECRET is not set: .*page Basic Information, App Credentials/,
    ],
  ])('%s', (name, env, line) => {
    expect(problems({ ...env, [name]: ' ' })).toEqual([expect.stringMatching(line)]);
  });
  test('all of them at once', () => {
    expect(problems({}).map((line) => line.split(' ')[0])).toEqual(['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN']);
  });
});

describe('a wrong setting is one line that repeats no secret', () => {
  test.each([
    ['SLACK_BOT_TOKEN', 'xapp-sesame', /^SLACK_BOT_TOKEN does not look right: take the Bot User OAuth Token \(xoxb-/],
    ['SLACK_APP_TOKEN', 'xoxb-sesame', /^SLACK_APP_TOKEN does not look right: make an app-level token \(xapp-/],
    ['DATABASE_URL', 'mysql://u:sesame@db/x', /^DATABASE_URL is no Postgres address, expected postgres:/],
    ['DIAGBOT_MODE', 'https', /^DIAGBOT_MODE is 'https', expected one of socket, http$/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is 'loud', expected one of debug, info, warn, error, silent$/],
    ['SLACK_API_URL', 'slack.com', /^SLACK_API_URL is 'slack.com', expected an http or https address/],
    ['DIAGBOT_KNOWN_HOSTS', '/nowhere', /^DIAGBOT_KNOWN_HOSTS is '\/nowhere', where no file is/],
    ['DIAGBOT_IDENTITY', '/nowhere', /^DIAGBOT_IDENTITY is '\/nowhere', where no file is/],
    ['DIAGBOT_CONFIG', '/nowhere.yml', /^DIAGBOT_CONFIG is '\/nowhere.yml', which cannot be read/],
  ])('%s=%s', (name, value, line) => {
    const found = problems({ ...socket, [name]: value });
    expect(found).toEqual([expect.stringMatching(line)]);
    expect(found.join()).not.toContain('sesame');
  });
  test.each(['http', '70000', '-1', '1e3'])('PORT=%s', (port) => {
    const env = { SLACK_BOT_TOKEN: botToken, DIAGBOT_MODE: 'http', SLACK_SIGNING_SECRET: signingSecret, PORT: port };
    expect(problems(env)).toEqual([`PORT is '${port}', expected a number from 0 to 65535`]);
  });
});

describe('diagbot.yml', () => {
  const file = join(folder, 'diagbot.yml');
  function withFile(text: string): Environment {
    writeFileSync(file, text);
    return { ...socket, DIAGBOT_CONFIG: file };
  }
  test('a runbook for a cause', () => {
    const env = withFile('# ours\nrunbooks:\n  io.bulk-reader: https://wiki.example/disk\n');
    expect(readConfig(env).runbooks).toEqual({ 'io.bulk-reader': 'https://wiki.example/disk' });
  });
  test.each(['', '# nothing yet\n', 'runbooks: {}\n'])('%j is fine', (text) => {
    expect(readConfig(withFile(text)).runbooks).toEqual({});
  });
  test.each([
    [
      'an unknown cause',
      'runbooks:\n  io.bulk-reader: https://a.example\n  io.nope: https://b.example\n',
      ':3: runbooks.io.nope: no such key, expected one of io.device-saturated, ',
    ],
    [
      'a cause with a slip',
      'runbooks:\n  io.bulk-raeder: https://a.example\n',
      ':2: runbooks.io.bulk-raeder: no such key, expected one of ',
    ],
    ['a number for an address', 'runbooks:\n  io.bulk-reader: 5\n', ':2: runbooks.io.bulk-reader: expected an http or https address'],
    ['no address', 'runbooks:\n  io.bulk-reader: see the wiki\n', ':2: runbooks.io.bulk-reader: expected an http or https address'],
    [
      'a script address',
      'runbooks:\n  io.bulk-reader: "javascript:alert(1)"\n',
      ':2: runbooks.io.bulk-reader: expected an http or https address',
    ],
    ['an unknown key', '\n\nrunbook: {}\n', ':3: runbook: no such key, expected runbooks; did you mean runbooks?'],
    ['a list', '- runbooks\n', ':1: the file: expected keys with values, found a list of 1'],
    ['no YAML', 'runbooks:\n  io.bulk-reader: "https\n', ': not YAML: '],
    ['a key twice', 'runbooks: {}\nrunbooks: {}\n', ':2: not YAML: this key stands here twice; expected each once'],
  ])('%s is said with file and line', (_what, text, line) => {
    expect(problems(withFile(text))).toEqual([expect.stringContaining(line)]);
    expect(problems(withFile(text))[0]?.startsWith(`${file}:`)).toBe(true);
  });
});
