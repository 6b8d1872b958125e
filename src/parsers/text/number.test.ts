import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCount, readNumber, readPct, readSize } from './number.ts';

describe('readNumber', () => {
  it.each([
    ['0', 0],
    ['16.81', 16.81],
    ['4,04', 4.04],
    ['-1.00', -1],
    ['1e3', 1000],
    ['100.00', 100],
  ])('reads %s', (word, value) => expect(readNumber(word)).toBe(value));

  it.each(['', '-', '.', '1.', '.5', '1,2,3', '1.2.3', '12K', 'NaN', 'Infinity', '0x10', '1_000', ' 1', '1e999', '٣'])(
    'refuses %j',
    (word) => expect(readNumber(word)).toBeUndefined(),
  );

  it('agrees with the language on every decimal, digit for digit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 9 }), fc.integer({ min: 0, max: 5 }), (digits, places) => {
        const word = (digits / 10 ** places).toFixed(places);
        expect(readNumber(word)).toBe(Number(word));
        expect(readNumber(word.replace('.', ','))).toBe(Number(word));
      }),
    );
  });
});

describe('readSize', () => {
  it.each([
    ['1.657g', 1.657 * 1024 ** 3],
    ['59Gi', 59 * 1024 ** 3],
    ['0,5M', 0.5 * 1024 ** 2],
    ['0.0B', 0],
    ['0.0k', 0],
  ])('reads %s by its own letter', (word, bytes) => expect(readSize(word)).toBe(bytes));

  it('takes the unit of the header for a bare number only', () => {
    expect(readSize('12', 1024)).toBe(12_288);
    expect(readSize('12M', 1024)).toBe(12 * 1024 ** 2);
  });
  it.each(['', 'k', '1.2.3k', '12X', '1e308k'])('refuses %j', (word) => expect(readSize(word, 1024)).toBeUndefined());
});

it('reads counters of 64 bits and shares with their sign', () => {
  expect(readCount('18446744073709551615')).toBe(2 ** 64);
  expect(readCount('-1')).toBeUndefined();
  expect(readPct('22,5%')).toBe(22.5);
  expect(readPct('99.99')).toBe(99.99);
});
