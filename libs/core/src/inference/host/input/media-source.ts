import { base64Size, describeFileName, readBase64, type MediaLimits } from '../../media';
import { checkBytes } from '../../media/images';
import { isUploadId, PerceptError } from '../../../kernel';
import type { CallFields } from './fields';
import type { CallInput } from '../host';
import { acceptedMedia } from '../../../kernel/schema';

/**
 * Where the image or the video of a call is to come from; `field` is the parameter that names it. A `url` may be the handle of an
 * upload.
 */
export type MediaSource =
  | { field: string; kind: 'bytes'; bytes: Uint8Array }
  | { field: string; kind: 'file'; file: string }
  | { field: string; kind: 'text'; text: string }
  | { field: string; kind: 'url'; url: string }
  | { field: string; kind: 'path'; path: string };

/**
 * Finds the one image or video of a call.
 * @throws PerceptError INVALID_REQUEST if there is none, more than one, or no way to read it; PAYLOAD_TOO_LARGE.
 */
export function findMedia(
  asked: NonNullable<ReturnType<typeof acceptedMedia>>,
  { fields, input, limits }: { fields: CallFields; input: CallInput; limits: MediaLimits },
): MediaSource {
  const { kind, fields: names } = asked;
  const uploaded = input.media;
  if (uploaded && !names.includes(uploaded.field)) {
    throw PerceptError.invalid(uploaded.field, `does not accept a file here: send the ${kind} as the part '${kind}'.`);
  }
  const written = Object.keys(fields.values).filter((name) => names.includes(name));
  const given = uploaded ? [uploaded.field, ...written] : written;
  if (given.length === 0) {
    throw PerceptError.invalid(
      names[1],
      `is required: send exactly one of ${names[0]}, ${names[1]} and ${names[2]}, or upload a file.`,
    );
  }
  if (given.length > 1) {
    throw PerceptError.invalid(given[1]!, `is the second ${kind} beside '${given[0]}': send exactly one.`);
  }
  if (uploaded && 'file' in uploaded) return { field: uploaded.field, kind: 'file', file: uploaded.file };
  if (uploaded) {
    checkBytes(uploaded.bytes.length, limits.maxBytes, uploaded.field);
    return { field: uploaded.field, kind: 'bytes', bytes: uploaded.bytes };
  }
  return fromText(written[0]!, fields.values[written[0]!] as string, input.allowPaths ?? false, limits);
}

function fromText(field: string, text: string, allowPaths: boolean, limits: MediaLimits): MediaSource {
  if (text.trim() === '') throw PerceptError.invalid(field, 'is empty: send a URL or Base64 data.');
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (field.endsWith('_data') || scheme === 'data') return asBase64(field, text, limits);
  if (scheme === 'http' || scheme === 'https' || isUploadId(text.trim())) return { field, kind: 'url', url: text.trim() };
  if (!field.endsWith('_url') && allowPaths) return { field, kind: 'path', path: text };
  const fileName = describeFileName(text);
  if (fileName) throw PerceptError.invalid(field, fileName);
  if (scheme) throw PerceptError.invalid(field, `has the scheme '${scheme}': only http and https URLs and data URIs are read.`);
  if (field.endsWith('_url'))
    throw PerceptError.invalid(field, 'must be a URL that begins with http:// or https://, or the handle of an upload.');
  return asBase64(field, text, limits);
}

/** Base64 contains no colon, so a text with a scheme is never mistaken for it. */
function asBase64(field: string, text: string, limits: MediaLimits): MediaSource {
  // Whitespace makes the estimate too high, so texts up to twice the limit are decoded to learn their size.
  if (base64Size(text) > limits.maxBytes * 2) checkBytes(base64Size(text), limits.maxBytes, field);
  return { field, kind: 'text', text };
}

/** Decodes the bytes of a text source. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export function bytesOfText({ text, field }: { text: string; field: string }, limits: MediaLimits): Uint8Array {
  const bytes = readBase64(text, field);
  checkBytes(bytes.length, limits.maxBytes, field);
  return bytes;
}
