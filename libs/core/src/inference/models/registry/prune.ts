import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelRegistry } from './registry';

/** Names that Percept gives to copies: any other file there is the user's. */
const COPY = /^[0-9a-f]{32}\.onnx(\.[0-9a-f-]{36}\.tmp)?$/;
/** How long another process that lags behind may still load a copy, or write one into an empty folder. */
const FRESH_MS = 3_600_000;

/**
 * Removes copies of users' models that no current model uses and that were not used for an hour. Copies for Percept's own models
 * and for models that are broken now stay: a process may still answer with the previous copy.
 */
export async function pruneCopies(dataDir: string, { models, broken }: ModelRegistry, now = Date.now()): Promise<void> {
  const folder = join(dataDir, 'models');
  const used = new Set(models.map(({ file }) => file));
  const untouched = new Set([...models.filter(({ own }) => !own), ...broken].map(({ name }) => name));
  for (const name of await namesIn(folder)) {
    if (untouched.has(name)) continue;
    for (const copy of await namesIn(join(folder, name))) {
      const file = join(folder, name, copy);
      if (!COPY.test(copy) || used.has(file)) continue;
      if (await isOld(file, now)) await rm(file, { force: true });
    }
    // Another process may have made the folder just now, for a copy that it writes next.
    if (await isOld(join(folder, name), now)) await rmdir(join(folder, name)).catch(() => undefined);
  }
}

async function isOld(path: string, now: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now - found.mtimeMs > FRESH_MS;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
