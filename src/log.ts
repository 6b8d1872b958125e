import { pino } from 'pino';
import type { LogLevel } from './config.ts';

/** JSON lines with a constant message and fields beside it. Host output is never a field at info or above. */
export function createLog(level: LogLevel, to: 'stdout' | 'stderr' | { readonly file: string }) {
  const serializers = { error: pino.stdSerializers.err };
  return pino(
    { level, base: null, errorKey: 'error', serializers, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(typeof to === 'object' ? { dest: to.file, append: false, sync: true } : { dest: to === 'stdout' ? 1 : 2, sync: true }),
  );
}
