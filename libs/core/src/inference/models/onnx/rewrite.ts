import { foldAffine } from './affine';
import { encodeModel, type OnnxModel, type OnnxTensor, type OnnxNode } from './encoding';
import { closeNewClasses, keepClasses } from './classes';
import { addConstants } from './constants';
import { decodeModel } from './decoding';
import { fuseHardSwish } from './hard-swish';
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

/** Removes the nodes and constants that no output needs. */
export function pruned(model: OnnxModel): OnnxModel {
  const needed = new Set(model.outputs.map(({ name }) => name));
  const nodes: OnnxNode[] = [];
  for (const node of model.nodes.toReversed()) {
    if (!node.outputs.some((output) => needed.has(output))) continue;
    nodes.push(node);
    for (const input of node.inputs) needed.add(input);
  }
  return { ...model, nodes: nodes.reverse(), tensors: model.tensors.filter(({ name }) => needed.has(name)) };
}

/** Suffix of the names of values in the second path. The rest of the name is the same in the first path. */
const TRAINED = '.trained';

/**
 * Adds a second path beside the original one: it repeats every node that depends on one of these constants, with the new constants.
 * Earlier nodes are computed once. The model answers with the outputs of the original, then with those of the second path.
 */
export function branch(model: OnnxModel, trained: readonly OnnxTensor[]): OnnxModel {
  const twins = new Set(trained.map(({ name }) => name));
  const named = (name: string) => (twins.has(name) ? name + TRAINED : name);
  const second: OnnxNode[] = [];
  for (const node of model.nodes) {
    if (!node.inputs.some((input) => twins.has(input))) continue;
    const inputs = node.inputs.map(named);
    for (const output of node.outputs) twins.add(output);
    second.push({ ...node, inputs, outputs: node.outputs.map(named) });
  }
  const outputs = model.outputs.filter(({ name }) => twins.has(name)).map((port) => ({ ...port, name: named(port.name) }));
  return {
    ...model,
    nodes: [...model.nodes, ...second],
    tensors: [...model.tensors, ...trained.map((tensor) => ({ ...tensor, name: tensor.name + TRAINED }))],
    outputs: [...model.outputs, ...outputs],
  };
}
