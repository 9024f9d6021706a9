/** The limits that an image or a video must meet before any pixel of it is decoded. */
export interface MediaLimits {
  /** Bytes of encoded media. */
  maxBytes: number;
  /** Pixels of the longer side. */
  maxSide: number;
  /** Whether metadata may tell where an image was taken; default: no. */
  showGps?: boolean;
  /** Settings for reading videos. */
  video?: VideoSettings;
}

/** The location of ffmpeg. */
export interface VideoSettings {
  /** Path of ffmpeg. When absent: the ffmpeg on the PATH, otherwise the one that npm installed. */
  ffmpegPath?: string;
}
