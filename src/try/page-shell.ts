import type { OfferedHost } from './hosts.ts';
import { type Html, html } from './html.ts';

/** The page without its messages: the script brings them and keeps them current. */
export function pageShell(channel: string, hosts: readonly OfferedHost[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>#${channel} – diagbot on this machine</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body>
<header class="top"><h1>#${channel}</h1><p id="state" role="status">A Slack on this machine, for trying the bot</p></header>
<main>
<section class="channel" aria-label="Channel ${channel}">
<div id="messages" class="messages" role="log" aria-label="Messages" tabindex="0"></div>
<form id="composer" autocomplete="off">
<p class="hosts">Hosts: ${hosts.map(({ name, line }) => html`<button type="button" data-line="${line}">${name}</button> `)}</p>
<div class="line"><label for="line">Slash command</label>
<input id="line" name="line" autofocus required maxlength="500" spellcheck="false" autocapitalize="off" placeholder="/diag io this-machine">
<button type="submit">Send</button></div>
</form>
</section>
<aside id="thread" aria-label="Thread" hidden>
<header><h2>Thread</h2><button type="button" id="close-thread" aria-label="Close thread">Close</button></header>
<div id="replies" class="messages" role="log" aria-label="Thread messages" tabindex="0"></div>
</aside>
</main>
</body>
</html>
`;
}
