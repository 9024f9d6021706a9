/** Element types by their number in onnx.proto. */
export declare const ELEMENT_CODE: {
    readonly float32: 1;
    readonly uint8: 2;
    readonly int32: 6;
    readonly int64: 7;
    readonly bool: 9;
    readonly float16: 10;
};
export type OnnxElement = keyof typeof ELEMENT_CODE;
/** An integer, a list of integers, a text, or a float (wrapped: JavaScript cannot tell 1.0 from 1). */
export type OnnxAttribute = number | number[] | string | {
    float: number;
};
export interface OnnxNode {
    operator: string;
    inputs: string[];
    outputs: string[];
    attributes: Record<string, OnnxAttribute>;
}
export interface OnnxTensor {
    name: string;
    element: OnnxElement;
    shape: number[];
    data: ArrayBufferView;
}
/** An input or output of the model; a text is the name of a size that is known only when it runs. */
export interface OnnxPort {
    name: string;
    element: OnnxElement;
    shape: (number | string)[];
}
export interface OnnxModel {
    nodes: OnnxNode[];
    tensors: OnnxTensor[];
    inputs: OnnxPort[];
    outputs: OnnxPort[];
    producer: string;
    /** Version of ONNX's operators; 17 where it is absent. */
    opset?: number;
}
/** The bytes of an .onnx file; field numbers are those of onnx.proto. Equal models give equal bytes. */
export declare function encodeModel(model: OnnxModel): Uint8Array;
