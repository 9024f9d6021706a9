import type { Image } from './image';

const OUTPUTS = Symbol('outputs of models');

interface RememberingImage extends Image {
  [OUTPUTS]?: Map<object, unknown>;
}

/**
 * The outputs of models that ran on an image, by model, so that a second question needs no second run. The image keeps them: V8
 * would free the values of a WeakMap of the model only in full collections.
 */
export function modelOutputs(image: RememberingImage): Map<object, unknown> {
  return (image[OUTPUTS] ??= new Map<object, unknown>());
}
