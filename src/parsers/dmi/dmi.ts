import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type Parsed, type Source } from '../parser.ts';

/** Who made the machine: one of these a file. */
export interface DmiSample extends Row {
  readonly vendor?: string;
  readonly product?: string;
  /** Under a hypervisor that says so itself: 'xen'. */
  readonly hypervisor?: string;
}

/**
 * /sys/class/dmi/id: who made the machine.
 *
 * Reads   sys_vendor and product_name, and /sys/hypervisor/type, each by its path
 * Columns the file's text -> vendor, product or hypervisor
 * Not     serial numbers and the like: the catalogue does not ask for them
 * Caution a cloud's virtual machine names the cloud ('Amazon EC2'), or only its hypervisor
 * Source  Documentation/ABI/testing/sysfs-firmware-dmi-entries; drivers/firmware/dmi-id.c
 *
 *     Amazon EC2
 */
export const dmi = defineParser<DmiSample>({
  recognise: {
    path: /^\/sys\/(?:(?:class|devices\/virtual)\/dmi\/id\/(?:sys_vendor|product_name)|hypervisor\/type)$/,
    looksLike: () => false,
  },
  parse,
});

function parse(source: Source): Parsed<DmiSample> {
  const line = source.lines.find(({ text }) => text.trim() !== '');
  if (line === undefined) return { sample: undefined, problems: [] };
  const text = line.text.trim();
  return { sample: { [fieldOf(source.path ?? source.command)]: text, cites: citesOf(line.cite) }, problems: [] };
}

function fieldOf(asked: string): 'vendor' | 'product' | 'hypervisor' {
  if (asked.includes('vendor')) return 'vendor';
  return asked.includes('hypervisor') ? 'hypervisor' : 'product';
}
