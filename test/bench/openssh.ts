import type { Sshd } from '../sshd.ts';
import { sh } from './measure.ts';

/** What an engineer runs by hand to see the same: eight commands, five seconds. */
export const eightCommands: readonly string[] = [
  'vmstat -w 1 6',
  'iostat -xyk 1 5',
  'pidstat -d 1 5',
  'pidstat -urw 1 5',
  'ps -eo pid,ppid,user,stat,wchan:32,etimes,args',
  'cat /proc/diskstats /proc/stat /proc/vmstat /proc/meminfo /proc/pressure/io /proc/pressure/cpu /proc/pressure/memory',
  'sleep 5; cat /proc/diskstats /proc/stat /proc/vmstat /proc/meminfo /proc/pressure/io /proc/pressure/cpu /proc/pressure/memory',
  'mount',
];

export function sshOptions(sshd: Pick<Sshd, 'identityFile' | 'knownHostsFile' | 'port'>, kex?: string): string {
  const options = [
    '-F none',
    `-i ${sshd.identityFile}`,
    `-o UserKnownHostsFile=${sshd.knownHostsFile}`,
    '-o StrictHostKeyChecking=yes',
    '-o BatchMode=yes',
    `-o Port=${sshd.port}`,
  ];
  return [...options, ...(kex ? [`-o KexAlgorithms=${kex}`] : [])].join(' ');
}

/** The eight at once over one fresh multiplexed connection of the system's OpenSSH. */
export async function runEight(sshd: Sshd, user: string, kex?: string): Promise<void> {
  const socket = `${sshd.folder}/mux`;
  const options = `${sshOptions(sshd, kex)} -S ${socket}`;
  const each = eightCommands.map((command) => `ssh ${options} ${user}@127.0.0.1 '${command}' >/dev/null &`).join('\n');
  await sh(`ssh ${options} -M -N -f ${user}@127.0.0.1\n${each}\nwait\nssh ${options} -O exit x 2>/dev/null; true`);
}
