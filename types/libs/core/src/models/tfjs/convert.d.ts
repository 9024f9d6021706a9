import type { ConversionOptions } from './options';
/** Raised whenever equal input would give another ONNX file: prepared models are converted again. */
export declare const CONVERTER_VERSION = 2;
/**
 * Converts a TensorFlow.js graph model to ONNX (opset 17).
 * @returns the bytes of the .onnx file: input `images`, outputs by the names asked for. Equal input gives equal bytes.
 * @throws Error naming file, node and operator where the graph cannot be converted, or the file where it is damaged.
 */
export declare function convertGraph(options: ConversionOptions): Uint8Array;
