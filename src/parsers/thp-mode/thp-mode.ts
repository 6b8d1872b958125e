import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type Source } from '../parser.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One setting of transparent huge pages: the word in brackets. */
export interface ThpMode extends Row {
  /** Which file: absent where nothing tells. */
  readonly setting?: 'enabled' | 'defrag';
  readonly mode: 'always' | 'defer' | 'defer+madvise' | 'madvise' | 'never';
}
export interface ThpModeSample {
  readonly modes: readonly ThpMode[];
}

const MODES: readonly ThpMode['mode'][] = ['always', 'defer', 'defer+madvise', 'madvise', 'never'];
const CHOICE = /^\s*(?:\[?[a-z+]+\]?\s+){1,4}\[?[a-z+]+\]?\s*$/;
const PATH = /\/sys\/kernel\/mm\/(?:redhat_)?transparent_hugepage\/(enabled|defrag)\b/;

/**
 * Transparent huge pages: when the kernel makes them, and how hard it tries.
 *
 * Reads   /sys/kernel/mm/transparent_hugepage/enabled and defrag, and redhat_transparent_hugepage of RHEL 6; each by its path or its command
 * Columns the word in brackets -> mode, the file -> setting
 * Not     shmem_enabled, and yes/no of khugepaged/defrag in RHEL 6
 * Caution 'always' of defrag lets a page fault wait for compaction; 'madvise' leaves that to programs that ask
 * Source  Documentation/admin-guide/mm/transhuge.rst
 *
 *     always defer defer+madvise [madvise] never
 *     [always] madvise never
 */
export const thpMode = defineParser<ThpModeSample>({
  recognise: {
    path: /^\/sys\/kernel\/mm\/(?:redhat_)?transparent_hugepage\/(?:enabled|defrag)$/,
    command: /^(?:cat|head|grep)\b.*\/(?:redhat_)?transparent_hugepage\/(?:enabled|defrag)\b/,
    looksLike: (lines) => lines.slice(0, 5).some((line) => modeOf(line) !== undefined),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const modes: ThpMode[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      const led = /^(\/sys\/[^:]{1,100}):(.*)$/.exec(text);
      const mode = modeOf(led?.[2] ?? text);
      const setting = settingOf(led?.[1] ?? whereOf(source));
      if (mode === undefined) problems.push({ cite, why: 'no setting of transparent huge pages' });
      else modes.push({ mode, ...(setting === undefined ? {} : { setting }), cites: [cite] });
    }
    return { sample: modes.length > 0 ? { modes } : undefined, problems };
  },
});

function whereOf(source: Source): string {
  return source.path ?? source.command;
}

function settingOf(where: string): ThpMode['setting'] {
  const name = PATH.exec(where)?.[1];
  return name === 'enabled' || name === 'defrag' ? name : undefined;
}

/** The chosen one of 'always madvise [never]': a choice without always and never is of something else. */
function modeOf(text: string): ThpMode['mode'] | undefined {
  if (text.length > 100 || !CHOICE.test(text)) return undefined;
  const choices = words(text).map((word) => word.replace(/^\[|\]$/g, ''));
  const chosen = /\[([a-z+]+)\]/.exec(text)?.[1];
  const own = choices.includes('always') && choices.includes('never');
  return own ? MODES.find((mode) => mode === chosen) : undefined;
}
