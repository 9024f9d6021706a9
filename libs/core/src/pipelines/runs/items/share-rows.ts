import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseObjectUrl } from '../../../durable/object-storage';
import type { CallResult } from '../../../inference/host';
import type { RunContext } from '../context/run-context';

/**
 * Counts the files of rows that a call wrote.
 * @throws PerceptError PAYLOAD_TOO_LARGE if the run has no room for them; then they are removed.
 */
export async function countRows({ results }: RunContext, { rowFiles = {} }: CallResult): Promise<number> {
  const paths = Object.values(rowFiles).map(({ path }) => path);
  let bytes = 0;
  for (const path of paths) bytes += (await stat(path)).size;
  try {
    results.take(bytes);
  } catch (error) {
    for (const path of paths) await rm(path, { force: true });
    throw error;
  }
  return bytes;
}

/** Moves the files of rows that a call wrote to where every process can read them. */
export async function shareRows<T extends CallResult>({ sharedFolder, objects }: RunContext, result: T): Promise<T> {
  if (sharedFolder === undefined || !result.rowFiles) return result;
  const moved = Object.entries(result.rowFiles).map(async ([field, { path, rows }]) => {
    const url = `${sharedFolder}/rows/${basename(path)}`;
    await objects.storage.write(parseObjectUrl(url), createReadStream(path) as AsyncIterable<Uint8Array>);
    await rm(path, { force: true });
    return [field, { path: url, rows }] as const;
  });
  return { ...result, rowFiles: Object.fromEntries(await Promise.all(moved)) };
}
