import type { MediaLimits } from '../media';
import { previewImage, type Preview } from '../media/images';
import { sniffVideoContainer } from '../media/sniff';
import { previewVideo } from '../media/video';
import type { CallInput, UploadedMedia } from './host';
import { headOfPath, readPath } from './input/read-input';

/** The id under which a worker makes previews. No plugin's capability begins like this. */
export const PREVIEW_ID = 'media.preview';

/** Bytes that tell a video from an image. */
const HEAD = 4096;

/** The outcome in a worker. */
export interface PreviewAnswer extends Preview {
  kind: 'preview';
}

export const previewInput = (media: UploadedMedia, side: number): CallInput => ({ media, fields: { side }, transferable: true });

/** A JPEG of an image, or of the first frame of a video. @throws PerceptError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE. */
export async function preview({ media, fields }: CallInput, limits: MediaLimits, signal: AbortSignal): Promise<PreviewAnswer> {
  const source = media!;
  const { field } = source;
  const options = { side: fields!.side as number, limits, field };
  const head = 'bytes' in source ? source.bytes : headOfPath(source.file, field, { limits, bytes: HEAD });
  if (sniffVideoContainer(head)) return { kind: 'preview', ...(await previewVideo(source, { ...options, signal })) };
  const bytes = 'bytes' in source ? source.bytes : readPath(source.file, field, limits);
  return { kind: 'preview', ...(await previewImage(bytes, options)) };
}
