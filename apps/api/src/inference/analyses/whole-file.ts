import { rename, rm } from 'node:fs/promises';

/**
 * Writes a file completely or not at all: under a temporary name first, so that a killed process leaves no partial file. What fails,
 * as on a full disk, leaves nothing that takes room.
 */
export async function writeAllOrNothing(path: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  try {
    await write(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
