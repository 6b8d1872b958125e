// Brings the npm packages of the lock file when they are missing or stale. Plain JavaScript without
// dependencies: it is what a fresh clone runs first, on any Node >= 20; what follows it in an npm
// script already finds the pinned Node of node_modules/.bin first on the PATH.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');

/** npm writes node_modules/.package-lock.json last: absent means unfinished, older than the lock means stale. */
function isCurrent() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}

function sameVersions() {
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages;
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) => path === '' || optional || dev || found[path]?.version === version,
  );
}

if (!isCurrent() && !sameVersions()) {
  process.stderr.write('diagbot: installing npm packages (once, about a minute)\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    process.stderr.write(
      'diagbot: npm ci failed, see above; check that this machine reaches an npm registry, then run the command again\n',
    );
    process.exit(status ?? 1);
  }
}
