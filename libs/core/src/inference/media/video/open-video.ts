import type { VideoContainer } from '../formats';
import type { MediaLimits } from '../limits';
import { copyFile, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PerceptError } from '../../../kernel';
import type { ClosableVideo, FrameOptions, VideoFrame, VideoProperties } from './video';
import { decodeFrames, probeVideo } from './ffmpeg';
import { NoDecoderError, UnreadableVideoError } from './ffmpeg-fault';
import { checkBytes, checkSides, imageFromFrame, type Size } from '../images';

import type { Probed, ProbedStream } from './probed-video';
import { makeVideoFolder } from './video-folders';
import { sniffVideoContainer, describeBytes } from '../sniff';

/** Bytes that tell the container. */
const HEAD = 4096;
/** The part of the frames in the container's index that the file must contain. */
const WHOLE = 0.98;
/** The part of the requested frames that must be decodable. */
const ENOUGH = 0.5;
/** Frames that are reduced by at least this factor may be decoded roughly. */
const ROUGH = 2;
/** Codecs store sides that are rounded up to blocks of at most this many pixels. */
const BLOCK = 64;

export type VideoSource = { bytes: Uint8Array } | { file: string };

/** What errors call the video, and the signal that ends reading. */
interface OpenVideoOptions {
  limits: MediaLimits;
  field?: string;
  signal?: AbortSignal;
}

/**
 * Reads the header and the index of a video and checks the limits; no frame is decoded. Bytes are written to a temporary file,
 * which `close` removes: ffmpeg needs a file to find an index at the end.
 * @throws PerceptError PAYLOAD_TOO_LARGE; UNSUPPORTED_MEDIA naming what was found instead of a video, what is broken, or which
 * limit is passed. Error if ffmpeg cannot do its work: that is never the video's fault.
 */
export async function openVideo(
  source: VideoSource,
  { limits, field = 'video', signal }: OpenVideoOptions,
): Promise<ClosableVideo> {
  if ('bytes' in source) checkBytes(source.bytes.length, limits.maxBytes, field);
  const container = containerOf(await headOf(source), field);
  const file = await writeVideoFile(source, container);
  try {
    const probed = await probeVideo(file.file, container, { ...limits.video, signal }).catch((error: Error) => {
      throw error instanceof UnreadableVideoError ? broken(field, container, error.message) : error;
    });
    const stream = videoTrack(probed, container, field);
    const properties = propertiesOf(probed, stream, container);
    const { width, height } = properties;
    checkSides(`the video's frames are ${width} × ${height} pixels`, { width, height }, { limits, field });
    checkWhole({ ...probed, duration: statedLength(probed, container) }, stream, { field, container });
    return new OpenedVideo(properties, { ...file, stream, field, limits });
  } catch (error) {
    await file.remove();
    throw error;
  }
}

async function headOf(source: VideoSource): Promise<Uint8Array> {
  if ('bytes' in source) return source.bytes.subarray(0, HEAD);
  const file = await open(source.file);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function containerOf(head: Uint8Array, field: string): VideoContainer {
  const container = sniffVideoContainer(head);
  if (container) return container;
  throw PerceptError.unsupportedMedia(field, `what was sent is ${describeBytes(head)}; MP4, AVI, MOV and WebM videos are read.`);
}

interface VideoFile {
  file: string;
  remove: () => Promise<void>;
}

/** ffmpeg takes `-x.mp4` for an option and `a:b` for a protocol, so a user's file is read under our own name. */
async function writeVideoFile(source: VideoSource, container: VideoContainer): Promise<VideoFile> {
  if ('file' in source && /^\/[^:%]+$/.test(source.file)) return { file: source.file, remove: async () => {} };
  const folder = await makeVideoFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, `video.${container}`);
  try {
    await ('bytes' in source ? writeFile(file, source.bytes) : copyFile(source.file, file));
    return { file, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function videoTrack({ stream, others }: Probed, container: VideoContainer, field: string): ProbedStream {
  const name = container.toUpperCase();
  if (!stream) {
    const found = others.length > 0 ? `only ${others.join(', ')}` : 'no tracks';
    throw PerceptError.unsupportedMedia(field, `the ${name} has ${found} in it, and no moving images.`);
  }
  if (stream.times.length === 0) throw PerceptError.unsupportedMedia(field, `the ${name} has no frames in it.`);
  if (!(stream.width > 0 && stream.height > 0)) throw broken(field, container, 'it does not tell the size of its frames');
  return stream;
}

function propertiesOf(probed: Probed, stream: ProbedStream, container: VideoContainer): VideoProperties {
  const { times } = stream;
  const seconds = durationFrom({ ...probed, duration: statedLength(probed, container) }, stream);
  const fps = stream.fps > 0 ? stream.fps : seconds > 0 ? times.length / seconds : 0;
  return {
    ...shownSize(stream),
    container,
    duration: seconds,
    fps,
    frames: times.length,
  };
}

/** The size that a player shows: upright, and with pixels as wide as they are high. */
function shownSize({ width: stored, height, aspect, rotation }: ProbedStream): Size {
  const width = Math.max(1, Math.round(stored * aspect));
  return rotation % 180 === 90 ? { width: height, height: width } : { width, height };
}

/** The container's own end time, in seconds from the start of the file. */
function statedLength({ duration, start = 0 }: Probed, container: VideoContainer): number | undefined {
  return duration !== undefined && container === 'webm' ? duration - Math.max(0, start) : duration;
}

/** Seconds from the start of the file to the end of its last frame: a video track may begin after the sound. */
function durationFrom({ duration, start = 0 }: Probed, stream: ProbedStream): number {
  const { times } = stream;
  const [first, last] = [times[0]!, times.at(-1)!];
  const frame = times.length > 1 ? (last - first) / (times.length - 1) : 0;
  const stated = stream.duration ?? duration ?? last - first + frame;
  return last - start > stated ? last - start + frame : stated;
}

/** Refuses a truncated video: its index or its length promises more than is there. */
function checkWhole(
  { duration = 0, start = 0 }: Probed,
  { listed = 0, packets, times }: ProbedStream,
  { field, container }: { field: string; container: VideoContainer },
): void {
  if (packets < listed * WHOLE) throw broken(field, container, `only ${packets} of its ${listed} frames are there`);
  // A still image with long music ends early too, but has only a frame or two.
  const lastShown = times.at(-1)! - start;
  if (listed === 0 && times.length > 2 && lastShown < duration * ENOUGH)
    throw broken(field, container, `only ${lastShown.toFixed(1)} of its ${duration.toFixed(1)} seconds are there`);
}

function broken(field: string, container: VideoContainer, why: string): PerceptError {
  return PerceptError.unsupportedMedia(field, `the ${container.toUpperCase()} is broken or cut off (${why}).`);
}

function undecodable(field: string, container: VideoContainer, codec: string): PerceptError {
  const claim = `the codec of the ${container.toUpperCase()} (${codec}) cannot be decoded here`;
  return PerceptError.unsupportedMedia(field, `${claim}: send H.264.`);
}

interface OpenedFile extends VideoFile {
  stream: ProbedStream;
  field: string;
  limits: MediaLimits;
}

class OpenedVideo implements ClosableVideo {
  constructor(
    readonly properties: VideoProperties,
    private readonly source: OpenedFile,
  ) {}

  get file(): string {
    return this.source.file;
  }

  async *frames({ every, size, signal }: FrameOptions): AsyncGenerator<VideoFrame> {
    const { file, stream, field, limits } = this.source;
    const { container, width, duration } = this.properties;
    const rough = width >= ROUGH * size.width;
    const how = {
      ...limits.video,
      container,
      stream: stream.index,
      every,
      size,
      rough,
      signal,
      maxPixels: (limits.maxSide + BLOCK) ** 2,
    };
    const expected = Math.ceil(stream.times.length / every);
    let count = 0;
    let reason = 'no frame can be decoded';
    try {
      for await (const { time, rgb } of decodeFrames(file, how)) {
        const image = imageFromFrame(this.properties, { ...size, rgb });
        yield { index: count * every, time: Math.min(Math.max(0, time), duration), image };
        count++;
      }
    } catch (error) {
      if (error instanceof NoDecoderError && count === 0) throw undecodable(field, container, stream.codec);
      if (!(error instanceof UnreadableVideoError)) throw error;
      reason = error.message;
    }
    if (count === 0) throw broken(field, container, reason);
    if (count < expected * ENOUGH) throw broken(field, container, `only ${count} of ${expected} frames can be decoded`);
  }

  close(): Promise<void> {
    return this.source.remove();
  }
}
