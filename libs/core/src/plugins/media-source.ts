import { base64Size, checkBytes, readBase64, type PictureLimits } from '../media';
import { PerceptError } from '../kernel';
import type { Fields } from './fields';
import type { CallInput } from './host';
import { IMAGE_FIELDS, type ImageField } from './image-input';

/** Where the picture of a call is to come from; `field` is the parameter that names it. */
export type MediaSource =
  | { field: string; kind: 'bytes'; bytes: Uint8Array }
  | { field: string; kind: 'text'; text: string }
  | { field: string; kind: 'url'; url: string }
  | { field: string; kind: 'path'; path: string };

/**
 * The one picture of a call.
 * @throws PerceptError INVALID_REQUEST where there is none, more than one, or no way to read it; PAYLOAD_TOO_LARGE.
 */
export function findImage(fields: Fields, input: CallInput, limits: PictureLimits): MediaSource {
  const uploaded = input.media;
  if (uploaded && !IMAGE_FIELDS.includes(uploaded.field as ImageField)) {
    throw PerceptError.invalid(uploaded.field, "is no place for a file here: send the picture as the part 'image'.");
  }
  const written = Object.keys(fields.values).filter((name) => IMAGE_FIELDS.includes(name as ImageField));
  const given = uploaded ? [uploaded.field, ...written] : written;
  if (given.length === 0) {
    throw PerceptError.invalid(
      'image_url',
      'is required: send exactly one of image, image_url and image_data, or upload a file.',
    );
  }
  if (given.length > 1) {
    throw PerceptError.invalid(given[1]!, `is the second picture beside '${given[0]}': send exactly one.`);
  }
  if (uploaded) {
    checkBytes(uploaded.bytes.length, limits.maxBytes, uploaded.field);
    return { field: uploaded.field, kind: 'bytes', bytes: uploaded.bytes };
  }
  return fromText(written[0]!, fields.values[written[0]!] as string, input.allowPaths ?? false, limits);
}

function fromText(field: string, text: string, allowPaths: boolean, limits: PictureLimits): MediaSource {
  if (text.trim() === '') throw PerceptError.invalid(field, 'is empty: send an URL or Base64 data.');
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (field === 'image_data' || scheme === 'data') return asBase64(field, text, limits);
  if (scheme === 'http' || scheme === 'https') return { field, kind: 'url', url: text.trim() };
  if (field === 'image' && allowPaths) return { field, kind: 'path', path: text };
  if (scheme) throw PerceptError.invalid(field, `has the scheme '${scheme}': only http and https URLs and data URIs are read.`);
  if (field === 'image_url') throw PerceptError.invalid(field, 'must be an URL that begins with http:// or https://.');
  return asBase64(field, text, limits);
}

/** Base64 holds no colon, so that a text with a scheme is never mistaken for it. */
function asBase64(field: string, text: string, limits: PictureLimits): MediaSource {
  // Whitespace makes the estimate too high: twice the limit is the most that is decoded to know better.
  if (base64Size(text) > limits.maxBytes * 2) checkBytes(base64Size(text), limits.maxBytes, field);
  return { field, kind: 'text', text };
}

/** The bytes that a text source holds. @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export function bytesOfText({ text, field }: { text: string; field: string }, limits: PictureLimits): Uint8Array {
  const bytes = readBase64(text, field);
  checkBytes(bytes.length, limits.maxBytes, field);
  return bytes;
}
