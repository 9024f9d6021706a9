import { closeSync, openSync, readSync } from 'node:fs';
import type { VideoContainer } from '../../formats';
import { UnreadableVideoError } from '../ffmpeg-fault';
import { countSamples } from './mp4-samples';

/** Eight hours of video with 60 images and 47 pieces of sound a second. ffmpeg takes 24 bytes for each. */
const MAX_SAMPLES = 3_100_000;
const MAX_TRACKS = 32;

/** Bytes from the start of an AVI within which the track headers lie. */
const AVI_HEAD = 65_536;

/**
 * Refuses a video whose header promises more samples than real videos have, before ffmpeg allocates memory for them. AVI and WebM
 * files have no such promises: their tables are as long as the file.
 * @returns the number of images in the container's own index, which ffmpeg does not tell; undefined if it has none.
 * @throws UnreadableVideoError with the number that is too large.
 */
export function checkPromises(path: string, container: VideoContainer): number | undefined {
  if (container === 'webm') return undefined;
  const file = openSync(path, 'r');
  try {
    if (container === 'avi') return listedInAvi(file);
    const { tracks, samples, images, isCompressed } = countSamples(file);
    if (isCompressed) throw new UnreadableVideoError('its header is compressed: save it again without that');
    if (tracks > MAX_TRACKS) throw new UnreadableVideoError(`it has ${tracks} tracks, the limit is ${MAX_TRACKS}`);
    if (samples > MAX_SAMPLES)
      throw new UnreadableVideoError(`its header promises ${samples} frames and pieces of sound, the limit is ${MAX_SAMPLES}`);
    return images;
  } finally {
    closeSync(file);
  }
}

/** The length in the header of the first track of images, a chunk `strh` with the type `vids`. */
function listedInAvi(file: number): number | undefined {
  const head = Buffer.alloc(AVI_HEAD);
  const text = head.toString('latin1', 0, readSync(file, head, 0, AVI_HEAD, 0));
  const at = /strh[^]{4}vids/.exec(text)?.index;
  return at === undefined ? undefined : head.readUInt32LE(at + 40);
}
