import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../../media';
import type { InputSection } from '../manifest';
import type { Frame } from './frame';

/** The picture's pixels for a frame: height × width × 3 bytes, R G B, black where the picture does not reach. */
export async function framePixels(picture: Pick<Picture, 'rgb'>, frame: Frame): Promise<Uint8Array> {
  const { content } = frame;
  const pixels = await picture.rgb({ width: content.width, height: content.height });
  if (content.width === frame.width && content.height === frame.height) return pixels;
  const framed = new Uint8Array(frame.width * frame.height * 3);
  for (let row = 0; row < content.height; row++) {
    const line = pixels.subarray(row * content.width * 3, (row + 1) * content.width * 3);
    framed.set(line, ((content.y + row) * frame.width + content.x) * 3);
  }
  return framed;
}

/** The tensor that a manifest asks for, a batch of one. Raw pixels in the order they have are taken as they are. */
export function pictureTensor(pixels: Uint8Array, frame: Frame, input: InputSection): Tensor {
  const { width, height } = frame;
  const channels = input.colour === 'grey' ? 1 : 3;
  const shape = input.layout === 'NHWC' ? [1, height, width, channels] : [1, channels, height, width];
  if (input.type === 'uint8' && input.layout === 'NHWC' && input.colour === 'RGB') return new Tensor('uint8', pixels, shape);
  const count = width * height;
  const values = new Float32Array(count * channels);
  const step = input.layout === 'NHWC' ? channels : 1;
  for (let channel = 0; channel < channels; channel++) {
    const read = channelReader(pixels, channel, input.colour);
    const mean = input.mean[channel] ?? input.mean[0]!;
    const std = input.std[channel] ?? input.std[0]!;
    const start = input.layout === 'NHWC' ? channel : channel * count;
    for (let pixel = 0; pixel < count; pixel++) values[start + pixel * step] = (read(pixel * 3) - mean) / std;
  }
  return input.type === 'uint8' ? new Tensor('uint8', Uint8Array.from(values), shape) : new Tensor('float32', values, shape);
}

/** Grey is the luma of ITU-R BT.601. */
function channelReader(pixels: Uint8Array, channel: number, colour: InputSection['colour']): (offset: number) => number {
  if (colour === 'grey') return (at) => 0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!;
  const source = colour === 'BGR' ? 2 - channel : channel;
  return (at) => pixels[at + source]!;
}
