import { expect, it } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import { ownProcesses, sessionPids } from './session.ts';

it('reads the pid of the shell from the session alone', () => {
  expect(sessionPids([rawOutput('ps', '1'), rawOutput('session', '4242\n')])).toEqual([4242]);
  expect(sessionPids([rawOutput('session', '4242\n5151\n')])).toEqual([4242, 5151]);
  expect(sessionPids([rawOutput('session', 'motd\n')])).toEqual([]);
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
  expect([...ownProcesses(parents, [20])]).toEqual([20, 21, 22]);
  expect(ownProcesses(parents, []).size).toBe(0);
});

it('ends where parents form a ring', () => {
  expect([
    ...ownProcesses(
      new Map([
        [2, 3],
        [3, 2],
      ]),
      [2],
    ),
  ]).toEqual([2, 3]);
});
