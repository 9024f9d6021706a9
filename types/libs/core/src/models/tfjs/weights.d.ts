export type ElementType = 'float32' | 'int32' | 'bool';
/** One entry of TensorFlow.js's `weightsManifest`. */
export interface WeightGroup {
    paths: string[];
    weights: WeightEntry[];
}
interface WeightEntry {
    name: string;
    shape: number[];
    dtype: string;
    quantization?: {
        dtype: string;
        scale?: number;
        min?: number;
    };
}
/** A constant of the graph, in TensorFlow's axis order. */
export interface Weight {
    name: string;
    shape: number[];
    type: ElementType;
    values: Float32Array | Int32Array | Uint8Array;
    /** The stored halves, where the file holds half precision: they are written to ONNX as they are. */
    halves?: Uint16Array;
}
/**
 * Reads the weight files that lie beside a TensorFlow.js graph.
 * @throws Error naming the file where it is missing, shorter or longer than the graph says, or of an unknown type.
 */
export declare function readWeights(groups: WeightGroup[], folder: string): Map<string, Weight>;
export {};
