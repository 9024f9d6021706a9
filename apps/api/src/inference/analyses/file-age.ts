import { stat } from 'node:fs/promises';

/** @param time epoch milliseconds. @returns false for a missing file. */
export async function isOlderThan(file: string, time: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.mtimeMs < time;
}
