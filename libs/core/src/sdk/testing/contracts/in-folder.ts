import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs a test with an empty folder of its own. */
export const inFolder = (run: (folder: string) => Promise<void>) => async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'percept-contract-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
