import { createDecodedImage } from './decoded-image';
import type { Image, ImageInfo, Size } from './image';
import type { PixelBuffer } from './pixels';

/** An image of pixels that are in memory: height × width × 3 bytes, row by row, in the order R G B. */
export const imageFromPixels = (pixels: PixelBuffer): Image => imageFromFrame(pixels, pixels);

/** Makes an image from the pixels of a video frame. It reports the size of the video. */
export function imageFromFrame(video: Size, pixels: PixelBuffer): Image {
  // The pixels are plain, without a header: BMP is the nearest format.
  const properties: ImageInfo = { width: video.width, height: video.height, format: 'bmp' };
  const source = { properties, bytes: new Uint8Array(0) };
  const nothing = { size_bytes: pixels.rgb.length, has_alpha: false, orientation: 1, color_space: 'srgb', exif: {} };
  const image: Image = createDecodedImage(
    {
      ...source,
      metadata: async () => ({ ...properties, ...nothing }),
      rgb: (size) => image.crop({ x: 0, y: 0, width: video.width, height: video.height }, size),
      crop: (region, size) => image.crop(region, size),
      decoded: async () => image,
    },
    pixels,
  );
  return image;
}
