import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CatalogueFile } from './catalogue-file';

/** Bytes of a file; 0 for one that is not there. */
export const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** SHA-256, hex. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Puts a file that arrived into its place.
 * @throws Error if it is not that of the catalogue; what is only shorter is kept.
 */
export async function acceptFile(file: CatalogueFile, part: string, target: string): Promise<void> {
  const size = await sizeOf(part);
  if (size < file.bytes)
    throw new Error(`${file.path} ended after ${size} of ${file.bytes} bytes. Pull it again: it goes on from there.`);
  const digest = await digestOf(part);
  if (size !== file.bytes || digest !== file.sha256) {
    await rm(part);
    throw new Error(
      `${file.path} is not the file of the catalogue: ${size} bytes with SHA-256 ${digest}, not ${file.bytes} bytes with ${file.sha256}. It was removed.`,
    );
  }
  await rename(part, target);
}
