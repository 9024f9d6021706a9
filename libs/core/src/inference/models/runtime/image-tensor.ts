import { Tensor } from 'onnxruntime-node';
import { interpolate, resizeLikePillow, type Image, type Size } from '../../media/images';
import type { InputSection } from '../manifest';
import type { Frame } from './frame';

/** An image, or a part of one; `properties` has its original size. */
export type Pixels = Pick<Image, 'rgb'> & { properties?: Size };
type PixelValues = Uint8Array | Float32Array;

/**
 * The image's pixels in a frame: height × width × 3 values, R G B. `pad` fills what the image does not cover; what overhangs is cut
 * off. The values are bytes, unless they were scaled in fractions.
 */
export function framePixels(image: Pixels, frame: Frame, input?: Pick<InputSection, 'pad'>): Promise<Uint8Array>;
export function framePixels(image: Pixels, frame: Frame, input: InputSection): Promise<PixelValues>;
export async function framePixels(
  image: Pixels,
  frame: Frame,
  { pad = 0, resample, arithmetic }: Partial<Pick<InputSection, 'pad' | 'resample' | 'arithmetic'>> = {},
): Promise<PixelValues> {
  const { content, width, height } = frame;
  const size = { width: content.width, height: content.height };
  const whole = resample && image.properties;
  const picture = whole && { ...whole, rgb: await image.rgb(whole) };
  const pixels = !picture
    ? await image.rgb(size)
    : arithmetic === 'fractions'
      ? interpolate(picture, size)
      : resizeLikePillow(picture, size, resample, arithmetic);
  if (content.width === width && content.height === height) return pixels;
  const Values = pixels instanceof Float32Array ? Float32Array : Uint8Array;
  const framed = new Values(width * height * 3).fill(pad);
  const [left, right] = [Math.max(0, content.x), Math.min(width, content.x + content.width)];
  const [top, bottom] = [Math.max(0, content.y), Math.min(height, content.y + content.height)];
  for (let y = top; y < bottom; y++) {
    const row = (y - content.y) * content.width;
    const line = pixels.subarray((row + left - content.x) * 3, (row + right - content.x) * 3);
    framed.set(line, (y * width + left) * 3);
  }
  return framed;
}

/** The tensor that a manifest asks for, a batch of one. Raw pixels that already have the right order are taken as they are. */
export function imageToTensor(pixels: PixelValues, frame: Frame, input: InputSection): Tensor {
  const { width, height } = frame;
  const channels = input.colour === 'grey' ? 1 : 3;
  const shape = input.layout === 'NHWC' ? [1, height, width, channels] : [1, channels, height, width];
  if (input.type === 'uint8' && input.layout === 'NHWC' && input.colour === 'RGB')
    return new Tensor('uint8', bytesOf(pixels), shape);
  const count = width * height;
  const values = input.type === 'uint8' ? new Uint8Array(count * channels) : new Float32Array(count * channels);
  const source = input.colour === 'grey' ? greyOf(bytesOf(pixels)) : pixels;
  for (let channel = 0; channel < channels; channel++) {
    const [zero, unit] = [input.mean[channel] ?? input.mean[0]!, input.std[channel] ?? input.std[0]!];
    const [start, step] = input.layout === 'NHWC' ? [channel, channels] : [channel * count, 1];
    const end = start + count * step;
    let from = input.colour === 'BGR' ? 2 - channel : channel;
    if (source instanceof Float32Array)
      for (let to = start; to < end; to += step, from += channels) values[to] = (source[from]! - zero) / unit;
    else if (values instanceof Float32Array) fill(values, source, { from, channels, start, end, step, zero, unit });
    else for (let to = start; to < end; to += step, from += channels) values[to] = (source[from]! - zero) / unit;
  }
  return new Tensor(input.type, values, shape);
}

interface Channel {
  from: number;
  channels: number;
  start: number;
  end: number;
  step: number;
  zero: number;
  unit: number;
}

/**
 * Converts bytes to numbers. A separate function, since it runs for each pixel: mixed with other array types it takes five times as
 * long.
 */
function fill(values: Float32Array, source: Uint8Array, { from, channels, start, end, step, zero, unit }: Channel): void {
  const table = new Float32Array(256);
  for (let value = 0; value < 256; value++) table[value] = (value - zero) / unit;
  for (let to = start; to < end; to += step, from += channels) values[to] = table[source[from]!]!;
}

const bytesOf = (pixels: PixelValues): Uint8Array =>
  pixels instanceof Float32Array ? Uint8Array.from(pixels, Math.round) : pixels;

/** The luma of ITU-R BT.601. */
function greyOf(pixels: Uint8Array): Uint8Array {
  const grey = new Uint8Array(pixels.length / 3);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 3)
    grey[pixel] = Math.round(0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!);
  return grey;
}
