import { expect, it } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import { ownProcesses, sessionPid } from './session.ts';

it('reads the pid of the shell from the session alone', () => {
  expect(sessionPid([rawOutput('ps', '1'), rawOutput('session', '4242\n')])).toBe(4242);
  expect(sessionPid([rawOutput('session', 'motd\n')])).toBeUndefined();
});

it('counts everything that the shell started as its own, and nothing else', () => {
  const parents = new Map([
    [10, 1],
    [20, 10],
    [21, 20],
    [22, 21],
    [30, 1],
    [20, 10],
  ]);
  expect([...ownProcesses(parents, 20)]).toEqual([20, 21, 22]);
  expect(ownProcesses(parents, undefined).size).toBe(0);
});

it('ends where parents form a ring', () => {
  expect([
    ...ownProcesses(
      new Map([
        [2, 3],
        [3, 2],
      ]),
      2,
    ),
  ]).toEqual([2, 3]);
});
