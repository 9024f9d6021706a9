import { Tensor } from 'onnxruntime-node';
import type { Session } from '@percept/sdk/models';

/** A head's answer for an image, by label. */
export interface HeadAnswer {
  /** Probabilities of the objects; they sum to 1. */
  objects: ReadonlyMap<string, number>;
  /** Confidences of the places that the image may show. */
  scenes: ReadonlyMap<string, number>;
  /** Probabilities that the image is a document or a screenshot, and not a photograph. */
  kinds: ReadonlyMap<string, number>;
}

/**
 * Runs a head on the features of an image.
 * @param labels the objects, then the scenes, then the kinds, in the order of the head's outputs.
 * @throws Error if the head has another number of classes than there are labels.
 */
export async function runHead(head: Session, features: Float32Array, labels: readonly string[]): Promise<HeadAnswer> {
  const outputs = await head.run({ features: new Tensor('float32', features, [1, features.length]) });
  const valuesAt = (output: string) => outputs[output]!.data as Float32Array;
  const [objects, scenes, kinds] = [valuesAt('objects'), valuesAt('scenes'), valuesAt('kinds')];
  const classes = objects.length + scenes.length + kinds.length;
  if (classes !== labels.length)
    throw new Error(`The head has ${classes} classes, but its manifest has ${labels.length} labels.`);
  return {
    objects: named(labels, objects),
    scenes: named(labels.slice(objects.length), scenes),
    kinds: named(labels.slice(objects.length + scenes.length), kinds),
  };
}

const named = (labels: readonly string[], values: Float32Array) =>
  new Map(Array.from(values, (value, index) => [labels[index]!, value]));
