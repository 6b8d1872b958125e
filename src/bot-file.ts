import { z } from 'zod';
import { type CauseId, causeIds } from './model/cause.ts';
import { readYaml } from './yaml-file/read-yaml.ts';

/** A link per cause to what one's own people wrote about it. */
export type Runbooks = Readonly<Partial<Record<CauseId, string>>>;

const shape = z.strictObject({
  runbooks: z.partialRecord(z.enum(causeIds), z.url({ protocol: /^https?$/, error: 'expected an http or https address' })).default({}),
});
export interface BotFile {
  readonly runbooks: Runbooks;
}

/** The text of diagbot.yml: what is too long for a variable. Each mistake is one line with file, line and what was expected. */
export function parseBotFile(file: string, text: string, problem: (line: string) => void): BotFile {
  const { data, mistakes } = readYaml(file, text, shape);
  for (const line of mistakes) problem(line);
  return data ?? { runbooks: {} };
}
