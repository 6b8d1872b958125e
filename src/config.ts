import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseBotFile, type Runbooks } from './bot-file.ts';
import type { SshOptions } from './remote/ssh.ts';
import type { SlackSettings } from './slack/deps.ts';
import type { DatabasePlace } from './store/database.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What every way to run the bot needs: how hosts are reached, and what the answers link to. */
export interface HostSettings {
  readonly hostsFile: string;
  readonly ssh: SshOptions;
  readonly runbooks: Runbooks;
  readonly logLevel: LogLevel;
}
/** What the bot in Slack needs besides. */
export interface Config extends HostSettings {
  readonly slack: SlackSettings;
  readonly database: DatabasePlace;
}

const settingsPage = (page: string): string => `api.slack.com/apps, your app, page ${page}`;

/** Reads all settings. Throws one line for each that is missing or wrong: its name, what was found, where to get it. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const read = settingsReader(env, problems);
  const config = { ...hostSettings(read), slack: slackSettings(read), database: databasePlace(read) };
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return config;
}

/** The settings of the command line, which knows no Slack and stores nothing. */
export function readHostSettings(env: Environment = process.env): HostSettings {
  const problems: string[] = [];
  const settings = hostSettings(settingsReader(env, problems));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

interface SettingsReader {
  readonly optional: (name: string) => string | undefined;
  /** '' and a problem where it is missing or does not match: the caller goes on to find the next mistake. */
  readonly required: (name: string, shape: RegExp, what: string) => string;
  readonly oneOf: <W extends string>(name: string, words: readonly W[], otherwise: W) => W;
  readonly problem: (line: string) => void;
}

function settingsReader(env: Environment, problems: string[]): SettingsReader {
  const optional = (name: string): string | undefined => env[name]?.trim() || undefined;
  return {
    optional,
    problem: (line) => problems.push(line),
    required: (name, shape, what) => {
      const value = optional(name);
      if (value !== undefined && shape.test(value)) return value;
      // A secret is never repeated: not even a wrong one, which may be another secret.
      problems.push(value === undefined ? `${name} is not set: ${what}` : `${name} does not look right: ${what}`);
      return '';
    },
    oneOf: (name, words, otherwise) => {
      const value = optional(name);
      const word = words.find((one) => one === value);
      if (value !== undefined && word === undefined) problems.push(`${name} is '${value}', expected one of ${words.join(', ')}`);
      return word ?? otherwise;
    },
  };
}

function hostSettings(read: SettingsReader): HostSettings {
  return {
    hostsFile: read.optional('DIAGBOT_HOSTS') ?? 'hosts.yml',
    ssh: sshOptions(read),
    runbooks: runbooks(read),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
  };
}

/** A file that is named must be there. The usual ones of OpenSSH may be absent; a key to be added goes into the first known_hosts. */
function sshOptions(read: SettingsReader): SshOptions {
  const named = (name: string): readonly string[] | undefined => {
    const file = read.optional(name);
    if (file !== undefined && !existsSync(file)) read.problem(`${name} is '${file}', where no file is: name one that is there`);
    return file === undefined ? undefined : [file];
  };
  const home = join(homedir(), '.ssh');
  const usualKeys = ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(home, name));
  return {
    knownHostsFiles: named('DIAGBOT_KNOWN_HOSTS') ?? [join(home, 'known_hosts'), '/etc/ssh/ssh_known_hosts'],
    identityFiles: named('DIAGBOT_IDENTITY') ?? usualKeys.filter((file) => existsSync(file)),
    passphrase: read.optional('DIAGBOT_IDENTITY_PASSPHRASE'),
    agentSocket: read.optional('SSH_AUTH_SOCK'),
  };
}

function slackSettings(read: SettingsReader): SlackSettings {
  const botToken = read.required(
    'SLACK_BOT_TOKEN',
    /^xoxb-\S+$/,
    `take the Bot User OAuth Token (xoxb-…) from ${settingsPage('OAuth & Permissions')}, after installing the app to the workspace`,
  );
  const slackApiUrl = read.optional('SLACK_API_URL');
  if (slackApiUrl !== undefined && !/^https?:$/.test(URL.parse(slackApiUrl)?.protocol ?? ''))
    read.problem(`SLACK_API_URL is '${slackApiUrl}', expected an http or https address; leave it out for slack.com`);
  const mode = read.oneOf('DIAGBOT_MODE', ['socket', 'http'], 'socket');
  return {
    botToken,
    connection: mode === 'socket' ? socketConnection(read) : httpConnection(read),
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  };
}

function socketConnection(read: SettingsReader): SlackSettings['connection'] {
  const where = `make an app-level token (xapp-…) with the scope connections:write at ${settingsPage('Basic Information, App-Level Tokens')}`;
  const appToken = read.required('SLACK_APP_TOKEN', /^xapp-\S+$/, `${where}; or set DIAGBOT_MODE=http`);
  return { kind: 'socket', appToken };
}

function httpConnection(read: SettingsReader): SlackSettings['connection'] {
  const where = `copy the Signing Secret (32 hex digits) from ${settingsPage('Basic Information, App Credentials')}`;
  const signingSecret = read.required('SLACK_SIGNING_SECRET', /^[0-9a-f]{32}$/i, where);
  const port = read.optional('PORT') ?? '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) read.problem(`PORT is '${port}', expected a number from 0 to 65535`);
  return { kind: 'http', signingSecret, port: Number(port) };
}

function databasePlace(read: SettingsReader): DatabasePlace {
  const url = read.optional('DATABASE_URL');
  if (url === undefined) return { kind: 'embedded', dataDir: read.optional('DATA_DIR') ?? '.data' };
  // The URL holds a password, so it is not repeated.
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    read.problem('DATABASE_URL is no Postgres address, expected postgres://USER:PASSWORD@HOST/DATABASE; leave it out to store in DATA_DIR');
  return { kind: 'server', url };
}

/** Of diagbot.yml, which may be absent unless it is named. */
function runbooks(read: SettingsReader): Runbooks {
  const named = read.optional('DIAGBOT_CONFIG');
  const file = named ?? 'diagbot.yml';
  const text = textOf(file);
  if (text !== undefined) return parseBotFile(file, text, read.problem).runbooks;
  if (named !== undefined) read.problem(`DIAGBOT_CONFIG is '${file}', which cannot be read: name a file that is there, or leave it out`);
  return {};
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
