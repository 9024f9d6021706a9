import { PerceptError } from '../../kernel';
import { describeBytes, sniffImageFormat, sniffVideoContainer } from './sniff';

const VIDEO_TYPES = { mp4: 'video/mp4', mov: 'video/quicktime', avi: 'video/x-msvideo', webm: 'video/webm' } as const;

/**
 * The media type of an image or a video by its first bytes, such as `image/jpeg`.
 * @throws PerceptError INVALID_REQUEST if there are none, UNSUPPORTED_MEDIA for anything else.
 */
export function mediaTypeOf(bytes: Uint8Array, field: string): string {
  if (bytes.length === 0) throw PerceptError.invalid(field, 'is empty: send the bytes of an image or a video.');
  const image = sniffImageFormat(bytes);
  if (image) return `image/${image}`;
  const video = sniffVideoContainer(bytes);
  if (video) return VIDEO_TYPES[video];
  const reason = `it is ${describeBytes(bytes)}; accepted are JPEG, PNG, WebP, BMP, MP4, MOV, AVI and WebM.`;
  throw PerceptError.unsupportedMedia(field, reason);
}
