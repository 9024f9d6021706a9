import { Tensor } from 'onnxruntime-node';
import type { NativeGate } from './native-gate';
import { openSession } from './open-session';
import type { Port, Session } from './session';

/** Numbers with a shape, as in ONNX Runtime. `data` has as many elements as the product of `dims`; the last dimension varies fastest. */
export interface NetworkTensor {
  /** Element type, such as `float32` or `uint8`. */
  type: Tensor.Type;
  /** The size of each dimension. */
  dims: readonly number[];
  /** A typed array of the element type. */
  data: Tensor.DataType;
}

/** A loaded ONNX file. */
export interface Network {
  /** The inputs that `run` needs. */
  readonly inputs: readonly Port[];
  /** The outputs that `run` returns. */
  readonly outputs: readonly Port[];
  /** Runs the network on tensors by input name; returns tensors by output name. Blocks the thread. @throws Error when a tensor does not fit. */
  run(inputs: Readonly<Record<string, NetworkTensor>>): Promise<Record<string, NetworkTensor>>;
}

const tensorOf = ({ type, data, dims }: NetworkTensor): Tensor => new Tensor(type, data, [...dims]);

/** @throws Error when ONNX Runtime cannot load the file. */
export const openNetwork = async (file: string, gate: NativeGate): Promise<Network> =>
  networkOn(await openSession(file, file, gate));

/** Wraps a session so that it takes plain objects instead of ONNX Runtime's tensors. */
export function networkOn(session: Session): Network {
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
