import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CatalogueFile } from './catalogue-file';

/** Bytes of a file; 0 if it does not exist. */
export const readFileSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Returns the SHA-256 in hex. */
export async function computeFileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Moves a downloaded file into its place.
 * @param again what helps if it is incomplete.
 * @throws Error if it differs from what was listed; an incomplete file is kept.
 */
export async function acceptFile(
  file: CatalogueFile,
  part: string,
  target: string,
  again = 'Pull it again: it goes on from there.',
): Promise<void> {
  const size = await readFileSize(part);
  if (size < file.bytes) throw new Error(`${file.path} ended after ${size} of ${file.bytes} bytes. ${again}`);
  const digest = await computeFileDigest(part);
  if (size !== file.bytes || digest !== file.sha256) {
    await rm(part);
    throw new Error(
      `${file.path} is not the file that was listed: ${size} bytes with SHA-256 ${digest}, not ${file.bytes} bytes with ${file.sha256}. It was removed.`,
    );
  }
  await rename(part, target);
}
