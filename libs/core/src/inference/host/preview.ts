import type { MediaLimits } from '../media';
import { previewImage, type Preview } from '../media/images';
import { sniffVideoContainer } from '../media/sniff';
import { previewVideo } from '../media/video';
import type { CallInput, UploadedMedia } from './host';
import { headOfPath, readPath } from './input/read-input';

/** The id of previews in a worker. No plugin has a capability with this prefix. */
export const PREVIEW_ID = 'media.preview';

/** How many bytes suffice to tell a video from an image. */
const HEAD = 4096;

/** The result of a worker. */
export interface PreviewAnswer extends Preview {
  kind: 'preview';
}

export const previewInput = (media: UploadedMedia, side: number): CallInput => ({ media, fields: { side }, transferable: true });

/** Makes a JPEG of an image, or of a video's first frame. @throws PerceptError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE. */
export async function preview({ media, fields }: CallInput, limits: MediaLimits, signal: AbortSignal): Promise<PreviewAnswer> {
  const source = media!;
  const { field } = source;
  const options = { side: fields!.side as number, limits, field };
  const head = 'bytes' in source ? source.bytes : headOfPath(source.file, field, { limits, bytes: HEAD });
  if (sniffVideoContainer(head)) return { kind: 'preview', ...(await previewVideo(source, { ...options, signal })) };
  const bytes = 'bytes' in source ? source.bytes : readPath(source.file, field, limits);
  return { kind: 'preview', ...(await previewImage(bytes, options)) };
}
