/** A word of the host in a command line that a person may paste: quoted unless plainly harmless, control characters dropped. */
export function shellWord(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, '');
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", `'\\''`)}'`;
}

/** '/dev/nvme1n1'; the kernel writes '!' for a slash in device names. */
export function devicePath(name: string): string {
  return shellWord(`/dev/${name.replaceAll('!', '/')}`);
}

/** 20 000 000 -> '20M', as systemd and cgroup files of it take it. */
export function systemdSize(bytes: number): string {
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)}M`;
  return `${Math.max(1, Math.round(bytes / 1e3))}K`;
}
