import { PerceptError } from '../../../kernel';
import { encodeJpeg, fitWithin, type Preview } from '../images';
import type { MediaLimits } from '../limits';
import { openVideo, type VideoSource } from './open-video';

interface PreviewOptions {
  /** Most pixels of the longer side. */
  side: number;
  limits: MediaLimits;
  field: string;
  signal: AbortSignal;
}

/** Makes a JPEG of the first frame of a video. @throws PerceptError as `openVideo`. */
export async function previewVideo(source: VideoSource, { side, limits, field, signal }: PreviewOptions): Promise<Preview> {
  const video = await openVideo(source, { limits, field, signal });
  try {
    const { width, height } = video.properties;
    const size = fitWithin({ width, height }, side);
    for await (const { image } of video.frames({ every: 1, size, signal }))
      return { jpeg: await encodeJpeg({ ...size, rgb: await image.rgb(size) }), size: { width, height } };
    throw PerceptError.unsupportedMedia(field, 'the video has no frame that can be decoded.');
  } finally {
    await video.close();
  }
}
