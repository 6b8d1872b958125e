// Keeps the page's messages those of the local Slack: fetches them after each change and swaps in what differs.
// The markup comes from this page's own server, which escapes whatever a host said.
const byId = (id) => document.getElementById(id);
const line = byId('line');
const channel = byId('messages');
const replies = byId('replies');
const panel = byId('thread');
let thread = '';
let opener = '';

async function send(path, body) {
  const response = await fetch(path, { method: 'POST', body });
  if (!response.ok) byId('state').textContent = 'That did not work: is the bot still running?';
}

function focusKey(element) {
  return element?.dataset?.press ?? element?.dataset?.thread;
}

/** Brings one list up to date. A message that did not change keeps its element, and so its focus and scroll. */
function sync(list, messages) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const known = new Map([...list.children].map((article) => [article.dataset.ts, article]));
  let changed = false;
  for (const message of messages) {
    const article = known.get(message.ts) ?? document.createElement('article');
    known.delete(message.ts);
    if (article.dataset.version !== message.version) {
      changed = true;
      const focused = article.contains(document.activeElement) ? focusKey(document.activeElement) : undefined;
      article.dataset.ts = message.ts;
      article.dataset.version = message.version;
      article.innerHTML = message.html;
      for (const button of article.querySelectorAll('button')) if (focused && focusKey(button) === focused) button.focus();
    }
    list.append(article);
  }
  for (const gone of known.values()) gone.remove();
  if (changed && atEnd) list.scrollTop = list.scrollHeight;
}

async function refresh() {
  const response = await fetch(`/messages${thread ? `?thread=${encodeURIComponent(thread)}` : ''}`);
  if (!response.ok) return;
  const state = await response.json();
  sync(channel, state.channel);
  if (thread) sync(replies, state.thread);
}

// One fetch at a time; a change during a fetch asks for one more.
let running = false;
let again = false;
async function changed() {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    await refresh().catch(() => {});
  }
  running = false;
}

async function openThread(ts) {
  thread = ts;
  opener = ts;
  replies.replaceChildren();
  panel.hidden = false;
  document.body.classList.add('in-thread');
  // The channel has just become narrower and its messages longer.
  openerButton()?.scrollIntoView({ block: 'nearest' });
  await changed();
  replies.scrollTop = 0;
  byId('close-thread').focus();
}

function openerButton() {
  return document.querySelector(`[data-thread="${CSS.escape(opener)}"]`);
}

function closeThread() {
  thread = '';
  panel.hidden = true;
  document.body.classList.remove('in-thread');
  openerButton()?.focus();
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button');
  if (!button) return;
  if (button.dataset.thread) await openThread(button.dataset.thread);
  if (button.dataset.line) {
    line.value = button.dataset.line;
    line.focus();
  }
  if (button.dataset.press) {
    button.disabled = true;
    await send('/press', button.dataset.press);
    button.disabled = false;
  }
});
byId('close-thread').addEventListener('click', closeThread);
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && thread) closeThread();
});
byId('composer').addEventListener('submit', async (event) => {
  event.preventDefault();
  const typed = line.value;
  line.value = '';
  await send('/type', typed);
});

const changes = new EventSource('/changes');
changes.addEventListener('message', changed);
changes.addEventListener('error', () => {
  byId('state').textContent = 'The bot has ended. Start it again with: npm run try';
});
changes.addEventListener('open', () => {
  byId('state').textContent = 'A Slack on this machine, for trying the bot';
});
