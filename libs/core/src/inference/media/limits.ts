/** The limits that an image or a video is held to before any pixel of it is decoded. */
export interface MediaLimits {
  /** Bytes of encoded media. */
  maxBytes: number;
  /** Pixels of the longer side. */
  maxSide: number;
  /** Whether metadata may tell where an image was taken; not when absent. */
  showGps?: boolean;
  /** What videos are read with. */
  video?: VideoSettings;
}

/** Where ffmpeg is. */
export interface VideoSettings {
  /** Path of ffmpeg. If absent, the one on the PATH, otherwise the one that npm installed. */
  ffmpegPath?: string;
}
