import type { Picture, Size } from './picture';

/** The containers that clips may come in, by their bytes. */
export const CLIP_CONTAINERS = ['mp4', 'mov', 'avi', 'webm'] as const;
export type ClipContainer = (typeof CLIP_CONTAINERS)[number];

/** Of the upright clip, the rotation of its track applied. */
export interface ClipProperties extends Size {
  container: ClipContainer;
  /** Seconds that are shown. */
  duration: number;
  /** Frames per second, on average. */
  fps: number;
  /** Frames that are shown. */
  frames: number;
}

export interface ClipFrame {
  /** Counted from 0 over all frames of the clip. */
  index: number;
  /** Seconds from the clip's start at which it is shown. */
  time: number;
  /** Boxes found on it are in pixels of the clip. */
  picture: Picture;
}

export interface FrameOptions {
  /** Every which frame, from the first on. */
  every: number;
  /** Pixels that the frames are scaled to by the decoder; the ratio is the caller's affair. */
  size: Size;
  /** Ends the decoder at once. */
  signal: AbortSignal;
}

/** A clip whose header was read and found within the limits; its frames are decoded as they are asked for. */
export interface Clip {
  readonly properties: ClipProperties;
  /** Where it lies until it is closed. */
  readonly file: string;
  /** @throws PerceptError UNSUPPORTED_MEDIA where no frame can be decoded, or most cannot. */
  frames(options: FrameOptions): AsyncGenerator<ClipFrame>;
  /** Removes what was written for it. */
  close(): Promise<void>;
}

/** Where ffmpeg is. */
export interface ClipSettings {
  /** Path of ffmpeg, with ffprobe beside it. If absent, the programs on the PATH, otherwise those that npm installed. */
  ffmpegPath?: string;
  /** Folder of this user for files that can be made again, such as an executable copy of a program. */
  cacheDir?: string;
}
