import type { Tensor } from 'onnxruntime-node';
import type { Port } from '../session';

/** A tensor that crosses processes. */
interface SentTensor {
  type: Tensor.Type;
  data: Tensor.DataType;
  dims: readonly number[];
}

export type SentTensors = Record<string, SentTensor>;

/** What the process of a model receives. */
export type IsolatedWork = { file: string } | { inputs: SentTensors };

/** Its answer. To a file: the network's inputs and outputs. To inputs: the result. To either: why there is none. */
export type ModelAnswer = { inputs: Port[]; outputs: Port[] } | { result: SentTensors } | { error: string };

/** Limit for the bytes of all outputs of a run. */
const MAX_SENT = 64 * 1024 * 1024;

/** @throws Error for tensors that are too large to send. */
export function sent(tensors: Readonly<Record<string, Tensor>>): SentTensors {
  const bytes = Object.values(tensors).reduce((sum, { data }) => sum + (ArrayBuffer.isView(data) ? data.byteLength : 0), 0);
  if (bytes > MAX_SENT) throw new Error(`its tensors take more than ${MAX_SENT >> 20} MB.`);
  return Object.fromEntries(Object.entries(tensors).map(([name, { type, data, dims }]) => [name, { type, data, dims }]));
}
