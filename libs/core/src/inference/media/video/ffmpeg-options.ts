import type { Size } from '../images';
import { PROBE_ENTRIES } from './probed-video';

// Videos come from strangers: ffmpeg gets the container that the bytes name, so it never guesses and opens no playlist or script
// that looks like a video. It reads files and pipes only.

/** Frames that ffmpeg decodes ahead before it waits for the reader. */
const FRAMES_AHEAD = 8;

/** Go before the name of the input. */
const caution = (demuxer: string, maxPixels: number): string[] => [
  ...['-max_pixels', String(maxPixels)],
  ...['-protocol_whitelist', 'file,pipe', '-f', demuxer],
];

/** Makes ffprobe print the container's properties and every packet as JSON. Follow it by the input's name. */
export const probeOptions = (demuxer: string, maxPixels: number): string[] => [
  ...['-v', 'error', ...caution(demuxer, maxPixels)],
  ...['-show_entries', PROBE_ENTRIES, '-of', 'json=c=1'],
];

export interface DecodeOptions {
  /** ffmpeg's name of the container. */
  demuxer: string;
  /** Index of the video track. */
  stream: number;
  /** Decodes every Nth frame. */
  every: number;
  size: Size;
  /** Skips the deblocking of B-frames: a strong reduction hides the difference. */
  rough: boolean;
  /** ffmpeg decodes no larger frame, whatever the header says. */
  maxPixels: number;
}

/** Makes ffmpeg write every Nth frame as RGB through the muxer `fifo`, and its time to stderr. */
export function decodeOptions(how: DecodeOptions, passthrough: readonly string[]): { input: string[]; output: string[] } {
  const { every, size } = how;
  const filter = `select=not(mod(n\\,${every})),scale=${size.width}:${size.height}:flags=fast_bilinear,showinfo`;
  const quiet = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'info'];
  const rough = how.rough ? ['-skip_loop_filter', 'bidir'] : [];
  const frames = ['-map', `0:${how.stream}`, '-vf', filter, ...passthrough, '-pix_fmt', 'rgb24', '-c:v', 'rawvideo'];
  const queue = ['-fifo_format', 'rawvideo', '-queue_size', String(FRAMES_AHEAD)];
  return { input: [...quiet, ...rough, ...caution(how.demuxer, how.maxPixels)], output: [...frames, ...queue] };
}
