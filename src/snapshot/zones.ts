import { PAGE_BYTES } from '../parsers/text/page-bytes.ts';
import type { MemoryZone } from '../parsers/zoneinfo/zoneinfo.ts';
import { present } from './present.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';
import type { Zone, ZonesView } from './views/zones.ts';

/** Every zone that has memory. */
export function zonesView(samples: Samples): ZonesView | undefined {
  const zones = (latest(samples.zoneinfo)?.zones ?? []).filter(({ managedPages, presentPages }) => (managedPages ?? presentPages) !== 0);
  return zones.length > 0 ? { all: zones.map(inBytes) } : undefined;
}

function inBytes({ node, zone, freePages, minPages, managedPages, cites, fieldCites = {} }: MemoryZone): Zone {
  const bytes = (pages: number | undefined) => (pages === undefined ? undefined : pages * PAGE_BYTES);
  const lines = { freeBytes: fieldCites['freePages'], minBytes: fieldCites['minPages'], managedBytes: fieldCites['managedPages'] };
  return {
    node,
    zone,
    cites,
    fieldCites: present(lines),
    ...present({ freeBytes: bytes(freePages), minBytes: bytes(minPages), managedBytes: bytes(managedPages) }),
  };
}
