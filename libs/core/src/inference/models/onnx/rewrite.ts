import { encodeModel } from './encoding';
import { keepClasses } from './classes';
import { withConstants } from './constants';
import { decodeModel } from './decoding';
import { fuseHardSwish } from './hard-swish';
import { pruned } from './prune';

/** Raised whenever equal input would give another ONNX file: prepared models are rewritten again. */
export const REWRITER_VERSION = 1;

export interface RewriteOptions {
  /** An .onnx file of constants that replace those of the same name. */
  weights?: Uint8Array;
  /** Classes of the last layer to keep, and how many there are. */
  classes?: { kept: readonly number[]; all: number };
}

/**
 * Rewrites an .onnx file so that ONNX Runtime is quicker with it; but for other classes or constants, what it computes stays the same.
 * @throws Error if a file holds what we do not read, or `weights` a constant that the model has not.
 */
export function rewriteModel(bytes: Uint8Array, { classes, weights }: RewriteOptions = {}): Uint8Array {
  const original = decodeModel(bytes);
  const read = weights ? withConstants(original, decodeModel(weights).tensors) : original;
  const sliced = classes ? keepClasses(read, classes.kept, classes.all) : read;
  return encodeModel({ ...pruned(fuseHardSwish(sliced)), producer: `percept-onnx/${REWRITER_VERSION}` });
}
