import { WebAPIPlatformError } from '@slack/web-api';
import { failureOf, whyOf } from './failure.ts';

/** Where the bot fails before it is connected: with the bot's token, or with what opens the connection. */
export type StartStep = 'bot-token' | 'connection';

const SETTINGS: Readonly<Record<StartStep, string>> = {
  'bot-token': 'SLACK_BOT_TOKEN: take the Bot User OAuth Token (xoxb-…) from api.slack.com/apps, your app, page OAuth & Permissions',
  connection:
    'SLACK_APP_TOKEN: make an app-level token (xapp-…) with the scope connections:write at api.slack.com/apps, your app, page Basic Information, App-Level Tokens',
};

/** One line for who starts the bot: whether Slack said no or was not there at all are different things to mend. */
export function startFailure(step: StartStep, error: unknown, slackApiUrl: string | undefined): Error {
  const failure = failureOf(error);
  const port = portOf(error);
  if (port !== undefined) {
    return new Error(`PORT ${port} cannot be listened on: ${whyOf(failure)}; choose another, or stop what holds it`, { cause: error });
  }
  if (failure.kind === 'refused' && error instanceof WebAPIPlatformError) {
    return new Error(`Slack refuses the token (${failure.code}); ${SETTINGS[step]}`, { cause: error });
  }
  const place = slackApiUrl ?? 'https://slack.com/api/';
  const what = `Slack cannot be reached at ${place}: ${whyOf(failure)}; check network, proxy and SLACK_API_URL, then start again`;
  return new Error(what, { cause: error });
}

/** The port of a failed listen(). */
function portOf(error: unknown): number | undefined {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'port' in error && typeof error.port === 'number'
    ? error.port
    : undefined;
}
