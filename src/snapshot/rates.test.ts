import { expect, it } from 'vitest';
import { growth, percent, ratePerS } from './rates.ts';

it('makes no rate of a counter that went backwards or was not read', () => {
  expect(growth(10, 5)).toBeUndefined();
  expect(growth(undefined, 5)).toBeUndefined();
  expect(ratePerS(10, 4_294_967_295, 5)).toBe(858_993_457);
  expect(ratePerS(4_294_967_295, 10, 5)).toBeUndefined();
});

it('makes no rate without a time', () => {
  expect(ratePerS(1, 2, 0)).toBeUndefined();
  expect(ratePerS(1, 2, undefined)).toBeUndefined();
  expect(percent(1, 0)).toBeUndefined();
});
