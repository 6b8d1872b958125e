import type { Row } from '../model/evidence.ts';
import type { PsRow } from '../parsers/ps/sample.ts';
import { cgroupPath, unitOf } from './cgroup-path.ts';
import { maskSecrets } from './mask.ts';
import { present } from './present.ts';
import { mergeRows } from './rows.ts';
import type { Samples } from './samples.ts';

/** Who a process is, apart from what it does. */
export interface ProcessIdentity extends Row {
  readonly pid: number;
  readonly name?: string;
  readonly parentPid?: number;
  readonly state?: string;
  readonly wchan?: string;
  readonly user?: string;
  readonly unit?: string;
  readonly cgroup?: string;
  readonly commandLine?: string;
  readonly runningForSeconds?: number;
  readonly residentBytes?: number;
  readonly ioClass?: string;
}

/** All that ps, pidstat, iotop and top tell of each process; ps first, since it alone knows parents and units. */
export function processIdentities(samples: Samples): ReadonlyMap<number, ProcessIdentity> {
  const identities = new Map<number, ProcessIdentity>();
  for (const identity of identityRows(samples)) {
    const known = identities.get(identity.pid);
    if (known === undefined) identities.set(identity.pid, identity);
    // Samplers name a process in every report: only what adds something is kept, with its line.
    else if (Object.keys(identity).some((field) => !(field in known))) identities.set(identity.pid, mergeRows(known, identity));
  }
  return identities;
}

function* identityRows(samples: Samples): Generator<ProcessIdentity> {
  // The newest ps first; of the threads of one process the one that hangs tells its state.
  for (const { sample } of samples.ps.toReversed()) {
    yield* sample.rows.toSorted((a, b) => Number(isBlocked(b)) - Number(isBlocked(a))).map(fromPs);
  }
  for (const { sample } of samples.pidstat) {
    for (const row of [...sample.intervals.flatMap(({ rows }) => rows), ...sample.averages]) {
      if (row.pid !== undefined && row.tid === undefined) yield fromSampler(row.pid, row.command, row.user, row);
    }
  }
  for (const row of samples.iotop.flatMap(({ sample }) => sample.screens.flatMap(({ rows }) => rows))) {
    yield { ...fromSampler(row.id, row.command, row.user, row), ioClass: row.ioClass };
  }
  for (const row of samples.top.flatMap(({ sample }) => sample.screens.toReversed().flatMap(({ tasks }) => tasks))) {
    yield {
      ...fromSampler(row.pid, row.name, row.user, row),
      ...present({ parentPid: row.parentPid, state: row.state, residentBytes: row.residentBytes }),
    };
  }
}

function isBlocked(row: PsRow): boolean {
  return row.state?.startsWith('D') === true;
}

/** ps brackets kernel threads, so any other slash in the first word is of a path. */
function programOfArgs(args: string): string {
  const program = programOf(args);
  return args.startsWith('[') || program.includes(': ') ? program : program.slice(program.lastIndexOf('/') + 1) || program;
}

function fromPs(row: PsRow): ProcessIdentity {
  const cgroup = cgroupPath(row.cgroup);
  return present({
    pid: row.pid,
    name: row.name ?? (row.args === undefined ? undefined : programOfArgs(row.args)),
    parentPid: row.parentPid,
    state: row.state?.slice(0, 1),
    wchan: row.wchan,
    user: row.user,
    unit: row.unit ?? unitOf(cgroup),
    cgroup,
    commandLine: row.args === undefined ? undefined : maskSecrets(row.args),
    runningForSeconds: row.elapsedSeconds,
    residentBytes: row.residentBytes,
    cites: row.cites,
  });
}

/** Samplers print a name, or with -l and in iotop a whole command line. */
function fromSampler(pid: number, command: string, user: string | undefined, { cites }: Row): ProcessIdentity {
  const isLine = command.includes(' ') && !command.startsWith('[');
  return present({ pid, name: programOf(command), user, commandLine: isLine ? maskSecrets(command) : undefined, cites });
}

/**
 * The program of a command line: '/usr/sbin/logrotate /etc/logrotate.conf' -> 'logrotate', '[kworker/0:1]' -> 'kworker/0:1'.
 * What daemons write there of themselves stays: 'postgres: checkpointer'. Names of kernel threads have slashes and no path.
 */
function programOf(command: string): string {
  const bracketed = /^\[(.*)\]$/.exec(command)?.[1];
  if (bracketed !== undefined) return bracketed;
  if (/^[^\s/]+: /.test(command)) return maskSecrets(command.slice(0, MAX_TITLE));
  const program = command.split(' ', 1)[0] ?? command;
  return command.startsWith('/') ? program.slice(program.lastIndexOf('/') + 1) || command : program;
}
const MAX_TITLE = 40;
