import { PerceptError } from '@percept/sdk';
import { defineItemSource, objectSchema, value, type FoundItem, type ListContext } from '@percept/sdk/pipelines';
import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileItem } from './file-item';
import { filePatterns, type FilePattern } from './file-patterns';
import { globFiles } from './glob-files';
import { isFolder } from '../records-file';
import { checkBucket, namesObjects, listMatchingObjects } from './objects';

type AllowedPaths = ListContext['paths'];

/** How many files have their properties read at the same time. */
const BATCH = 64;

/** The files that match one or more patterns, in no particular order. */
export const files = defineItemSource({
  name: 'files',
  keyword: value(
    'pattern or list',
    { type: ['string', 'array'] },
    'Files that match a pattern: `*`, `?`, `**`, `[abc]` and `{a,b}`. Names match in any case. `s3://bucket/prefix/**/*.jpg` lists objects.',
  ),
  options: {},
  item: objectSchema({ path: 'string', name: 'string', modified: 'string', size: 'number', key: 'string', etag: 'string' }),
  documentation: { items: 'files with `path`, `name`, `modified`, `size`, `key` and `etag`', key: 'the path' },

  async check(settings, { scope, paths, objects }) {
    for (const pattern of filePatterns(settings.value, scope)) {
      if (namesObjects(pattern)) {
        await checkBucket(pattern, objects);
        continue;
      }
      const { folder } = pattern;
      const isThere = await isFolder(await paths.resolve(folder));
      if (!isThere) throw PerceptError.invalid('inputs', `${folder} is not a folder.`);
    }
  },

  async *list(settings, { scope, paths, objects }) {
    for (const pattern of filePatterns(settings.value, scope)) {
      yield* namesObjects(pattern) ? listMatchingObjects(pattern, objects) : filesOf(pattern, paths);
    }
  },
});

async function* filesOf({ folder, pattern }: FilePattern, allowed: AllowedPaths): AsyncGenerator<FoundItem> {
  const cwd = await allowed.resolve(folder);
  let paths: string[] = [];
  for await (const path of globFiles(cwd, pattern, { followLinks: !allowed.bounded })) {
    // Links are not followed, so this file belongs to another project. Its name is not shown.
    if (!allowed.contains(path)) continue;
    paths.push(path);
    if (paths.length < BATCH) continue;
    yield* await Promise.all(paths.map((each) => toItem(each, allowed)));
    paths = [];
  }
  yield* await Promise.all(paths.map((each) => toItem(each, allowed)));
}

async function toItem(path: string, allowed: AllowedPaths): Promise<FoundItem> {
  const stats = await stat(path).catch(() => undefined);
  const { mtime = new Date(0), size = 0 } = stats ?? {};
  const etag = `${mtime.getTime().toString(16)}-${size.toString(16)}`;
  const item: FileItem = { path, name: basename(path), modified: mtime.toISOString(), size, key: path, etag };
  const found = { sort: path, key: path, item };
  if (!stats) return { ...found, refused: forbidden('It is a broken link, or it cannot be read.') };
  if (!allowed.bounded || allowed.contains(await realpath(path))) return found;
  return { ...found, refused: forbidden('It is a link that leads outside the folders that this project may read.') };
}

const forbidden = (reason: string): FoundItem['refused'] => ({ code: 'FORBIDDEN', reason });
