import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { computeFingerprint } from './registry/file-digests';

/** Models of a project are three folders down, and their files a fourth. */
const DEEPEST = 4;
const PASSING = /\.(part|tmp)$|^\.pulling/;

/**
 * Fingerprint of the models folder: the text changes as soon as a file is added, changed, replaced or removed. Reads no file.
 * @throws Error if the folder exists and cannot be read.
 */
export async function stateOfFolder(folder: string, depth = 0): Promise<string> {
  const names = await readdir(folder).catch(emptyIfGone);
  const states: string[] = [];
  // One at a time: thousands at once would make every other file of the service wait.
  for (const name of names.sort()) if (!PASSING.test(name)) states.push(await stateOf(join(folder, name), depth));
  return states.join('');
}

async function stateOf(path: string, depth: number): Promise<string> {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) return `${path} ${computeFingerprint(stats)}\n`;
    return depth < DEEPEST ? await stateOfFolder(path, depth + 1) : '';
  } catch (error) {
    // An unreadable folder, such as `lost+found`, must not hide the others.
    return `${path} ${(error as NodeJS.ErrnoException).code}\n`;
  }
}

function emptyIfGone(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
