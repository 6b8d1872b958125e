/** Figures as a sentence holds them: '61 MB/s', '46.1 ms'. Evidence is formatted by render; a headline is text already. */

export function rate(bytesPerS: number): string {
  return scaled(bytesPerS, 1000, ['B/s', 'kB/s', 'MB/s', 'GB/s']);
}

/** Amounts are binary, as df and free count; rates decimal, as volumes are sold. */
export function size(bytes: number): string {
  return scaled(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
}

function scaled(amount: number, base: number, units: readonly string[]): string {
  let value = amount;
  let step = 0;
  while (value >= base - 0.5 && step < units.length - 1) {
    value /= base;
    step += 1;
  }
  return `${round(value)} ${units[step]}`;
}

export function ms(milliseconds: number): string {
  return milliseconds >= 10_000 ? `${round(milliseconds / 1000)} s` : `${round(milliseconds)} ms`;
}

export function pct(percent: number): string {
  return `${round(percent)} %`;
}

/** As many digits as carry meaning: '131', '46', '2.8', '0.46'; what is nearly full is never rounded to 100. */
export function round(value: number): string {
  if (value > 99 && value < 100) return String(Math.floor(value * 10) / 10);
  if (Math.abs(value) >= 9.95) return String(Math.round(value));
  return String(Number(value.toFixed(Math.abs(value) >= 1 ? 1 : 2)));
}

/** A host's word in a sentence: one line, bounded. */
export function word(text: string, most = 60): string {
  const plain = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}
