import type { Drawn, DrawnButton, Run, Runs } from './drawing.ts';
import { type Html, html, nothing } from './html.ts';

/** The drawn blocks of one message as markup. `ts` names the message a button belongs to. */
export function drawHtml(drawn: readonly Drawn[], ts: string): Html {
  return html`${drawn.map((piece) => pieceHtml(piece, ts))}`;
}

function pieceHtml(piece: Drawn, ts: string): Html {
  switch (piece.kind) {
    case 'heading':
      return html`<h3>${runsHtml(piece.runs)}</h3>`;
    case 'text':
      return html`<p class="${piece.muted ? 'muted' : ''}">${runsHtml(piece.runs)}</p>`;
    case 'quote':
      return html`<blockquote>${runsHtml(piece.runs)}</blockquote>`;
    case 'list':
      return listHtml(piece);
    case 'code':
      return html`<pre tabindex="0">${piece.text}</pre>`;
    case 'table':
      return tableHtml(piece.rows);
    case 'buttons':
      return html`<div class="buttons">${piece.buttons.map((button) => buttonHtml(button, ts))}</div>`;
    case 'rule':
      return html`<hr>`;
  }
}

function listHtml(list: Extract<Drawn, { kind: 'list' }>): Html {
  const items = list.items.map((item) => html`<li>${runsHtml(item)}</li>`);
  const depth = Math.min(list.indent, 4);
  return list.ordered ? html`<ol class="indent-${depth}">${items}</ol>` : html`<ul class="indent-${depth}">${items}</ul>`;
}

/** Slack shows a table's first row as its head; a wide one scrolls by itself, also from the keyboard. */
function tableHtml(rows: readonly (readonly Runs[])[]): Html {
  const [head, ...body] = rows;
  if (head === undefined) return nothing;
  const headCells = head.map((cell) => html`<th scope="col">${runsHtml(cell)}</th>`);
  const bodyRows = body.map((row) => html`<tr>${row.map((cell) => html`<td>${runsHtml(cell)}</td>`)}</tr>`);
  return html`<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${headCells}</tr></thead><tbody>${bodyRows}</tbody></table></div>`;
}

function buttonHtml(button: DrawnButton, ts: string): Html {
  if (button.href !== undefined) return html`<a class="button" href="${button.href}" target="_blank" rel="noreferrer">${button.label}</a>`;
  const key = `${ts}/${button.block}/${button.element}`;
  return html`<button type="button" class="${button.style ?? ''}" aria-label="${button.spoken ?? button.label}" data-press="${key}">${button.label}</button>`;
}

function runsHtml(runs: Runs): Html {
  return html`${runs.map(runHtml)}`;
}

function runHtml(run: Run): Html {
  let markup = html`${run.text}`;
  if (run.code) markup = html`<code>${markup}</code>`;
  if (run.strike) markup = html`<s>${markup}</s>`;
  if (run.italic) markup = html`<em>${markup}</em>`;
  if (run.bold) markup = html`<strong>${markup}</strong>`;
  if (run.mention) markup = html`<span class="mention">${markup}</span>`;
  return run.href === undefined ? markup : html`<a href="${run.href}" target="_blank" rel="noreferrer">${markup}</a>`;
}
