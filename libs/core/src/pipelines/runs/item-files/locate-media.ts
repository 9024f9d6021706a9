import { isS3Url } from '../../../durable/object-storage';
import { isUploadId, PerceptError } from '../../../kernel';
import type { RunEntity } from '../entities';
import type { FileAccess } from '../file-access';
import { localFile, storedObject, type StoredFile } from './stored-file';

/** The image or video of an item: an upload of the project, or a file. */
export type ItemMedia = { upload: string } | StoredFile;

const ELSEWHERE = /^(https?|data):/i;
const MAX_PATH = 4096;

/**
 * Finds the image or video of an item, if the run was allowed to read it and its project still may.
 * @param value the value from `mediaOfItem`.
 * @throws PerceptError NOT_FOUND, FORBIDDEN; INVALID_REQUEST for a malformed S3 address.
 */
export async function locateMedia(run: RunEntity, value: string, files: FileAccess): Promise<ItemMedia> {
  if (isUploadId(value)) return { upload: value };
  // A run of the command line could read any bucket. Over HTTP only the project's buckets are read.
  const access = await files.objects(run.project_id, { bounded: true });
  if (isS3Url(value)) {
    return storedObject(access.storage, access.object(value, 'file'), access.maxMediaBytes);
  }
  if (ELSEWHERE.test(value) || value.length > MAX_PATH) {
    const at = /^data:/i.test(value) || value.length > MAX_PATH ? 'was sent with the run' : `is at ${value}`;
    throw new PerceptError('NOT_FOUND', `The image or video of this item ${at}. Percept keeps no copy of it.`);
  }
  return localFile(await realPath(run, value, files), access.maxMediaBytes);
}

/** The real path of a file that the run was allowed to read and that its project may still read. */
async function realPath(run: RunEntity, value: string, files: FileAccess): Promise<string> {
  const ofRun = await files.pathsOf(run);
  const ofProject = await files.paths(run.project_id);
  const real = await ofRun.resolve(value).catch((error: PerceptError) => {
    if (error.code !== 'NOT_FOUND') throw error;
    throw new PerceptError('NOT_FOUND', `The file of this item is gone. ${error.message}`, { cause: error });
  });
  return ofProject.resolve(real);
}
