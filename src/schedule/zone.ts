/** Names of hours in a summer or a winter: which of the two is meant changes by the season, and some name several places. */
const ABBREVIATION = /^(?:[A-Z]{1,2}[SD]T|CES?T|E?ES?T|WES?T|BST|IST|MSK|JST|AES[TD]|NZ[SD]T|ET|CT|MT|PT)$/i;

export type ZoneRead =
  | { readonly kind: 'zone'; readonly timeZone: string }
  | { readonly kind: 'ambiguous'; readonly why: string }
  | { readonly kind: 'none' };

/** 'Europe/Berlin', 'europe/berlin', 'Berlin', 'new_york', 'UTC', 'Z', '+02:00', 'UTC+2' -> the zone; 'CET' is ambiguous, 'daily' none. */
export function readZone(word: string): ZoneRead {
  if (/^(?:utc|gmt|z|zulu)$/i.test(word)) return { kind: 'zone', timeZone: 'UTC' };
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(word);
  if (offset) return ofOffset(word, offset);
  if (ABBREVIATION.test(word)) {
    return {
      kind: 'ambiguous',
      why: `'${word}' names an hour, not a place whose clocks change; name the place, as in Europe/Berlin, or UTC`,
    };
  }
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{2,49}$/.test(word)) return { kind: 'none' };
  return ofName(word);
}

/** Whether Temporal knows it: Slack and a stored capture name zones too. */
export function isZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
}

function ofOffset(word: string, [, sign = '+', hours = '0', minutes = '00']: readonly (string | undefined)[]): ZoneRead {
  const timeZone = `${sign}${hours.padStart(2, '0')}:${minutes}`;
  return Number(hours) <= 14 && Number(minutes) < 60
    ? { kind: 'zone', timeZone }
    : { kind: 'ambiguous', why: `'${word}' is no offset of a zone; the furthest are UTC-12 and UTC+14` };
}

function ofName(word: string): ZoneRead {
  const typed = word.toLowerCase();
  const names = Intl.supportedValuesOf('timeZone');
  const exact = names.find((name) => name.toLowerCase() === typed);
  if (exact !== undefined) return { kind: 'zone', timeZone: exact };
  // Older names, 'Asia/Calcutta', are not listed and known nevertheless.
  if (word.includes('/') && isZone(word)) return { kind: 'zone', timeZone: word };
  const cities = names.filter((name) => name.toLowerCase().endsWith(`/${typed}`));
  if (cities.length > 1) return { kind: 'ambiguous', why: `'${word}' may be ${cities.join(' or ')}; type the one that is meant` };
  const [city] = cities;
  return city === undefined ? { kind: 'none' } : { kind: 'zone', timeZone: city };
}
