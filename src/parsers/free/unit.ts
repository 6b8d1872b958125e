const KIB = 1024;
const OPTIONS: readonly (readonly [RegExp, number])[] = [
  [/\s(?:-[a-z]*b|--bytes)\b/, 1],
  [/\s(?:-[a-z]*m|--mebi)\b/, KIB ** 2],
  [/\s(?:-[a-z]*g|--gibi)\b/, KIB ** 3],
  [/\s--tebi\b/, KIB ** 4],
  [/\s--kilo\b/, 1e3],
  [/\s--mega\b/, 1e6],
  [/\s--giga\b/, 1e9],
];
/** No machine that runs Linux today has less memory than this in KiB, and few have more in MiB (see below). */
const LEAST_KIB = 20_000;
/** Below this a total can only be GiB. */
const LEAST_MIB = 64;

/**
 * What a bare figure counts, in bytes. An option of the command line says it; KiB is the tool's own choice.
 * Where nobody knows the command line, the total tells: 996 is MiB and 62 is GiB, for no machine has so few KiB.
 */
export function unitOf(command: string, total: number | undefined): number {
  const asked = OPTIONS.find(([option]) => option.test(command))?.[1];
  if (asked !== undefined) return asked;
  if (command.trim() !== '' || total === undefined || total >= LEAST_KIB || total === 0) return KIB;
  return total < LEAST_MIB ? KIB ** 3 : KIB ** 2;
}
