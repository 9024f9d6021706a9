/** An axis of the input whose size is decided by each call. */
export type DynamicAxis = 'batch' | 'height' | 'width';

/** How the converted model takes its image: as N H W C, in the input `images`. */
export interface InputOptions {
  /** `uint8`: raw pixels; the graph itself computes pixel × scale + bias. */
  type: 'uint8' | 'float32';
  scale: number;
  bias: number;
  dynamic: DynamicAxis[];
}

export interface OutputOptions {
  /** Node of the TensorFlow.js graph. Nodes that only come after it are cut off. */
  node: string;
  /** Name of the output in the ONNX model. */
  name: string;
  /** `NCHW`: four axes with the channels before rows and columns. */
  layout: 'NCHW' | 'NHWC';
  /** `mean`: the mean over rows and columns, one number per channel. */
  pool?: 'mean';
}

export interface ConversionOptions {
  /** The graph's .json file; its weights lie beside it. */
  file: string;
  /** The .json file of the nodes, if `file` only lists weights. */
  topology?: string;
  input: InputOptions;
  outputs: OutputOptions[];
}
