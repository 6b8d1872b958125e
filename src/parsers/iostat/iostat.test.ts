import { describe, expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { iostat } from './iostat.ts';

function parse(command: string, ...lines: readonly string[]) {
  return iostat.parse(sourceOf('iostat' as OutputId, command, lines.join('\n')));
}
const banner = 'Linux 5.15.0 (host-1) \t01/20/26 \t_x86_64_\t(4 CPU)';
const header = 'Device            r/s     rkB/s r_await     w/s     wkB/s w_await  aqu-sz  %util';
const row = (device: string, util: string) => `${device}  10.00  40.00 1.00 2.00 8.00 3.00 0.10 ${util}`;
const utils = (parsed: ReturnType<typeof parse>) =>
  parsed.sample?.reports.map((report) => [report.sinceBoot, report.devices.map((device) => device.utilPct)]);

describe('which report is since boot', () => {
  it('the first of a run, its banner shown', () => {
    expect(utils(parse('iostat -x 1', banner, '', header, row('sda', '5.00'), '', header, row('sda', '99.00')))).toEqual([
      [true, [5]],
      [false, [99]],
    ]);
  });
  it('none with -y', () => {
    expect(utils(parse('iostat -xky 1 2', banner, header, row('sda', '5.00'), '', header, row('sda', '99.00')))).toEqual([
      [false, [5]],
      [false, [99]],
    ]);
  });
  it('the only report of a command without an interval', () => {
    expect(utils(parse('iostat -x', header, row('sda', '5.00')))).toEqual([[true, [5]]]);
  });
  it('not a single report cut out of a run', () => {
    expect(utils(parse('iostat -x 1', header, row('sda', '99.00')))).toEqual([[false, [99]]]);
  });
  it('nor the first of a text that begins in the middle of a report', () => {
    const cpu = ['avg-cpu:  %user   %nice %system %iowait  %steal   %idle', '           0.50    0.00    1.26   72.04    0.00   26.20'];
    expect(utils(parse('iostat -x 2', header, row('sda', '98.00'), '', ...cpu, '', header, row('sda', '99.00')))).toEqual([
      [false, [98]],
      [false, [99]],
    ]);
  });
});

describe('text as people have it', () => {
  it('joins header and rows that a mailer folded, and cites both lines', () => {
    const parsed = parse(
      'iostat -x 1',
      'Device            r/s     rkB/s r_await     w/s',
      '  wkB/s w_await  aqu-sz  %util',
      'sda 1.00 4.00 0.50 2.00',
      '8.00 3.00 0.10 77.00',
    );
    const device = parsed.sample?.reports[0]?.devices[0];
    expect(device).toMatchObject({ device: 'sda', readOpsPerS: 1, writeBytesPerS: 8192, utilPct: 77 });
    expect(device?.cites.map((cite) => cite.line)).toEqual([3, 4]);
    expect(parsed.problems).toEqual([]);
  });
  it('lists a row that is cut, and reads those around it', () => {
    const parsed = parse('iostat -x 1', header, row('sda', '1.00'), 'sdb  10.00  40.', row('sdc', '3.00'));
    expect(utils(parsed)).toEqual([[false, [1, 3]]]);
    expect(parsed.problems.map((problem) => problem.cite.line)).toEqual([3]);
  });
  it('takes a device that comes again for the next report, where the header was kept once', () => {
    expect(utils(parse('iostat -x sda 1', header, row('sda', '1.00'), row('sda', '2.00')))).toEqual([
      [false, [1]],
      [false, [2]],
    ]);
  });
  it('reads the mixed names of sysstat 11.6 and values over 100', () => {
    const parsed = parse(
      'iostat -x 1',
      'Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await r_await w_await  svctm  %util',
      'md0 0.00 0.00 1436.00 1411.00 89.75 88.19 128.00 22.98 8.07 0.16 16.12 0.52 147.00',
    );
    expect(parsed.sample?.reports[0]?.devices[0]).toMatchObject({
      queueLength: 22.98,
      requestBytes: 65_536,
      utilPct: 147,
      serviceMs: 0.52,
    });
  });
  it('refuses a row that holds no number instead of guessing', () => {
    const parsed = parse('iostat -x 1', header, row('sda', 'n/a'));
    expect(parsed.sample).toBeUndefined();
    expect(parsed.problems.map((problem) => problem.cite.line)).toEqual([2]);
  });
});
