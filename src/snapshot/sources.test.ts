import { describe, expect, it } from 'vitest';
import { filesOutput, rawOutput } from '../../test/raw-output.ts';
import { sourcesOf } from './sources.ts';

describe('sourcesOf', () => {
  it('takes an output as one text, its last newline aside', () => {
    const [source, ...rest] = sourcesOf(rawOutput('vmstat', 'a\nb\n'));
    expect(rest).toEqual([]);
    expect(source?.lines.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('reads no CR, and cites one only where no LF follows it', () => {
    const [source] = sourcesOf(rawOutput('vmstat', 'a\r\nb\r'));
    expect(source?.lines.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(source?.lines.map(({ cite }) => cite.text)).toEqual(['a', 'b\r']);
  });

  it.each([
    ['cat /sys/block/sda/size', '/sys/block/sda/size'],
    ['sudo cat /proc/meminfo', '/proc/meminfo'],
    ['cat /sys/block/*/size', undefined],
    ['cat /home/ann/notes', undefined],
    ['iostat -x', undefined],
  ])('%s tells the file', (command, path) => {
    const [source] = sourcesOf({ ...rawOutput('given-1', '1\n'), command });
    expect(source?.path).toBe(path);
  });

  it('parts files, and cites the lines of the whole output', () => {
    const sources = sourcesOf(
      rawOutput('kernel.1', '/proc/uptime:5.10 9.00\n/proc/loadavg:1 2 3\n/proc/uptime:x\n', { pathPrefixed: true }),
    );
    expect(sources.map(({ path, lines }) => [path, lines.map(({ text, cite }) => [text, cite.line, cite.text])])).toEqual([
      [
        '/proc/uptime',
        [
          ['5.10 9.00', 1, '/proc/uptime:5.10 9.00'],
          ['x', 3, '/proc/uptime:x'],
        ],
      ],
      ['/proc/loadavg', [['1 2 3', 2, '/proc/loadavg:1 2 3']]],
    ]);
  });

  it('cites each line’s own place in its file beside that in the output', () => {
    const text = '/proc/uptime:5.10 9.00\n/proc/loadavg:1 2 3\n/proc/loadavg:4 5 6\n';
    const cited = sourcesOf(rawOutput('kernel.1', text, { pathPrefixed: true })).flatMap(({ lines }) => lines.map(({ cite }) => cite));
    expect(cited.map(({ line, file }) => [line, file])).toEqual([
      [1, { path: '/proc/uptime', line: 1 }],
      [2, { path: '/proc/loadavg', line: 1 }],
      [3, { path: '/proc/loadavg', line: 2 }],
    ]);
  });

  it('finds the end of a path that has colons itself', () => {
    const path = '/sys/fs/cgroup/kubepods.slice:cri-containerd:4f2a/io.stat';
    expect(sourcesOf(rawOutput('cgroup-io.1', `${path}:259:0 rbytes=1\n`, { pathPrefixed: true }))[0]?.path).toBe(path);
  });

  it('passes over lines that no path leads', () => {
    expect(sourcesOf(rawOutput('kernel.1', 'grep: x: denied\n:\n\n/nocolon\n', { pathPrefixed: true }))).toEqual([]);
  });

  it('reads 30,000 files in the time of their size', () => {
    const files = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [`/sys/fs/cgroup/a.slice/job-${index}/io.stat`, '8:0 rbytes=4096']),
    );
    const output = filesOutput('cgroup-io.1', files);
    const started = performance.now();
    expect(sourcesOf(output)).toHaveLength(30_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
