import { globMatcher } from '@percept/sdk/pipelines';
import type { Dirent } from 'node:fs';
import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAMES_AT_ONCE = 256;

interface GlobOptions {
  /** Enters linked folders, but never in a circle. */
  followLinks: boolean;
}

/**
 * Streams the absolute paths below a folder that match a pattern: `*` and `?` within a name, `**` for any folders, `[abc]`
 * and `{a,b}`. Names match in any case, since cameras write .JPG. No list of a folder is held in memory.
 * @throws PerceptError INVALID_REQUEST for a pattern that is too expensive; the system's error for an unreadable folder.
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
  /** The path relative to the first folder, with a slash at its end; empty for the first folder. */
  name: string;
  depth: number;
  /** Real paths of the folders on the way. */
  above: readonly string[];
}

interface Search extends GlobOptions {
  fits: (path: string) => boolean;
  deepest: number;
  hidden: boolean;
}

async function* below(folder: Folder, search: Search): AsyncGenerator<string> {
  for await (const entry of await opendir(folder.path, { bufferSize: NAMES_AT_ONCE })) {
    if (entry.name.startsWith('.') && !search.hidden) continue;
    const path = join(folder.path, entry.name);
    const name = folder.name + entry.name;
    const inside = await asFolder(entry, path, folder, search);
    if (inside && folder.depth < search.deepest) yield* below({ ...inside, name: `${name}/`, depth: folder.depth + 1 }, search);
    else if (!inside && !entry.isDirectory() && search.fits(name)) yield path;
  }
}

/** The entry as a folder to enter; undefined for a file or a link that is not followed. */
async function asFolder(
  entry: Dirent,
  path: string,
  { above }: Folder,
  search: Search,
): Promise<Pick<Folder, 'path' | 'above'> | undefined> {
  if (entry.isDirectory()) return { path, above };
  if (!entry.isSymbolicLink() || !search.followLinks) return undefined;
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) return undefined;
  const real = await realpath(path);
  return above.includes(real) ? undefined : { path, above: [...above, real] };
}
