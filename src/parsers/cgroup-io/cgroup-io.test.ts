import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { cgroupIo } from './cgroup-io.ts';

function parse(path: string, ...lines: readonly string[]) {
  return cgroupIo.parse({ ...sourceOf('cgroup-io' as OutputId, '', lines.join('\n')), path }).sample;
}

it('names the control group by its path, whichever hierarchy it stands in', () => {
  expect(parse('/sys/fs/cgroup/system.slice/a:b.service/io.stat', '8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0')?.cgroup).toBe(
    '/system.slice/a:b.service',
  );
  expect(parse('/sys/fs/cgroup/blkio/system.slice/blkio.throttle.io_service_bytes', 'Total 0')).toEqual({
    cgroup: '/system.slice',
    version: 1,
    devices: [],
  });
  expect(parse('/sys/fs/cgroup/io.stat', '8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0')?.cgroup).toBe('/');
});

it('reads a device whose figures follow others that have none', () => {
  expect(parse('/sys/fs/cgroup/io.stat', '7:0 8:16 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0')?.devices).toMatchObject([
    { deviceNumber: '8:16', readBytes: 1, writes: 4 },
  ]);
});

it('puts the lines of one device of version 1 together', () => {
  const devices = parse(
    '/sys/fs/cgroup/blkio/blkio.throttle.io_service_bytes',
    '8:0 Read 10',
    '8:0 Write 20',
    '8:0 Sync 30',
    '8:0 Async 0',
    '8:0 Total 30',
    'Total 30',
  )?.devices;
  expect(devices).toMatchObject([{ deviceNumber: '8:0', readBytes: 10, writtenBytes: 20 }]);
});

it('requests of v1 stand in a file of their own', () => {
  const source = {
    ...sourceOf('a' as OutputId, '', '8:0 Read 12\n8:0 Write 3\n8:0 Total 15\nTotal 15'),
    path: '/sys/fs/cgroup/blkio/x/blkio.throttle.io_serviced',
  };
  expect(cgroupIo.parse(source).sample).toMatchObject({
    cgroup: '/x',
    version: 1,
    devices: [{ deviceNumber: '8:0', reads: 12, writes: 3 }],
  });
});
