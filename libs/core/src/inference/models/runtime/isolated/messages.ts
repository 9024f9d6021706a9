import type { Tensor } from 'onnxruntime-node';
import type { Port } from '../session';

/** A tensor that crosses processes. */
export interface SentTensor {
  type: Tensor.Type;
  data: Tensor.DataType;
  dims: readonly number[];
}

export type SentTensors = Record<string, SentTensor>;

/** What is sent to the process of a model. */
export type ModelTask = { file: string } | { inputs: SentTensors };

/** Its answer: to the file what the network takes and gives, to inputs the outputs, or why there are none. */
export type ModelAnswer = { inputs: Port[]; outputs: Port[] } | { result: SentTensors } | { error: string };

/** Bytes of all outputs of a run. */
const MAX_SENT = 64 * 1024 * 1024;

/** @throws Error for tensors that are too large to send. */
export function sent(tensors: Readonly<Record<string, Tensor>>): SentTensors {
  const bytes = Object.values(tensors).reduce((sum, { data }) => sum + (ArrayBuffer.isView(data) ? data.byteLength : 0), 0);
  if (bytes > MAX_SENT) throw new Error(`its tensors take more than ${MAX_SENT >> 20} MB.`);
  return Object.fromEntries(Object.entries(tensors).map(([name, { type, data, dims }]) => [name, { type, data, dims }]));
}
