import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One controller. */
export interface CgroupController extends Row {
  readonly name: string;
  /** 0 for one that belongs to the v2 hierarchy. */
  readonly hierarchy: number;
  /** Groups that the kernel keeps, dying ones included. */
  readonly groups: number;
  readonly enabled: boolean;
}
export interface ProcCgroupsSample {
  readonly controllers: readonly CgroupController[];
}

/**
 * /proc/cgroups: how many control groups each controller keeps.
 *
 * Reads   /proc/cgroups of any kernel with control groups
 * Columns subsys_name -> name, hierarchy, num_cgroups -> groups, enabled
 * Not     the heading
 * Caution a removed group is counted until its last page is gone: memory far above the other controllers is such a leak, or directories
 *         that nobody removes; since 6.11 v2 controllers are left out unless CONFIG_CPUSETS_V1 and the like ask for them
 * Source  cgroups(7)
 *
 *     memory	4	64734	1
 */
export const procCgroups = defineParser<ProcCgroupsSample>({
  recognise: {
    path: /^\/proc\/cgroups$/,
    command: /^cat\s+\/proc\/cgroups\b/,
    looksLike: (lines) => lines.some((line) => /^\s*#subsys_name\s+hierarchy\s+num_cgroups\s+enabled/.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const controllers: CgroupController[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || text.trimStart().startsWith('#')) continue;
      const [name = '', ...cells] = words(text);
      const [hierarchy, groups, enabled] = cells.map(readCount);
      if (cells.length === 3 && /^[a-z_]+$/.test(name) && hierarchy !== undefined && groups !== undefined && enabled !== undefined) {
        controllers.push({ name, hierarchy, groups, enabled: enabled === 1, cites: [cite] });
      } else problems.push({ cite, why: 'not a line of /proc/cgroups' });
    }
    return { sample: controllers.length > 0 ? { controllers } : undefined, problems };
  },
});
