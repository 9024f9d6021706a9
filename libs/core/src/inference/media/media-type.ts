import { PerceptError } from '../../kernel';
import { sniffDocumentFormat } from './documents/document';
import { describeBytes, sniffImageFormat, sniffVideoContainer } from './sniff';

const VIDEO_TYPES = { mp4: 'video/mp4', mov: 'video/quicktime', avi: 'video/x-msvideo', webm: 'video/webm' } as const;

/**
 * The media type of an image, a video or a document by its first bytes, such as `image/jpeg`.
 * @throws PerceptError INVALID_REQUEST if there are none, UNSUPPORTED_MEDIA for anything else.
 */
export function detectMediaType(bytes: Uint8Array, field: string): string {
  if (bytes.length === 0) throw PerceptError.invalid(field, 'is empty: send the bytes of an image, a video or a document.');
  const image = sniffImageFormat(bytes);
  if (image) return `image/${image}`;
  const video = sniffVideoContainer(bytes);
  if (video) return VIDEO_TYPES[video];
  const document = sniffDocumentFormat(bytes);
  if (document) return document === 'pdf' ? 'application/pdf' : `image/${document}`;
  const reason = `it is ${describeBytes(bytes)}; accepted are JPEG, PNG, WebP, BMP, MP4, MOV, AVI, WebM, PDF and TIFF.`;
  throw PerceptError.unsupportedMedia(field, reason);
}
