import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { extname, isAbsolute, join } from 'node:path';
import { isS3Url } from '../../../durable/object-storage';
import { PerceptError } from '../../../kernel';
import type { CallInput } from '../../../inference/host';
import type { CallStep } from '../../language';
import type { ShardContext } from '../shards/shard-context';

/** A larger object is a mistake more often than a table. */
const MAX_OBJECT_BYTES = 1024 ** 3;

/**
 * Runs a call with paths that the run may read instead of its files; an object of a bucket becomes a temporary file.
 * @throws PerceptError NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE, MEDIA_FETCH_FAILED; and the errors of the call.
 */
export async function withDataFiles<T>(
  { run, signal }: ShardContext,
  { fileFields }: CallStep,
  input: CallInput,
  call: (input: CallInput) => Promise<T>,
): Promise<T> {
  const given = fileFields.filter((name) => input.fields?.[name] !== undefined);
  if (given.length === 0) return call(input);
  const fields = { ...input.fields };
  const fetched: string[] = [];
  try {
    for (const name of given) {
      const path = fields[name];
      if (typeof path !== 'string') throw PerceptError.invalid(name, 'must be the path of a file, or s3://bucket/key.');
      if (isS3Url(path)) {
        // The file name's ending shows the file's type.
        const file = join(run.folder, 'fetched', `${randomUUID()}${extname(path)}`);
        fetched.push(file);
        await mkdir(join(run.folder, 'fetched'), { recursive: true });
        await run.objects.storage.download(run.objects.object(path, name), file, { maxBytes: MAX_OBJECT_BYTES, signal });
        fields[name] = file;
      } else if (run.paths.bounded || !isAbsolute(path)) {
        fields[name] = await run.paths.resolve(path);
      }
    }
    return await call({ ...input, fields });
  } finally {
    for (const file of fetched) await rm(file, { force: true });
  }
}
