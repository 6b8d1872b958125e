import type { Cites, Row } from '../model/evidence.ts';
import type { RawOutput } from '../model/output.ts';
import { isContainer } from './cgroup-path.ts';
import { keepsPressure } from './keeps-pressure.ts';
import { present } from './present.ts';
import { latest } from './readings.ts';
import { mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { HostView } from './views.ts';

type HostFacts = Partial<Omit<HostView, 'cites'>> & Row;

/** What frames the figures: CPU count, kernel, uptime, who made the machine. Undefined where no output tells any of it. */
export function hostView(samples: Samples, outputs: readonly RawOutput[]): HostView | undefined {
  const facts = mergeAll(factRows(samples));
  if (facts === undefined) return undefined;
  return {
    ...facts,
    ...present({
      // A hypervisor that names itself knows better than the maker: the same cloud has machines of several.
      virtualisation: facts.virtualisation ?? virtualisationOf(facts.vendor, facts.product),
      keepsPressure: keepsPressure(samples, outputs, facts.kernel),
    }),
  };
}

/** The best source of a fact first. */
function factRows(samples: Samples): readonly HostFacts[] {
  const rows: (HostFacts | undefined)[] = [
    fact(latest(samples['cpu-list']), ({ cpus }) => ({ cpus })),
    fact(latest(samples['kernel-release']), ({ release }) => ({ kernel: release })),
    fact(latest(samples.uptime), ({ uptimeSeconds, loadAverage1 }) => ({ uptimeSeconds, loadAverage1 })),
    fact(latest(samples.loadavg), ({ loadAverage1 }) => ({ loadAverage1 })),
    ...samples.dmi.map(({ sample }) =>
      fact(sample, ({ vendor, product, hypervisor }) => ({ vendor, product, virtualisation: hypervisor })),
    ),
    // The first process tells of the host; others may be in containers on it.
    ...samples['self-cgroup']
      .filter(({ sample }) => sample.pid === undefined || sample.pid === 1)
      .map(({ sample }) =>
        fact(sample, ({ version, paths }) => ({ cgroupVersion: version, container: paths.some(isContainer) ? true : undefined })),
      ),
    fact(latest(samples['proc-stat'])?.cpus.at(-1), () => ({ cpus: latest(samples['proc-stat'])?.cpus.length })),
    ...banners(samples),
    ...samples.top.map(({ sample }) =>
      fact(sample.screens.at(-1)?.head, ({ uptimeSeconds, loadAverage1 }) => ({ uptimeSeconds, loadAverage1 })),
    ),
    ...samples.sar.map(({ sample }) =>
      fact(
        sample.queues.findLast((row) => !row.average),
        ({ loadAverage1 }) => ({ loadAverage1 }),
      ),
    ),
  ];
  return rows.filter((row) => row !== undefined);
}

function banners(samples: Samples): readonly (HostFacts | undefined)[] {
  const found = [
    ...samples.iostat.map(({ sample }) => sample.banner),
    ...samples.pidstat.map(({ sample }) => sample.banner),
    ...samples.sar.map(({ sample }) => sample.host),
  ];
  return found.map((banner) => fact(banner, ({ kernel, cpus }) => ({ kernel, cpus })));
}

function fact<S extends Row>(
  sample: S | undefined,
  pick: (sample: S) => { readonly [K in keyof Omit<HostView, 'cites'>]?: HostView[K] | undefined },
): HostFacts | undefined {
  if (sample === undefined) return undefined;
  const fields = present(pick(sample));
  return Object.keys(fields).length === 0 ? undefined : withCites(fields, sample.cites);
}

function withCites(fields: object, cites: Cites): HostFacts {
  return { ...fields, cites };
}

/** Makers of virtual machines as they stand in DMI. Bare metal has as many makers as there are: nothing is said then. */
const HYPERVISORS: readonly (readonly [RegExp, string])[] = [
  [/^amazon ec2 .*\.metal/i, 'none'],
  [/^(?:amazon ec2|google|digitalocean|hetzner|openstack|alibaba cloud|qemu|red hat)/i, 'kvm'],
  [/\bxen\b|\bhvm domu\b/i, 'xen'],
  [/vmware/i, 'vmware'],
  [/^microsoft corporation virtual machine/i, 'hyper-v'],
  [/innotek|virtualbox/i, 'virtualbox'],
];

function virtualisationOf(vendor: string | undefined, product: string | undefined): string | undefined {
  const text = `${vendor ?? ''} ${product ?? ''}`.trim();
  return HYPERVISORS.find(([pattern]) => pattern.test(text))?.[1];
}
