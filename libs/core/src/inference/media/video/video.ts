import type { VideoContainer } from '../formats';
import type { Image, Size } from '../images';

/** The properties of a video, after the rotation of its track is applied. */
export interface VideoProperties extends Size {
  /** The format of the file. */
  container: VideoContainer;
  /** Seconds of video that a player shows. */
  duration: number;
  /** Frames per second, on average. */
  fps: number;
  /** Number of frames that a player shows. */
  frames: number;
}

/** A decoded frame of a video. */
export interface VideoFrame {
  /** Position among all frames of the video, from 0. */
  index: number;
  /** Seconds from the start of the video. */
  time: number;
  /** The pixels. Models return boxes in pixels of the video, regardless of the size of the decoded frame. */
  image: Image;
}

/** Which frames of a video to decode, and how. */
export interface FrameOptions {
  /** Decodes every nth frame, starting with the first. */
  every: number;
  /** The size in pixels that the decoder scales frames to, whatever the aspect ratio of the video. */
  size: Size;
  /** Stops the decoder at once. */
  signal: AbortSignal;
}

/** An opened video: its header is read and within the limits. Frames are decoded on demand. */
export interface Video {
  /** Size, duration and format. */
  readonly properties: VideoProperties;
  /** Path of the file, which exists until the call ends. */
  readonly file: string;
  /** Decodes frames one by one. @throws PerceptError UNSUPPORTED_MEDIA when no frame, or fewer than most, can be decoded. */
  frames(options: FrameOptions): AsyncGenerator<VideoFrame>;
}

/** A video as the host holds it. */
export interface ClosableVideo extends Video {
  /** Removes the temporary files of the video. */
  close(): Promise<void>;
}
