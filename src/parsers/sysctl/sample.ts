import type { Row } from '../../model/evidence.ts';

/** One kernel setting. */
export interface SysctlSetting extends Row {
  /** 'vm.dirty_ratio', whether it came from sysctl or from /proc/sys. */
  readonly name: string;
  readonly text: string;
  /** Where the text is one number. */
  readonly value?: number;
}
export interface SysctlSample {
  readonly settings: readonly SysctlSetting[];
}
