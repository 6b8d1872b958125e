/** The kernel writes blanks, tabs, newlines and backslashes of a path as '\040' and the like. */
export function unescapeOctal(text: string): string {
  return text.includes('\\')
    ? text.replace(/\\([0-3][0-7]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    : text;
}
