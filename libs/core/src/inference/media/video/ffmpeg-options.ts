import { availableParallelism } from 'node:os';
import type { Size } from '../images';

// Videos come from strangers: ffmpeg is told the container that the bytes name. So it never guesses, and opens no playlist or
// script that looks like a video. It reads files and pipes only.

/** Frames that ffmpeg decodes ahead before it waits for the reader. */
const FRAMES_AHEAD = 8;

/** Decoders that ffmpeg may use. It opens the decoders of sound and subtitles only to read the header, and decodes neither. */
const DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1', 'mpeg4', 'mjpeg', 'rawvideo'],
  ...['mpeg1video', 'mpeg2video', 'msmpeg4', 'msmpeg4v2', 'msmpeg4v1', 'h263', 'prores', 'dnxhd', 'dvvideo', 'qtrle'],
  ...['aac', 'aac_latm', 'mp2', 'mp2float', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'libvorbis', 'ac3', 'eac3', 'alac'],
  ...['flac', 'amrnb', 'amrwb', 'wmav1', 'wmav2', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'pcm_u8', 'pcm_s8', 'pcm_s16le'],
  ...['pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_alaw', 'pcm_mulaw'],
  ...['mov_text', 'webvtt', 'subrip', 'srt', 'ass', 'png'],
];
/** More threads take more memory, and gain little on the frames of one video. */
const THREADS = String(Math.min(4, availableParallelism()));
/** Most bytes that ffmpeg may allocate at once, such as for the index of a track or a decoded image. */
const MAX_ALLOCATION = 256 * 1024 * 1024;
const MAX_STREAMS = 32;

/** Safety options, which go before the name of the input. */
const caution = (demuxer: string, maxPixels: number): string[] => [
  ...['-max_alloc', String(MAX_ALLOCATION), '-max_streams', String(MAX_STREAMS)],
  ...['-max_pixels', String(maxPixels), '-codec_whitelist', DECODERS.join(',')],
  ...['-protocol_whitelist', 'file,pipe', '-f', demuxer],
];

const QUIET = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'info'];

/**
 * Makes ffmpeg describe its input and list the packets of its images without decoding them.
 * @param input the last options, which name the input.
 */
export const probeOptions = (demuxer: string, maxPixels: number, input: readonly string[]): string[] => [
  ...[...QUIET, ...caution(demuxer, maxPixels), ...input],
  ...['-map', '0:V:0', '-c', 'copy', '-copyts', '-copyinkf', '-f', 'framecrc', 'pipe:1'],
];

export interface VideoDecodeOptions {
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

/** Makes ffmpeg write every Nth frame as RGB through the muxer `fifo`, and the frame's time to stderr. */
export function decodeOptions(how: VideoDecodeOptions, passthrough: readonly string[]): { input: string[]; output: string[] } {
  const { every, size } = how;
  const filter = `select=not(mod(n\\,${every})),scale=${size.width}:${size.height}:flags=fast_bilinear,showinfo`;
  const rough = how.rough ? ['-skip_loop_filter', 'bidir'] : [];
  const frames = ['-map', `0:${how.stream}`, '-vf', filter, ...passthrough, '-pix_fmt', 'rgb24', '-c:v', 'rawvideo'];
  const queue = ['-fifo_format', 'rawvideo', '-queue_size', String(FRAMES_AHEAD)];
  return {
    input: [...QUIET, ...rough, '-threads', THREADS, ...caution(how.demuxer, how.maxPixels)],
    output: [...frames, ...queue],
  };
}
