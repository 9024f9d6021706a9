import type { ImageFormat } from '../formats';

import type { CameraData } from './metadata/exif';

/** Of the upright picture, EXIF orientation applied. */
export interface ImageInfo {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
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
export interface ImageMetadata extends ImageInfo {
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
export interface Image {
  readonly properties: ImageInfo;
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
  decoded(longSide: number): Promise<Image>;
  /** From the header; broken camera data is left out. */
  metadata(): Promise<ImageMetadata>;
}
