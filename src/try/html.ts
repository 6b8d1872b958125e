/** Text that may stand in a page as it is: made by the `html` tag only. */
export interface Html {
  readonly markup: string;
}
type Insert = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Builds markup; whatever is inserted is escaped unless it is markup itself, so escaping cannot be forgotten. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return { markup: strings.reduce((markup, part, index) => markup + markupOf(inserts[index - 1] ?? '') + part) };
}

export const nothing: Html = { markup: '' };

function markupOf(insert: Insert): string {
  if (typeof insert === 'string') return escapeHtml(insert);
  if (typeof insert === 'number') return String(insert);
  return 'markup' in insert ? insert.markup : insert.map((part) => part.markup).join('');
}

/** Control characters have no place in a page; bidi overrides would let a process name turn the words beside it around. */
function escapeHtml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
