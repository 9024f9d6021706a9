import type { Tensor } from 'onnxruntime-node';

/** An input or an output of a network. A dimension that is only known at run time is a name or negative. */
export interface Port {
  name: string;
  /** Element type, such as `float32`. */
  type: string;
  /** The size of each dimension. */
  shape: readonly (number | string)[];
}

/** A network that ONNX Runtime has loaded, in this thread or in a process of its own. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** Whether it can run no more: its process has ended. */
  readonly isOver?: boolean;
  run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}
