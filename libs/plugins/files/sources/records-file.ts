import { PerceptError } from '@percept/sdk';
import { evaluateTemplate, isS3Url, type ListContext, type SourceSettings } from '@percept/sdk/pipelines';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

type Context = Omit<ListContext, 'rows'>;
type Given = Pick<SourceSettings, 'value'>;

/** A file of records, or an object that holds records. */
export interface RecordsFile {
  /** The path or address of the file, for errors. */
  name: string;
  /** Reads the file's bytes from the start. */
  read: () => AsyncIterable<Buffer>;
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** For `validate`: the path must be known before the run. */
export const mustBePath = (path: unknown): string | undefined =>
  typeof path === 'string' ? undefined : 'must be the path of a file, or s3://bucket/key';

/** @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
export function resolveFile(settings: Given, context: Context): Promise<RecordsFile> {
  return openRecordsFile(pathOf(settings, context, 'for_each'), context);
}

/** Opens a file that the run may read, by its path or as `s3://bucket/key`. @throws PerceptError NOT_FOUND, FORBIDDEN. */
export async function openRecordsFile(
  path: string,
  { paths, objects }: Pick<Context, 'paths' | 'objects'>,
): Promise<RecordsFile> {
  if (isS3Url(path)) {
    const at = objects.object(path);
    return { name: path, read: () => objects.storage.read(at) };
  }
  const name = await paths.resolve(path);
  return { name, read: () => createReadStream(name) as AsyncIterable<Buffer> };
}

/** For `check`: the file must exist. @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
export async function checkFile(settings: Given, context: Context): Promise<void> {
  const path = pathOf(settings, context, 'inputs');
  const { paths, objects } = context;
  if (isS3Url(path)) await objects.storage.head(objects.object(path, 'inputs'));
  else if (await isFolder(await paths.resolve(path)))
    throw PerceptError.invalid('inputs', `${path} is a folder; it must be a file.`);
}

function pathOf(settings: Given, { scope }: Context, field: string): string {
  const path = evaluateTemplate(settings.value, scope);
  if (typeof path === 'string' && path !== '') return path;
  throw PerceptError.invalid(field, 'the path of a file must be text.');
}
