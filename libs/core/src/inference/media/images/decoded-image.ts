import type { Image, ImageInfo, Region, Size } from './image';
import { resample, type PixelBuffer } from './pixels';

/**
 * The largest factor by which a copy may be stretched: models round their input to a grid, which must not cause another decoding.
 */
const STRETCH = 1.15;

/** An image whose bytes are decoded again for every requested size. @param read as in `Image`. */
export function encodedImage(properties: ImageInfo, bytes: Uint8Array, read: Pick<Image, 'rgb' | 'metadata'>): Image {
  const image: Image = {
    properties,
    bytes,
    ...read,
    crop: async (region, size) => (await image.decoded(Infinity)).crop(region, size),
    decoded: async (longSide) => {
      const size = fitWithin(properties, longSide);
      return createDecodedImage(image, { ...size, rgb: await read.rgb(size) });
    },
  };
  return image;
}

/** An image with a decoded copy at hand. */
export function createDecodedImage(source: Image, copy: PixelBuffer): Image {
  const { properties, bytes } = source;
  const whole = { x: 0, y: 0, width: copy.width, height: copy.height };
  const image: Image = {
    properties,
    bytes,
    metadata: () => source.metadata(),
    rgb: async (size) => {
      if (size.width === copy.width && size.height === copy.height) return copy.rgb;
      const covered = size.width <= copy.width * STRETCH && size.height <= copy.height * STRETCH;
      // A copy at the image's own size serves every request: nothing larger can be had.
      return covered || copy.width === properties.width ? resample(copy, whole, size) : source.rgb(size);
    },
    crop: async (region, size) => resample(copy, regionOfCopy(region, properties, copy), size),
    decoded: async (longSide) => (Math.min(longSide, longer(properties)) <= longer(copy) ? image : source.decoded(longSide)),
  };
  return image;
}

const longer = ({ width, height }: Size) => Math.max(width, height);

/** The size of the image, scaled down until its longer side is `longSide`. */
export function fitWithin(image: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / longer(image));
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

function regionOfCopy(region: Region, image: Size, copy: Size): Region {
  const { x, y, width, height } = region;
  if (!(x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= image.width && y + height <= image.height))
    throw new RangeError(`The region ${width} × ${height} at ${x}, ${y} leaves the image of ${image.width} × ${image.height}.`);
  const across = copy.width / image.width;
  const down = copy.height / image.height;
  const left = Math.min(copy.width - 1, Math.round(x * across));
  const top = Math.min(copy.height - 1, Math.round(y * down));
  const right = Math.max(left + 1, Math.min(copy.width, Math.round((x + width) * across)));
  const bottom = Math.max(top + 1, Math.min(copy.height, Math.round((y + height) * down)));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
