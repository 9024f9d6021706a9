import type { Tensor } from 'onnxruntime-node';

/** An input or an output of a network. A dimension known only at run time is a name or negative. */
export interface Port {
  name: string;
  /** Element type, such as `float32`. */
  type: string;
  /** The size of each dimension. */
  shape: readonly (number | string)[];
}

/** A network that ONNX Runtime has loaded, in this thread or in its own process. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** Whether the session can run no more, since its process has ended. */
  readonly isOver?: boolean;
  /** Computes the outputs, by their names. @throws Error if an input does not fit. */
  run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>>;
  /** Frees the memory of the network; the session cannot be used afterwards. */
  release(): Promise<void>;
}
