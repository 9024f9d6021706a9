import { foldAffine } from './affine';
import { branch } from './branch';
import { encodeModel, type OnnxModel, type OnnxTensor } from './encoding';
import { closeNewClasses, keepClasses } from './classes';
import { addConstants } from './constants';
import { decodeModel } from './decoding';
import { fuseHardSwish } from './hard-swish';
import { pruned } from './prune';
import { quantize } from './quantization/quantize';

/** Must be raised whenever equal input would give another ONNX file. Then prepared models are rewritten again. */
export const REWRITER_VERSION = 2;

interface RewriteOptions {
  /** Classes of the last layer to keep (null for new ones), and the number of all classes. */
  classes?: { kept: readonly (number | null)[]; all: number };
  /** An .onnx file of constants that are added to those of the same name, after the classes are chosen. */
  weights?: Uint8Array;
  /** Whether the model keeps the original: it answers as before, and in a second output with the weights. */
  beside?: boolean;
  /** An .onnx file of constants that quantize convolutions to 8-bit integers; the model then answers almost as before. */
  quantization?: Uint8Array;
}

/**
 * Rewrites an .onnx file to run faster in ONNX Runtime. Its results change only by the options.
 * @throws Error if a file has unsupported content, or `weights` has a constant that the model lacks.
 */
export function rewriteModel(bytes: Uint8Array, { classes, weights, beside, quantization }: RewriteOptions = {}): Uint8Array {
  const original = decodeModel(bytes);
  const sliced = classes ? keepClasses(original, classes.kept, classes.all) : original;
  const trained = weights ? withWeights(sliced, decodeModel(weights).tensors, { classes, beside }) : sliced;
  const folded = foldAffine(fuseHardSwish(trained));
  const quantized = quantization ? quantize(folded, decodeModel(quantization).tensors) : folded;
  return encodeModel({ ...pruned(quantized), producer: `percept-onnx/${REWRITER_VERSION}` });
}

function withWeights(model: OnnxModel, changes: readonly OnnxTensor[], { classes, beside }: RewriteOptions): OnnxModel {
  const trained = addConstants(model, changes);
  if (!beside) return trained;
  const names = new Set(changes.map(({ name }) => name));
  const original = classes ? closeNewClasses(model, classes.kept) : model;
  return branch(
    original,
    trained.tensors.filter(({ name }) => names.has(name)),
  );
}
