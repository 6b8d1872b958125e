/**
 * npm test: types, lint, import rules, unit tests and end-to-end tests, one after the other and each to its end,
 * so that one run shows every failure. Ends with 'N passed, N failed'; a check counts as one test.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
const folder = mkdtempSync(join(tmpdir(), 'diagbot-test-'));

function run(title: string, script: string, args: readonly string[] = []): boolean {
  console.log(`\n== ${title}`);
  return spawnSync('npm', ['run', '-s', script, '--', ...args], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function check(title: string, script: string): Tally {
  const ok = run(title, script);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** A run that ends badly without a failed test of its own (a file that does not load, an unhandled rejection) is one failure. */
function tests(title: string, script: string): Tally {
  const report = join(folder, `${script.replace(':', '-')}.json`);
  const ok = run(title, script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    const failed = numFailedTests ?? 0;
    return { passed: numPassedTests ?? 0, failed: failed === 0 && !ok ? 1 : failed, skipped: numPendingTests ?? 0 };
  } catch {
    console.log(`${title}: wrote no report`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const tallies = [
  check('types', 'types'),
  check('lint', 'lint'),
  check('import rules', 'imports'),
  tests('unit tests', 'test:unit'),
  tests('end-to-end tests', 'test:e2e'),
];
rmSync(folder, { recursive: true, force: true });
const total = (key: keyof Tally): number => tallies.reduce((sum, tally) => sum + tally[key], 0);
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : '';
console.log(`\n${total('passed')} passed, ${total('failed')} failed${skipped}`);
process.exitCode = total('failed') > 0 ? 1 : 0;
