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
  /** Path of ffmpeg, with ffprobe beside it. If absent, the programs on the PATH, otherwise those that npm installed. */
  ffmpegPath?: string;
  /** Folder of this user for files that can be made again, such as an executable copy of a program. */
  cacheDir?: string;
}
