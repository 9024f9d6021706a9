import type { VideoContainer } from '../formats';
import type { Image, Size } from '../images';

/** Of the upright clip, the rotation of its track applied. */
export interface VideoProperties extends Size {
  container: VideoContainer;
  /** Seconds that are shown. */
  duration: number;
  /** Frames per second, on average. */
  fps: number;
  /** Frames that are shown. */
  frames: number;
}

export interface VideoFrame {
  /** Counted from 0 over all frames of the clip. */
  index: number;
  /** Seconds from the clip's start at which it is shown. */
  time: number;
  /** Boxes found on it are in pixels of the clip. */
  image: Image;
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
export interface Video {
  readonly properties: VideoProperties;
  /** Where it lies until it is closed. */
  readonly file: string;
  /** @throws PerceptError UNSUPPORTED_MEDIA where no frame can be decoded, or most cannot. */
  frames(options: FrameOptions): AsyncGenerator<VideoFrame>;
  /** Removes what was written for it. */
  close(): Promise<void>;
}
