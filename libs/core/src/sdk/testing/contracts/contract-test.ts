import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A promise of a kind. Give both to the `test` of your test runner; a broken promise throws an `AssertionError`. */
export interface ContractTest {
  name: string;
  /** @throws AssertionError when the promise is broken. */
  run: () => Promise<void>;
}

/** Runs a test with an empty folder of its own. */
export const inFolder = (run: (folder: string) => Promise<void>) => async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'percept-contract-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
