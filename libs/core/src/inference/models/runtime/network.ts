import { Tensor } from 'onnxruntime-node';
import type { NativeGate } from './native-gate';
import { openSession, type Port } from './session';

/** Numbers with their shape, as ONNX Runtime has them: `data` holds the product of `dims` elements, the last dimension fastest. */
export interface NetworkTensor {
  /** Element type, such as `float32` or `uint8`. */
  type: Tensor.Type;
  dims: readonly number[];
  data: Tensor.DataType;
}

/** An ONNX file of a plugin's own, whatever it computes. */
export interface Network {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** Blocks the thread while it runs. @throws Error where a tensor does not fit. */
  run(inputs: Readonly<Record<string, NetworkTensor>>): Promise<Record<string, NetworkTensor>>;
}

const tensorOf = ({ type, data, dims }: NetworkTensor): Tensor => new Tensor(type, data, [...dims]);

/** @throws Error where the file is no model that ONNX Runtime can load. */
export async function openNetwork(file: string, gate: NativeGate): Promise<Network> {
  const session = await openSession(file, file, gate);
  const { inputs, outputs } = session;
  return {
    inputs,
    outputs,
    run: async (inputs) => {
      const tensors = Object.entries(inputs).map(([name, each]): [string, Tensor] => [name, tensorOf(each)]);
      return { ...(await session.run(Object.fromEntries(tensors))) };
    },
  };
}
