import { globMatcher, isS3Url, toS3Url, type FoundItem, type ListContext, type ListedObject } from '@percept/sdk/pipelines';
import { posix } from 'node:path';
import type { FileItem } from './file-item';
import type { FilePattern } from './file-patterns';

type BucketAccess = ListContext['objects'];

/** Whether the pattern names objects: `s3://bucket/prefix/**` followed by names. */
export const namesObjects = ({ folder }: FilePattern): boolean => isS3Url(folder);

/** Checks with one request that the bucket exists and may be listed. @throws PerceptError NOT_FOUND, FORBIDDEN. */
export async function checkBucket({ folder }: FilePattern, objects: BucketAccess): Promise<void> {
  const at = objects.prefix(asFolder(folder), 'files');
  for await (const page of objects.storage.list(at, { limit: 1 })) if (page) return;
}

/** The objects that match a pattern, in the order of their keys; a page of the listing at a time. */
export async function* listMatchingObjects({ folder, pattern }: FilePattern, objects: BucketAccess): AsyncGenerator<FoundItem> {
  const at = objects.prefix(asFolder(folder), 'files');
  const fits = globMatcher(pattern);
  // A pattern for one folder needs no listing of deeper ones.
  const flat = !pattern.includes('/') && !pattern.includes('**');
  for await (const page of objects.storage.list(at, { flat })) {
    for (const object of page) {
      const name = object.key.slice(at.key.length);
      if (name !== '' && !name.endsWith('/') && fits(name) && objects.allows(object)) yield toItem(object);
    }
  }
}

function toItem(object: ListedObject): FoundItem {
  const { key, size, modified, etag } = object;
  const path = toS3Url(object);
  const item: FileItem = { path, name: posix.basename(key), modified: modified.toISOString(), size, key, etag };
  return { sort: path, key: path, item };
}

const asFolder = (folder: string): string => (folder.endsWith('/') ? folder : `${folder}/`);
