import type { ObjectStorageRules } from '../../../durable/object-storage';
import { isS3Url } from '../../../durable/object-storage';
import { AllowedPaths, isUploadId, PerceptError } from '../../../kernel';
import type { RunEntity } from '../entities';
import { localFile, storedObject, type StoredFile } from './stored-file';

/** The image or video of an item: an upload of the project, or a file. */
export type ItemMedia = { upload: string } | StoredFile;

/** What a reader of items may see of this machine and its buckets. */
export interface MediaAccess {
  /** The folders that the service may read. */
  roots: readonly string[];
  objects: ObjectStorageRules;
}

const ELSEWHERE = /^(https?|data):/i;
const MAX_PATH = 4096;

/**
 * Where the image or video of an item is, if the run may read it and the service still may.
 * @param value as `mediaOfItem` gives it.
 * @throws PerceptError NOT_FOUND, FORBIDDEN; INVALID_REQUEST for a malformed address of S3.
 */
export async function locateMedia(run: RunEntity, value: string, { roots, objects }: MediaAccess): Promise<ItemMedia> {
  if (isUploadId(value)) return { upload: value };
  if (isS3Url(value)) {
    // A run of the command line could read any bucket: over HTTP only those of the service are read.
    const access = objects.for({ bounded: true });
    return storedObject(access.storage, access.object(value, 'file'), access.maxMediaBytes);
  }
  if (ELSEWHERE.test(value) || value.length > MAX_PATH) {
    const at = /^data:/i.test(value) || value.length > MAX_PATH ? 'was sent with the run' : `is at ${value}`;
    throw new PerceptError('NOT_FOUND', `The image or video of this item ${at}. Percept keeps no copy of it.`);
  }
  return localFile(await realPath(run, value, roots), objects.for({ bounded: true }).maxMediaBytes);
}

/** Inside what the run was allowed to read, and what the service may read today. */
async function realPath(run: RunEntity, value: string, roots: readonly string[]): Promise<string> {
  const ofRun = await AllowedPaths.of({ base: run.base ?? '.', roots: run.roots ?? undefined });
  const ofService = await AllowedPaths.of({ base: '.', roots });
  const real = await ofRun.resolve(value).catch((error: PerceptError) => {
    if (error.code !== 'NOT_FOUND') throw error;
    throw new PerceptError('NOT_FOUND', `The file of this item is gone. ${error.message}`, { cause: error });
  });
  return ofService.resolve(real);
}
