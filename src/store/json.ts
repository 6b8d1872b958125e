/**
 * JSON that a jsonb column takes: Postgres refuses NUL and lone surrogates within strings, and host output may hold
 * both. They become visible stand-ins; what must be kept to the byte is stored compressed instead.
 */
export function toJsonb(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\u2400') : item));
}

/** Text columns refuse the same characters. */
export function toText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u2400');
}
