import { Tensor } from 'onnxruntime-node';
import type { Session } from '../runtime/session';
/** Calibrated confidences by label: of what is on the picture, and of the place it shows. */
export interface HeadAnswer {
    objects: ReadonlyMap<string, number>;
    scenes: ReadonlyMap<string, number>;
}
/**
 * Asks a head about the features of a picture.
 * @param labels the objects, then the scenes, in the order of the head's outputs.
 * @throws Error where the head has another number of classes than there are labels.
 */
export declare function readHead(head: Session, features: Float32Array, labels: readonly string[]): Promise<HeadAnswer>;
/** Outputs one after the other. */
export declare function joined(outputs: readonly Tensor[]): Float32Array;
