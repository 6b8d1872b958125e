/** A line of the kernel log without what its writer put in front. */
export interface Message {
  readonly text: string;
  readonly uptimeSeconds?: number;
  readonly at?: Date;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The writer's prefix is short: a bracket further right belongs to the message. */
const PREFIX_CHARS = 160;

/** '[ 1186.232273] ', '[    1.5][   T12] '; the first '[' may be lost where a paste was cut. */
const UPTIME = /(?:^|\[)\s{0,12}(\d{1,9}\.\d{6})\](?:\[\s*[TC]\d+\])?\s?/;
/** dmesg -T: '[Sat Mar  2 18:07:17 2024] '. */
const CTIME = /^\[?\w{3} (\w{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})\] ?/;
/** rsyslog and journalctl -o short-iso, short-full, dmesg --time-format iso. */
const ISO = /^(?:\w{3} )?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,6}))?(Z|[+-]\d\d:?\d\d| UTC)?\s+/;
/** 'Aug  1 07:46:06 localhost kernel: ', 'Mar 06 19:25:03 [kernel] ', 'Aug 30 06:58:55.050705 host kernel: ' of short-precise: no year, so no instant. */
const SYSLOG = /^(?:<\d{1,3}>)?\w{3} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s+/;
const PROGRAM = /^(?:\S{1,64}\s+)?(?:kernel(?:\[\d+\])?:|\[kernel\])\s?/;
const OTHER_PROGRAM = /^\S{1,64}\s+[\w./@-]{1,64}(?:\[\d+\])?:\s/;
/** dmesg -x: 'kern  :err   : '; /dev/kmsg by serial console: '<3>'. */
const LEVEL = /^(?:<\d{1,3}>|[a-z0-9]+\s*:[a-z]+\s*:\s)/;
/** dmesg -H: '[Mar 2 18:07] ', '[  +0.000006] '. */
const HUMAN = /^\[(?:\w{3} {1,2}\d{1,2} \d\d:\d\d|\s*\+\d+\.\d+)\] ?/;

/** The message behind stamp and prefix; undefined where the line bears neither. */
export function readMessage(line: string): Message | 'other-program' | undefined {
  const bare = line.replace(LEVEL, '');
  const ctime = CTIME.exec(bare);
  if (ctime) return { text: bare.slice(ctime[0].length), ...instantOf(ctime) };
  const head = bare.slice(0, PREFIX_CHARS);
  const iso = ISO.exec(head);
  const syslog = iso ?? SYSLOG.exec(head);
  const at = iso ? isoInstant(iso) : {};
  const rest = bare.slice(syslog?.[0].length ?? 0);
  const uptime = UPTIME.exec(rest.slice(0, PREFIX_CHARS));
  if (uptime) {
    // journalctl -o short-monotonic puts host and program behind the stamp.
    const text = rest.slice(uptime.index + uptime[0].length).replace(syslog ? /^$/ : PROGRAM, '');
    return { text, uptimeSeconds: Number(uptime[1]), ...at };
  }
  if (syslog === null) return humanMessage(bare);
  if (PROGRAM.test(rest)) return { text: rest.replace(PROGRAM, ''), ...at };
  return OTHER_PROGRAM.test(rest) ? 'other-program' : { text: rest, ...at };
}

function humanMessage(bare: string): Message | undefined {
  const human = HUMAN.exec(bare);
  return human ? { text: bare.slice(human[0].length) } : undefined;
}

function instantOf([, month = '', day, hours, minutes, seconds, year]: RegExpExecArray): { readonly at?: Date } {
  const index = MONTHS.indexOf(month);
  if (index < 0) return {};
  return { at: new Date(Date.UTC(Number(year), index, Number(day), Number(hours), Number(minutes), Number(seconds))) };
}

function isoInstant([, date, time, fraction = '0', zone = 'Z']: RegExpExecArray): { readonly at?: Date } {
  const offset = /^[+-]/.test(zone) ? zone.replace(/^([+-]\d\d):?/, '$1:') : 'Z';
  const at = new Date(`${date}T${time}.${fraction.slice(0, 3)}${offset}`);
  return Number.isNaN(at.getTime()) ? {} : { at };
}
