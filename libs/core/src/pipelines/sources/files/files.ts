import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isFolder, PerceptError, type AllowedPaths } from '../../../kernel';
import { objectSchema, value } from '../../language/syntax';
import type { FoundItem, ItemSource } from '../item-source';
import { filePatterns, type FilePattern } from './file-patterns';
import { globFiles } from './glob-files';

/** A file as expressions see it. */
export interface FileItem {
  /** Absolute. */
  path: string;
  name: string;
  /** ISO 8601, UTC. */
  modified: string;
  /** Bytes. */
  size: number;
}

/** Files whose properties are read at the same time. */
const BATCH = 64;

/** The files that match a pattern, or several, in no particular order. */
export const files: ItemSource<Record<never, never>> = {
  keyword: value(
    'pattern or list',
    { type: ['string', 'array'] },
    'Files that match a pattern: `*`, `?`, `**`, `[abc]` and `{a,b}`. Names match in any case.',
  ),
  options: {},
  item: objectSchema({ path: 'string', name: 'string', modified: 'string', size: 'number' }),
  documentation: { items: 'files with `path`, `name`, `modified` and `size`', key: 'the path' },

  async check(settings, { scope, paths }) {
    for (const { folder } of filePatterns(settings.value, scope)) {
      const isThere = await isFolder(await paths.resolve(folder));
      if (!isThere) throw PerceptError.invalid('inputs', `${folder} is not a folder.`);
    }
  },

  async *list(settings, { scope, paths }) {
    for (const pattern of filePatterns(settings.value, scope)) yield* filesOf(pattern, paths);
  },
};

async function* filesOf({ folder, pattern }: FilePattern, allowed: AllowedPaths): AsyncGenerator<FoundItem> {
  const cwd = await allowed.resolve(folder);
  let paths: string[] = [];
  for await (const path of globFiles(cwd, pattern, { followLinks: !allowed.bounded })) {
    paths.push(path);
    if (paths.length < BATCH) continue;
    yield* await Promise.all(paths.map((each) => toItem(each, allowed)));
    paths = [];
  }
  yield* await Promise.all(paths.map((each) => toItem(each, allowed)));
}

async function toItem(path: string, allowed: AllowedPaths): Promise<FoundItem> {
  const stats = await stat(path).catch(() => undefined);
  const modified = (stats?.mtime ?? new Date(0)).toISOString();
  const item: FileItem = { path, name: basename(path), modified, size: stats?.size ?? 0 };
  const found = { sort: path, key: path, item };
  if (!stats) return { ...found, refused: forbidden('It is a broken link, or it cannot be read.') };
  if (!allowed.bounded || allowed.contains(await realpath(path))) return found;
  return { ...found, refused: forbidden('It is a link that leads outside of the folders that this service may read.') };
}

const forbidden = (reason: string): FoundItem['refused'] => ({ code: 'FORBIDDEN', reason });
