import type { TopSample, TopScreen } from '../parsers/top/sample.ts';
import type { Reading, Samples } from './samples.ts';

/** Screens whose CPU figures are of their time. In batch mode the first one's are averages since boot, or since each task began. */
export function currentScreens(samples: Samples): readonly TopScreen[] {
  return samples.top.flatMap((reading) => (inBatchMode(reading) ? reading.sample.screens.slice(1) : reading.sample.screens));
}

export function sinceBootScreens(samples: Samples): readonly TopScreen[] {
  return samples.top.flatMap((reading) => (inBatchMode(reading) ? reading.sample.screens.slice(0, 1) : []));
}

/** busybox looks twice before its first screen. */
function inBatchMode({ output, sample }: Reading<TopSample>): boolean {
  return sample.busybox !== true && /^(?:\S*\/)?top\s(?:.*\s)?-\w*b/.test(output.command);
}
