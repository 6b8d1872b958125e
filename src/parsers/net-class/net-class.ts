import type { Row } from '../../model/evidence.ts';
import { defineParser, type Parsed, type Source } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

/** One property of one interface. */
export interface NetClassSample extends Row {
  readonly interface: string;
  readonly speedBitsPerS?: number;
  readonly duplex?: string;
  readonly state?: string;
  /** Its own number, and that of the interface its packets go through: another one's for veth, VLANs and tunnels. */
  readonly index?: number;
  readonly linkIndex?: number;
}

const FILE = /\/sys\/class\/net\/([^/\s]{1,32})\/(speed|duplex|operstate|ifindex|iflink)$/;
const MEGABIT = 1e6;
/** The kernel's "unknown" is -1, which some versions print without its sign. */
const UNKNOWN_SPEED = 4294967295;

/**
 * /sys/class/net: speed, duplex, state and link of a network interface.
 *
 * Reads   the files speed, duplex, operstate, ifindex and iflink of an interface
 * Columns speed (Mbit/s) -> speedBitsPerS; duplex; operstate -> state; ifindex -> index; iflink -> linkIndex
 * Not     a speed of -1 or 0, which is none
 * Caution a virtual interface has a speed that means nothing (10000 of veth); a virtual machine's card may have none
 * Source  Documentation/ABI/testing/sysfs-class-net
 *
 *     /sys/class/net/eth2/speed:10000
 */
export const netClass = defineParser<NetClassSample>({
  recognise: { path: /^\/sys\/class\/net\/[^/]+\/(?:speed|duplex|operstate|ifindex|iflink)$/, looksLike: () => false },
  parse,
});

function parse(source: Source): Parsed<NetClassSample> {
  const [, of, file] = FILE.exec(source.path ?? source.command) ?? [];
  const line = source.lines.find(({ text }) => !isBlankLine(text));
  if (of === undefined || line === undefined) return { sample: undefined, problems: [] };
  const text = line.text.trim();
  const row = { interface: of, cites: [line.cite] } as const;
  if (file === 'duplex') return /^(?:full|half|unknown)$/.test(text) ? read({ ...row, duplex: text }) : refused(source);
  if (file === 'operstate') return /^[a-z]{2,20}$/.test(text) ? read({ ...row, state: text }) : refused(source);
  if (!/^-?\d{1,10}$/.test(text)) return refused(source);
  if (file === 'ifindex' || file === 'iflink') {
    const index = readCount(text);
    return index === undefined ? refused(source) : read({ ...row, [file === 'ifindex' ? 'index' : 'linkIndex']: index });
  }
  const speed = readCount(text);
  return read(speed === undefined || speed === 0 || speed === UNKNOWN_SPEED ? row : { ...row, speedBitsPerS: speed * MEGABIT });
}

function read(sample: NetClassSample): Parsed<NetClassSample> {
  return { sample, problems: [] };
}

function refused({ lines }: Source): Parsed<NetClassSample> {
  return { sample: undefined, problems: lines.slice(0, 1).map(({ cite }) => ({ cite, why: 'no property of an interface' })) };
}
