import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brightness, writeModel } from '../../harness/fixtures/tiny-models';
import { CACHE_DIR, removeDir, ROOT, startPercept, tempDir } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

/** Root may do what is refused to everybody else, so the service runs as a user without rights. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const isOpenToAll = (statSync(ROOT).mode & 0o005) === 0o005;

test('a service that an ordinary user starts with nice gets ready, with models of its own too', async () => {
  if (process.platform === 'win32' || (isRoot && !isOpenToAll))
    return console.log('Skipped: nice needs a POSIX system, and as root a checkout that every user may read.');
  const dataDir = tempDir();
  const models = join(dataDir, 'models');
  const cache = join(dataDir, 'cache');
  mkdirSync(models);
  writeModel(models, 'light', brightness(['day', 'night']));
  if (existsSync(CACHE_DIR)) cpSync(CACHE_DIR, cache, { recursive: true });
  else mkdirSync(cache);
  if (isRoot) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir]);
  const user = isRoot ? NOBODY : undefined;
  // Nicer than what Percept itself asks for: an ordinary user is refused a lower niceness than it has.
  const service = await startPercept({ dataDir, user, through: ['nice', '-n', '15'], env: { PERCEPT_CACHE_DIR: cache } });
  // A probe says how it is at that moment: on a busy machine a write may take longer than it waits.
  const ready = await waitFor(async () => (await fetch(`${service.url}/health/ready`)).ok).catch(() => false);
  const listed = (await (await service.fetch('/v2/models')).json()) as { models: { name: string; state: string }[] };
  await service.stop();
  removeDir(dataDir);
  expect(ready).toBe(true);
  expect(listed.models.find(({ name }) => name === 'light')?.state).toBe('ready');
  expect(service.output()).not.toContain('its worker');
});
