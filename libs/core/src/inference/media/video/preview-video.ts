import { PerceptError } from '../../../kernel';
import { encodeJpeg, within } from '../images';
import type { MediaLimits } from '../limits';
import { openVideo, type VideoSource } from './open-video';

interface PreviewOptions {
  /** Pixels of the longer side at most. */
  side: number;
  limits: MediaLimits;
  field: string;
  signal: AbortSignal;
}

/** The first frame of a video as a JPEG, to look at. @throws PerceptError as `openVideo`. */
export async function previewVideo(source: VideoSource, { side, limits, field, signal }: PreviewOptions): Promise<Uint8Array> {
  const video = await openVideo(source, { limits, field, signal });
  try {
    const size = within(video.properties, side);
    for await (const { image } of video.frames({ every: 1, size, signal }))
      return await encodeJpeg({ ...size, rgb: await image.rgb(size) });
    throw PerceptError.unsupportedMedia(field, 'the video has no frame that can be decoded.');
  } finally {
    await video.close();
  }
}
