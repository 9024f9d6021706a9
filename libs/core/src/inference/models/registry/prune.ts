import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelRegistry } from './registry';

/** The names that we give: whatever else lies there is the user's. */
const COPY = /^[0-9a-f]{32}\.onnx(\.[0-9a-f-]{36}\.tmp)?$/;
/** A copy that another process, a little behind, may still load. */
const FRESH_MS = 3_600_000;

/**
 * Removes the copies of users' models that no model of the stock uses any more, once they were not taken up for an hour. What
 * belongs to a model of ours or to one that is broken now stays: a process may answer with the copy from before.
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
      const found = await stat(file).catch(() => undefined);
      if (found && now - found.mtimeMs > FRESH_MS) await rm(file, { force: true });
    }
    await rmdir(join(folder, name)).catch(() => undefined);
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
