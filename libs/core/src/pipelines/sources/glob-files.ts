import { globMatcher } from '../language/syntax';
import type { Dirent } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAMES_AT_ONCE = 256;

export interface GlobOptions {
  /** Goes into folders that are links, though never in circles. */
  followLinks: boolean;
}

/**
 * Streams the absolute paths below a folder that fit a pattern: `*` and `?` within a name, `**` for any folders, `[abc]`
 * and `{a,b}`. Names match whatever their case: cameras write .JPG. Holds no folder's list in memory.
 * @throws PerceptError INVALID_REQUEST for a pattern that would take for ever; the system's error for an unreadable folder.
 */
export async function* globFiles(folder: string, pattern: string, options: GlobOptions): AsyncGenerator<string> {
  const fits = globMatcher(pattern);
  const deepest = pattern.includes('**') || /\{[^}]*\//.test(pattern) ? Infinity : pattern.split('/').length;
  yield* below(
    { path: folder, name: '', depth: 1, above: [] },
    { ...options, fits, deepest, hidden: /(^|[/{,])\./.test(pattern) },
  );
}

interface Folder {
  path: string;
  /** Relative to where the walk began, with a slash at its end; empty there. */
  name: string;
  depth: number;
  /** Real paths of the folders on the way. */
  above: readonly string[];
}

interface Walk extends GlobOptions {
  fits: (path: string) => boolean;
  deepest: number;
  hidden: boolean;
}

async function* below(folder: Folder, walk: Walk): AsyncGenerator<string> {
  for await (const entry of await opendir(folder.path, { bufferSize: NAMES_AT_ONCE })) {
    if (entry.name.startsWith('.') && !walk.hidden) continue;
    const path = join(folder.path, entry.name);
    const name = folder.name + entry.name;
    const inside = await asFolder(entry, path, folder, walk);
    if (inside && folder.depth < walk.deepest) yield* below({ ...inside, name: `${name}/`, depth: folder.depth + 1 }, walk);
    else if (!inside && !entry.isDirectory() && walk.fits(name)) yield path;
  }
}

/** The entry as a folder to go into; undefined where it is none, or a link that is not followed. */
async function asFolder(
  entry: Dirent,
  path: string,
  { above }: Folder,
  walk: Walk,
): Promise<Pick<Folder, 'path' | 'above'> | undefined> {
  if (entry.isDirectory()) return { path, above };
  if (!entry.isSymbolicLink() || !walk.followLinks) return undefined;
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) return undefined;
  const real = await realpath(path);
  return above.includes(real) ? undefined : { path, above: [...above, real] };
}
