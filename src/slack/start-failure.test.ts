import { WebClient } from '@slack/web-api';
import nock from 'nock';
import { afterEach, expect, test } from 'vitest';
import { startFailure } from './start-failure.ts';

const API = 'https://slack.test/api/';
const client = new WebClient('xoxb-1', { slackApiUrl: API, retryConfig: { retries: 0 } });
afterEach(() => nock.cleanAll());

async function failed(): Promise<unknown> {
  return client.auth.test().then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'missing_scope'])(
  '%s names the setting and its page',
  async (code) => {
    nock('https://slack.test').post('/api/auth.test').reply(200, { ok: false, error: code });
    const error = await failed();
    expect(startFailure('bot-token', error, API).message).toMatch(
      new RegExp(`^Slack refuses the token \\(${code}\\); SLACK_BOT_TOKEN: .*OAuth & Permissions$`),
    );
    expect(startFailure('connection', error, API).message).toMatch(/SLACK_APP_TOKEN: .*connections:write/);
  },
);

test.each([503, 429])('HTTP %i is a Slack that cannot be reached', async (status) => {
  nock('https://slack.test').post('/api/auth.test').reply(status, '');
  expect(startFailure('bot-token', await failed(), API).message).toMatch(
    /^Slack cannot be reached at https:\/\/slack\.test\/api\/: .*; check network, proxy/,
  );
});

test('a connection that is not made is no wrong token', async () => {
  const refused = new WebClient('xoxb-1', { slackApiUrl: 'http://127.0.0.1:65001/api/', retryConfig: { retries: 0 } });
  const error = await refused.auth.test().catch((reason: unknown) => reason);
  expect(startFailure('bot-token', error, undefined).message).toMatch(
    /^Slack cannot be reached at https:\/\/slack\.com\/api\/: ECONNREFUSED/,
  );
});
