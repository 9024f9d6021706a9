import type { ClipSettings } from './clip';
import type { CameraData } from './exif';

/** The formats that pictures may come in, by their bytes. */
export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'bmp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Of the upright picture, EXIF orientation applied. */
export interface PictureProperties {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: PictureFormat;
}

/** The limits that a picture or a clip is held to before any pixel of it is decoded. */
export interface PictureLimits {
  /** Bytes of encoded media. */
  maxBytes: number;
  /** width × height. */
  maxPixels: number;
  /** Pixels of the longer side. */
  maxSide: number;
  /** Whether metadata may tell where a picture was taken; not when absent. */
  showPlace?: boolean;
  /** What clips are read with. */
  clips?: ClipSettings;
}

export interface Size {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

/** A part of the upright picture in its pixels. */
export interface Region extends Size {
  x: number;
  y: number;
}

/** What a picture says of itself beyond its pixels. */
export interface PictureMetadata extends PictureProperties {
  /** Encoded. */
  size_bytes: number;
  has_alpha: boolean;
  /** EXIF orientation, 1 to 8; 1 where there is none. */
  orientation: number;
  /** As it is stored: `srgb`, `cmyk`, `b-w`, `rgb16`, `grey16` … */
  color_space: string;
  exif: CameraData;
}

/** A picture whose header was read and found within the limits; its pixels are decoded on demand. */
export interface Picture {
  readonly properties: PictureProperties;
  /** The encoded bytes. */
  readonly bytes: Uint8Array;
  /**
   * What models have said of it, by the model: who asks for more of it need not run the network again. It is kept here and not
   * in a WeakMap of the model, whose values V8 frees only in full collections.
   */
  readonly said: Map<object, unknown>;
  /**
   * Upright sRGB pixels, alpha over white, scaled to exactly width × height (the ratio is the caller's affair):
   * height × width × 3 bytes, row by row, R G B. Decode and resize are one pipeline, so JPEG and WebP shrink on load.
   * @throws PerceptError UNSUPPORTED_MEDIA where the bytes turn out broken.
   */
  rgb(size: Size): Promise<Uint8Array>;
  /**
   * The pixels of a part, as `rgb` has them. Of a `decoded` picture they come from its copy.
   * @throws PerceptError UNSUPPORTED_MEDIA; RangeError where the region leaves the picture.
   */
  crop(region: Region, size: Size): Promise<Uint8Array>;
  /**
   * The same picture decoded once, with a longer side of at most `longSide` pixels and never above its own. Whatever is asked
   * of it that is no larger comes from that copy.
   * @throws PerceptError UNSUPPORTED_MEDIA where the bytes turn out broken.
   */
  decoded(longSide: number): Promise<Picture>;
  /** From the header; broken camera data is left out. */
  metadata(): Promise<PictureMetadata>;
}
