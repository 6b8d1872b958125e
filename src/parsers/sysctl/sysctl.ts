import { defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';
import type { SysctlSample, SysctlSetting } from './sample.ts';

/**
 * sysctl: kernel settings.
 *
 * Reads   `sysctl -a` and `sysctl NAME` lines, and files below /proc/sys by their path
 * Columns 'vm.dirty_ratio = 20' or /proc/sys/vm/dirty_ratio -> name, text; value where the text is one whole number
 * Not     settings that hold several numbers have a text and no value
 * Caution a setting of 0 often means that another one rules: dirty_bytes = 0 leaves it to dirty_ratio
 * Source  sysctl(8), proc_sys_vm(5)
 *
 *     vm.dirty_ratio = 20
 *     vm.lowmem_reserve_ratio = 256   32      32
 */
export const sysctl = defineParser<SysctlSample>({
  recognise: {
    command: /^sysctl\b/,
    path: /^\/proc\/sys\/(?!kernel\/(?:osrelease|ostype|version|hostname)$)/,
    looksLike: (lines) => lines.slice(0, 10).some((text) => SETTING.test(text)),
  },
  parse,
});

const SETTING = /^((?:vm|kernel|fs|net|dev|user|abi|debug|sunrpc)\.[\w./-]+) ?= ?(.*)$/;

function parse(source: Source): Parsed<SysctlSample> {
  const settings: SysctlSetting[] = [];
  const problems: ParseProblem[] = [];
  const ofFile = source.path?.replace(/^\/proc\/sys\//, '').replaceAll('/', '.');
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const setting = ofFile === undefined ? settingOf(line) : read(ofFile, line.text, line);
    if (setting) settings.push(setting);
    else problems.push({ cite: line.cite, why: 'no setting of sysctl' });
  }
  return { sample: settings.length > 0 ? { settings } : undefined, problems };
}

function settingOf(line: SourceLine): SysctlSetting | undefined {
  const match = SETTING.exec(line.text);
  return match ? read(match[1] ?? '', match[2] ?? '', line) : undefined;
}

function read(name: string, printed: string, { cite }: SourceLine): SysctlSetting {
  const text = printed.trim();
  const value = text.startsWith('-') ? negated(readCount(text.slice(1))) : readCount(text);
  return value === undefined ? { name, text, cites: [cite] } : { name, text, value, cites: [cite] };
}

function negated(count: number | undefined): number | undefined {
  return count === undefined ? undefined : -count;
}
