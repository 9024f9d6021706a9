import { closeSync, openSync } from 'node:fs';
import type { VideoContainer } from '../../formats';
import { UnreadableVideoError } from '../ffmpeg-fault';
import { countSamples } from './mp4-samples';

/** Eight hours of 60 images and 47 pieces of sound a second; ffmpeg takes 24 bytes for each. */
const MAX_SAMPLES = 3_100_000;
const MAX_TRACKS = 32;

/**
 * Refuses a video whose header promises more than a video has, before ffmpeg takes memory for what is promised.
 * AVI and WebM files have no such promises: their tables are as long as the file.
 * @throws UnreadableVideoError with the number that is too large.
 */
export function checkPromises(path: string, container: VideoContainer): void {
  if (container !== 'mp4' && container !== 'mov') return;
  const file = openSync(path, 'r');
  try {
    const { tracks, samples, isCompressed } = countSamples(file);
    if (isCompressed) throw new UnreadableVideoError('its header is compressed: save it again without that');
    if (tracks > MAX_TRACKS) throw new UnreadableVideoError(`it has ${tracks} tracks, the limit is ${MAX_TRACKS}`);
    if (samples > MAX_SAMPLES)
      throw new UnreadableVideoError(`its header promises ${samples} frames and pieces of sound, the limit is ${MAX_SAMPLES}`);
  } finally {
    closeSync(file);
  }
}
