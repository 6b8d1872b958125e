import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import { logSuspicions } from './kernel-log.ts';

it.each([
  [0, 'mem.exhausted'],
  [1, 'mem.fragmentation'],
  [undefined, 'mem.fragmentation'],
])('a refused request of order %s looks like %s', (order, cause) => {
  const event = { cites, kind: 'allocation-failure', functions: [], text: 'tar: page allocation failure' } as const;
  const events = [{ ...event, ...(order === undefined ? {} : { order }) }];
  expect(logSuspicions({ kernelLog: { events } }).map((each) => each.cause)).toEqual([cause]);
});
