import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OfferedHost } from './hosts.ts';
import type { LocalSlack, Message } from './local-slack.ts';
import { inOrder, showEphemeral, showMessage } from './message.ts';
import { type PageMessage, pageMessage } from './page-messages.ts';
import { pageShell } from './page-shell.ts';
import { readerOf } from './reader.ts';

export interface Page {
  readonly url: string;
  readonly close: () => void;
}

const FIRST_PORT = 3000;
const LAST_PORT = 3019;
const MAX_BODY_BYTES = 10_000;
// No script, style or frame but the page's own two files: host text that slipped through as markup could still do nothing.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Serves one channel of the local Slack on 127.0.0.1: typed commands, messages, threads, buttons, files. */
export async function servePage(slack: LocalSlack, hosts: readonly OfferedHost[]): Promise<Page> {
  const server = createServer((request, response) => {
    route(slack, hosts, request, response).catch((error: unknown) => reply(response, 500, 'text/plain', String(error)));
  });
  const port = await listenNear(server, FIRST_PORT);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function route(slack: LocalSlack, hosts: readonly OfferedHost[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (!isOwn(request)) return reply(response, 403, 'text/plain', 'this page answers its own requests only');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      return reply(response, 200, 'text/html', pageShell(slack.workspace.channel.name, hosts).markup);
    case 'GET /page.css':
      return reply(response, 200, 'text/css', await asset('page.css'));
    case 'GET /page.js':
      return reply(response, 200, 'text/javascript', await asset('page.js'));
    case 'GET /changes':
      return streamChanges(slack, request, response);
    case 'GET /messages':
      return reply(response, 200, 'application/json', JSON.stringify(await messages(slack, url.searchParams.get('thread'))));
    case 'POST /type':
      await slack.type(await readText(request));
      return reply(response, 204, 'text/plain', '');
    case 'POST /press':
      return reply(response, (await press(slack, await readText(request))) ? 204 : 404, 'text/plain', '');
    default:
      return url.pathname.startsWith('/file/')
        ? sendFile(slack, url.pathname.slice('/file/'.length), response)
        : reply(response, 404, 'text/plain', 'no such page');
  }
}

/** Another site open in the same browser must not be able to run a diagnosis or read one, nor through a name that resolves to 127.0.0.1. */
function isOwn(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers;
  return /^(127\.0\.0\.1|localhost):\d+$/.test(host) && (origin === undefined ? request.method === 'GET' : origin === `http://${host}`);
}

interface PageState {
  readonly channel: readonly PageMessage[];
  readonly thread: readonly PageMessage[];
}

async function messages(slack: LocalSlack, thread: string | null): Promise<PageState> {
  const reader = readerOf(slack);
  const ephemerals = slack.ephemerals().map((answer) => ({ answer, shown: showEphemeral(answer, reader, slack.workspace.bot.name) }));
  const draw = (found: readonly Message[], inThread: boolean) => {
    const own = ephemerals.filter(({ answer }) => (inThread ? answer.threadTs === thread : answer.threadTs === undefined));
    const shown = [...found.map((message) => showMessage(message, reader)), ...own.map((item) => item.shown)];
    return inOrder(shown).map((item) => pageMessage(item, reader, inThread));
  };
  return { channel: draw(await slack.roots(), false), thread: thread === null ? [] : draw(await slack.thread(thread), true) };
}

/** One line whenever something changed; the script then fetches the messages. */
function streamChanges(slack: LocalSlack, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const tell = () => response.write('data: change\n\n');
  slack.events.on('change', tell);
  request.once('close', () => slack.events.off('change', tell));
  tell();
}

/** `key` is TS/BLOCK/ELEMENT as drawn on the button; what is pressed is looked up, never taken from the page. */
async function press(slack: LocalSlack, key: string): Promise<boolean> {
  const [ts = '', block, element] = key.split('/');
  const envelope = await slack.buttonPress(ts, Number(block), Number(element));
  if (envelope === undefined) return false;
  await slack.deliver(envelope);
  return true;
}

async function sendFile(slack: LocalSlack, id: string, response: ServerResponse): Promise<void> {
  const roots = await slack.roots();
  const threads = await Promise.all(roots.map((root) => slack.thread(root.ts)));
  const file = threads
    .flat()
    .flatMap((message) => message.files ?? [])
    .find((candidate) => candidate.id === id);
  if (file === undefined) return reply(response, 404, 'text/plain', 'no such file');
  return reply(response, 200, 'text/plain', await slack.download(file.id, file.name));
}

function reply(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(status === 204 ? undefined : body);
}

function asset(name: string): Promise<Buffer> {
  return readFile(new URL(`./page/${name}`, import.meta.url));
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) throw new Error('that is too long for a line');
  }
  return text;
}

async function listenNear(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  if (port > LAST_PORT) throw new Error(`try: ports ${FIRST_PORT} to ${LAST_PORT} of 127.0.0.1 are all taken; free one and run it again`);
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listenNear(server, port + 1);
  }
}
