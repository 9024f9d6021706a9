import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../../media';
import type { InputSection } from '../manifest';
import type { Frame } from './frame';
/**
 * The picture's pixels for a frame: height × width × 3 bytes, R G B, `pad` where the picture does not reach; what of it
 * overhangs is cut off.
 */
export declare function framePixels(picture: Pick<Picture, 'rgb'>, frame: Frame, pad?: number): Promise<Uint8Array>;
/** The tensor that a manifest asks for, a batch of one. Raw pixels in the order they have are taken as they are. */
export declare function pictureTensor(pixels: Uint8Array, frame: Frame, input: InputSection): Tensor;
