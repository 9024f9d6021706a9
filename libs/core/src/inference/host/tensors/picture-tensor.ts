import type { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../kernel';
import { base64Size, readBase64, type MediaLimits } from '../../media';
import { checkBytes, openImage } from '../../media/images';
import { frameFor, framePixels, imageToTensor, type LoadedModel, type Port } from '../../models/runtime';
import type { RequestTensor } from './request';
import { readTexts } from './texts';

/** Whether an encoded picture may stand for this input: the manifest says how it becomes the tensor. */
export function takesPicture({ manifest }: Pick<LoadedModel, 'manifest'>, { type, shape }: Port): boolean {
  return shape.length === 4 && manifest.input?.type === type && manifest.input.resize !== 'line';
}

/**
 * Makes the tensor from an encoded picture (JPEG, PNG, WebP, BMP; in JSON as Base64), decoded and scaled as in Percept's own
 * routes.
 * @throws PerceptError INVALID_REQUEST, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE.
 */
export async function pictureTensor(sent: RequestTensor, { manifest }: LoadedModel, limits: MediaLimits): Promise<Tensor> {
  const { name } = sent;
  const count = sent.shape.reduce((product, side) => product * side, 1);
  if (count !== 1)
    throw PerceptError.invalid(name, `has the shape [${sent.shape.join(', ')}]: send one picture, with the shape [1].`);
  const [element] = readTexts(sent, 1);
  const image = await openImage(bytesOf(element!, name, limits), limits, name);
  const frame = frameFor(manifest.input, image.properties);
  return imageToTensor(await framePixels(image, frame, manifest.input), frame, manifest.input);
}

function bytesOf(element: string | Uint8Array, name: string, limits: MediaLimits): Uint8Array {
  if (typeof element !== 'string') return element;
  checkBytes(base64Size(element), limits.maxBytes, name);
  return readBase64(element, name);
}
