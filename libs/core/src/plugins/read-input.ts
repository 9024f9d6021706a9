import { open } from 'node:fs/promises';
import { PerceptError } from '../kernel';
import { checkBytes, openPicture, type PictureLimits } from '../media';
import { checkInput } from './check';
import type { CapabilityDefinition } from './define';
import { readFields, type Fields } from './fields';
import type { CallInput } from './host';
import { IMAGE_FIELDS, takesImage } from './image-input';
import { readRowFile } from './rows';
import { bytesOfText, findImage, type MediaSource } from './media-source';

/** A call whose parameters are checked; its media are found, not yet read. */
export interface CheckedCall {
  /** An instance of the capability's input class. */
  params: object;
  fields: Fields;
  media?: MediaSource;
}

/**
 * Checks everything that needs no reading of media.
 * @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE.
 */
export function checkCall(capability: CapabilityDefinition, input: CallInput, limits: PictureLimits): CheckedCall {
  const fields = readFields(capability, input);
  // Rows in a file are checked as none: they were written by a pipeline, and are read as the handler walks them.
  for (const name of Object.keys(input.rowFiles ?? {})) fields.values[name] = [];
  const params = checkInput(capability.input, fields);
  for (const [name, path] of Object.entries(input.rowFiles ?? {})) Object.assign(params, { [name]: readRowFile(path) });
  if (takesImage(capability.input)) return { params, fields, media: findImage(fields, input, limits) };
  if (input.media) throw PerceptError.invalid(input.media.field, 'is a file, and this operation takes none.');
  return { params, fields };
}

/**
 * What the handler is given: the checked parameters, with the opened picture as `image`.
 * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export async function readInput({ params, media }: CheckedCall, limits: PictureLimits): Promise<object> {
  if (!media) return params;
  const picture = await openPicture(await readMedia(media, limits), limits, media.field);
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !IMAGE_FIELDS.includes(name as never)));
  return { ...rest, image: picture };
}

async function readMedia(media: MediaSource, limits: PictureLimits): Promise<Uint8Array> {
  switch (media.kind) {
    case 'bytes':
      return media.bytes;
    case 'text':
      return bytesOfText(media, limits);
    case 'path':
      return readPath(media.path, media.field, limits);
    case 'url':
      throw new Error('an URL is fetched before a call reaches its worker');
  }
}

async function readPath(path: string, field: string, limits: PictureLimits): Promise<Uint8Array> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${error.code})`;
    throw PerceptError.invalid(field, `the file '${path}' ${why}.`);
  });
  try {
    const stats = await file.stat();
    // A pipe or a device may never end.
    if (!stats.isFile()) throw PerceptError.invalid(field, `'${path}' is no file.`);
    checkBytes(stats.size, limits.maxBytes, field);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
