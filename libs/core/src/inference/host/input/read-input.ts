import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { PerceptError } from '../../../kernel';
import { checkBytes, openImage } from '../../media/images';
import { openDocument } from '../../media/documents';
import { openVideo, type ClosableVideo } from '../../media/video';
import type { MediaLimits } from '../../media';
import { checkInput } from './check';
import type { CapabilityDefinition } from '../../declaration';
import { readFields, type CallFields } from './fields';
import type { CallInput } from '../host';
import { acceptedMedia, type MediaKind } from '../../../kernel/schema';
import { fileFields, readRowFile } from '../../declaration';
import { toJsonSchema } from '../../../kernel/schema';
import { bytesOfText, findMedia, type MediaSource } from './media-source';

/** A call with checked parameters, whose media were found but not yet read. */
export interface CheckedCall {
  /** An instance of the capability's input class. */
  params: object;
  fields: CallFields;
  media?: MediaSource & { of: MediaKind };
}

/** Does all checks that need no media. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export function checkCall(capability: CapabilityDefinition, input: CallInput, limits: MediaLimits): CheckedCall {
  const fields = readFields(capability, input);
  // Rows in a file are checked as an empty list: a pipeline wrote them, and they are read as the handler walks them.
  for (const name of Object.keys(input.rowFiles ?? {})) fields.values[name] = [];
  if (!input.allowPaths) refusePaths(capability, fields);
  const params = checkInput(capability.input, fields);
  for (const [name, path] of Object.entries(input.rowFiles ?? {})) Object.assign(params, { [name]: readRowFile(path) });
  const accepted = acceptedMedia(capability.input);
  if (accepted) return { params, fields, media: { ...findMedia(accepted, { fields, input, limits }), of: accepted.kind } };
  if (input.media) throw PerceptError.invalid(input.media.field, 'is a file, and this operation takes no files.');
  return { params, fields };
}

/** Refuses file paths, because a caller over HTTP has no files here. @throws PerceptError INVALID_REQUEST. */
function refusePaths({ input }: CapabilityDefinition, fields: CallFields): void {
  const given = fileFields(toJsonSchema(input)).find((name) => fields.values[name] !== undefined);
  if (given)
    throw PerceptError.invalid(fields.writtenAs(given), 'is for pipelines and the command line: send the content instead.');
}

/** The input for the handler, and how to dispose of opened media. */
interface OpenedInput {
  resolved: object;
  video?: ClosableVideo;
}

/**
 * Reads the handler's input: the checked parameters, with the opened image as `image`, the opened video as `video` or the document
 * as `document`.
 * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export async function readInput({ params, media }: CheckedCall, limits: MediaLimits, signal?: AbortSignal): Promise<OpenedInput> {
  if (!media) return { resolved: params };
  const rest = Object.fromEntries(
    Object.entries(params).filter(([name]) => !acceptedMedia(params.constructor)!.fields.includes(name)),
  );
  if (media.of === 'image') {
    return { resolved: { ...rest, image: await openImage(await readMedia(media, limits), limits, media.field) } };
  }
  if (media.of === 'document') {
    return { resolved: { ...rest, document: openDocument(await readMedia(media, limits), limits, media.field) } };
  }
  const source = await videoSource(media, limits);
  const video = await openVideo(source, { limits, field: media.field, signal });
  return { resolved: { ...rest, video }, video };
}

/** A video in a file stays there. */
async function videoSource(media: MediaSource, limits: MediaLimits): Promise<{ bytes: Uint8Array } | { file: string }> {
  if (media.kind === 'file') return { file: media.file };
  if (media.kind !== 'path') return { bytes: await readMedia(media, limits) };
  withOpened(media.path, media.field, limits, () => undefined);
  return { file: resolve(media.path) };
}

async function readMedia(media: MediaSource, limits: MediaLimits): Promise<Uint8Array> {
  switch (media.kind) {
    case 'bytes':
      return media.bytes;
    case 'text':
      return bytesOfText(media, limits);
    case 'path':
      return readPath(media.path, media.field, limits);
    case 'file':
      return readPath(media.file, media.field, limits);
    case 'url':
      throw new Error('URLs are fetched before a call reaches its worker');
  }
}

/**
 * Blocks this worker, which has nothing else to do, and avoids the thread pool that all calls share. A network folder that does not
 * respond then delays only this call.
 */
export const readPath = (path: string, field: string, limits: MediaLimits): Uint8Array =>
  withOpened(path, field, limits, (file) => readFileSync(file));

/** Reads the first bytes of a file, at most that many. @throws as `readPath`. */
export const headOfPath = (path: string, field: string, { limits, bytes }: { limits: MediaLimits; bytes: number }): Uint8Array =>
  withOpened(path, field, limits, (file) => {
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  });

/** @throws PerceptError INVALID_REQUEST when the file does not exist; PAYLOAD_TOO_LARGE. */
function withOpened<T>(path: string, field: string, limits: MediaLimits, use: (file: number) => T): T {
  const file = openPath(path, field);
  try {
    const stats = fstatSync(file);
    // A pipe or a device may never end.
    if (!stats.isFile()) throw PerceptError.invalid(field, `'${path}' is not a file.`);
    checkBytes(stats.size, limits.maxBytes, field);
    return use(file);
  } finally {
    closeSync(file);
  }
}

function openPath(path: string, field: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`;
    throw PerceptError.invalid(field, `the file '${path}' ${why}.`);
  }
}
