import { Tensor } from 'onnxruntime-node';
import type { Session } from '../../runtime';
import { softmax } from './plain';

/** Calibrated confidences by label: of what is on the image, and of the place it shows. */
export interface HeadAnswer {
  objects: ReadonlyMap<string, number>;
  scenes: ReadonlyMap<string, number>;
  /** Probability of the head's class for objects that it does not know; 0 if it has none. */
  none: number;
}

/**
 * Asks a head about the features of an image.
 * @param labels the objects, then the scenes, in the order of the head's outputs.
 * @throws Error if the head has another number of classes than there are labels.
 */
export async function readHead(head: Session, features: Float32Array, labels: readonly string[]): Promise<HeadAnswer> {
  const outputs = await head.run({ features: new Tensor('float32', features, [1, features.length]) });
  const [objects, scenes] = [outputs.objects!.data as Float32Array, outputs.scenes!.data as Float32Array];
  const classes = objects.length + scenes.length;
  if (classes !== labels.length)
    throw new Error(`The head has ${classes} classes, but its manifest has ${labels.length} labels.`);
  const logits = outputs.objects_logits?.data as Float32Array | undefined;
  const none = logits && logits.length > objects.length ? softmax(logits).at(-1)! : 0;
  return { objects: named(labels, objects), scenes: named(labels.slice(objects.length), scenes), none };
}

const named = (labels: readonly string[], values: Float32Array) =>
  new Map(Array.from(values, (value, index) => [labels[index]!, value]));

/** Concatenated outputs. */
export function joined(outputs: readonly Tensor[]): Float32Array {
  const parts = outputs.map(({ data }) => data as Float32Array);
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
