import { pino } from 'pino';
import type { LogLevel } from './config.ts';

/** JSON lines with a constant message and fields beside it. Host output is never a field at info or above. */
export function createLog(level: LogLevel, to: 'stdout' | 'stderr') {
  const serializers = { error: pino.stdSerializers.err };
  return pino(
    { level, base: null, errorKey: 'error', serializers, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: to === 'stdout' ? 1 : 2, sync: true }),
  );
}
