import type { ImageFormat } from '../formats';
import type { CameraData } from './metadata/exif';

/** The size and the format of an image, after its EXIF orientation is applied. */
export interface ImageInfo {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** The format of the encoded bytes. */
  format: ImageFormat;
}

/** A size in pixels. */
export interface Size {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

/** A rectangle of the upright image, in its pixels. */
export interface Region extends Size {
  /** Pixels from the left edge. */
  x: number;
  /** Pixels from the top edge. */
  y: number;
}

/** What an image file contains beside its pixels. */
export interface ImageMetadata extends ImageInfo {
  /** Size of the encoded image. */
  size_bytes: number;
  /** Whether the image has an alpha channel. */
  has_alpha: boolean;
  /** EXIF orientation, 1 to 8; 1 when the file has none. */
  orientation: number;
  /** The colour space in the file, such as `srgb`, `cmyk`, `b-w`, `rgb16` or `grey16`. */
  color_space: string;
  /** What the camera wrote. */
  exif: CameraData;
}

/** An opened image: its header is read and within the limits. Pixels are decoded on demand. */
export interface Image {
  /** Size and format. */
  readonly properties: ImageInfo;
  /** The encoded bytes; empty for a frame of a video. */
  readonly bytes: Uint8Array;
  /**
   * Decodes the upright image as sRGB, scaled to exactly `size`, whatever its aspect ratio. Scaling is part of decoding, so a small
   * size is fast for JPEG and WebP. Transparent pixels become white, or black or grey if the image would vanish on white.
   * @returns height × width × 3 bytes, row by row, in the order R G B.
   * @throws PerceptError UNSUPPORTED_MEDIA when the bytes are broken.
   */
  rgb(size: Size): Promise<Uint8Array>;
  /**
   * Decodes a region of the image, scaled to `size`. An image from `decoded` crops its decoded copy.
   * @returns pixels in the same layout as `rgb`.
   * @throws PerceptError UNSUPPORTED_MEDIA when the bytes are broken.
   * @throws RangeError when the region is not inside the image.
   */
  crop(region: Region, size: Size): Promise<Uint8Array>;
  /**
   * Decodes the image once, at most `longSide` pixels on its longer side and never above its own size. The returned image answers
   * requests up to that size from the decoded copy. Use it before several crops.
   * @throws PerceptError UNSUPPORTED_MEDIA when the bytes are broken.
   */
  decoded(longSide: number): Promise<Image>;
  /** Reads the metadata from the header. Broken camera data is left out. */
  metadata(): Promise<ImageMetadata>;
}
