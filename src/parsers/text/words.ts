/** The words of a line: split at blanks and tabs, none empty. */
export function words(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/[ \t]+/);
}
