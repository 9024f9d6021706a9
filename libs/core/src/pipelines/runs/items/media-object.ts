import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isS3Url, type S3Location } from '../../../durable/object-storage';
import type { CallInput } from '../../../inference/host';
import type { LocalRun } from '../context/run-context';
import type { ShardContext } from '../shards/shard-context';
import { MEDIA_FIELDS } from '../context/result-cache';

/** The image or video of a call that lies in object storage. */
interface MediaObject {
  field: (typeof MEDIA_FIELDS)[number];
  at: S3Location;
  /** The ETag that the source listed; undefined if the pipeline names the object in another way. */
  etag?: string;
  /** Identifies the content without reading it. @throws PerceptError NOT_FOUND, FORBIDDEN, MEDIA_FETCH_FAILED. */
  digest(): Promise<string>;
}

/** The object that `image` or `video` names, if any. @throws PerceptError FORBIDDEN for a bucket that the run may not use. */
export function mediaObject({ objects }: LocalRun, { fields = {} }: CallInput, listed: unknown): MediaObject | undefined {
  const field = MEDIA_FIELDS.find((name) => isS3Url(fields[name]));
  if (!field) return undefined;
  const url = fields[field] as string;
  const at = objects.object(url, field);
  const etag = etagOf(listed, url);
  const digest = async (): Promise<string> => `${url} ${etag ?? (await objects.storage.head(at)).etag}`;
  return { field, at, etag, digest };
}

/**
 * Runs a call with the object's bytes instead of its address: an image in memory, a video in a temporary file.
 * @throws PerceptError CONFLICT if the object was replaced after it was listed, NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE,
 * MEDIA_FETCH_FAILED; and the errors of the call.
 */
export async function withObject<T>(
  { run: { objects, folder }, signal }: ShardContext,
  object: MediaObject | undefined,
  input: CallInput,
  call: (input: CallInput) => Promise<T>,
): Promise<T> {
  if (!object) return call(input);
  const { field, at, etag } = object;
  const fields = Object.fromEntries(Object.entries(input.fields ?? {}).filter(([name]) => name !== field));
  const options = { etag, maxBytes: objects.maxMediaBytes, signal };
  if (field === 'image') {
    const bytes = await objects.storage.readBytes(at, options);
    return call({ ...input, fields, media: { field, bytes } });
  }
  const files = join(folder, 'fetched');
  await mkdir(files, { recursive: true });
  const file = join(files, randomUUID());
  try {
    await objects.storage.download(at, file, options);
    return await call({ ...input, fields, media: { field, file } });
  } finally {
    await rm(file, { force: true });
  }
}

/** The ETag in an item of `files`, if the item is this object. */
function etagOf(listed: unknown, url: string): string | undefined {
  if (typeof listed !== 'object' || listed === null) return undefined;
  const { path, etag } = listed as { path?: unknown; etag?: unknown };
  return path === url && typeof etag === 'string' ? etag : undefined;
}
