import type { OnnxModel, OnnxTensor } from './encoding';

/**
 * Keeps only these classes of the last layer, in this order: there is less to compute, and no other class can be answered. A class
 * that the model lacks (null) gets zeros for weights.
 * @param all number of classes that the model has.
 * @throws Error if no layer has this many.
 */
export function keepClasses(model: OnnxModel, kept: readonly (number | null)[], all: number): OnnxModel {
  const isLast = ({ shape, data }: OnnxTensor) => shape.at(-1) === all && data instanceof Float32Array;
  if (!model.tensors.some(isLast)) throw new Error(`no layer has ${all} classes`);
  const tensors = model.tensors.map((tensor) => (isLast(tensor) ? columns(tensor, kept, all) : tensor));
  const outputs = model.outputs.map((port) =>
    port.shape.at(-1) === all ? { ...port, shape: [...port.shape.slice(0, -1), kept.length] } : port,
  );
  return { ...model, tensors, outputs };
}

function columns(tensor: OnnxTensor, kept: readonly (number | null)[], all: number): OnnxTensor {
  const source = tensor.data as Float32Array;
  const rows = source.length / all;
  const data = new Float32Array(rows * kept.length);
  for (let row = 0; row < rows; row++)
    kept.forEach((from, to) => (data[row * kept.length + to] = from === null ? 0 : source[row * all + from]!));
  return { ...tensor, shape: [...tensor.shape.slice(0, -1), kept.length], data };
}

/** A bias so low that no input can outweigh it. */
const NEVER = -100;

/** Makes sure that new classes (null) are never answered: their bias, if there is one, becomes far lower than all others. */
export function closeNewClasses(model: OnnxModel, kept: readonly (number | null)[]): OnnxModel {
  const tensors = model.tensors.map((tensor) => {
    if (tensor.shape.length !== 1 || tensor.shape[0] !== kept.length || !(tensor.data instanceof Float32Array)) return tensor;
    return { ...tensor, data: tensor.data.map((value, index) => (kept[index] === null ? NEVER : value)) };
  });
  return { ...model, tensors };
}
