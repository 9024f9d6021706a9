import type { Image } from './image';

const OUTPUTS = Symbol('outputs of models');

interface RememberingImage extends Image {
  [OUTPUTS]?: Map<object, unknown>;
}

/**
 * The outputs of models that ran on an image, by the model, so that a second question needs no second run. They are kept on the
 * image and not in a WeakMap of the model, whose values V8 frees only in full collections.
 */
export function modelOutputs(image: RememberingImage): Map<object, unknown> {
  return (image[OUTPUTS] ??= new Map<object, unknown>());
}
