/** Reading an array of `shape` with its axes in `order`; `result` is the shape that the outcome is given. */
export interface Permutation {
    shape: number[];
    order: number[];
    result: number[];
}
export declare const halfTensorFits: (length: number) => boolean;
/** The axes as they are. */
export declare function unchanged(shape: number[]): Permutation;
export declare function reordered(shape: number[], order: number[]): Permutation;
/** A copy of row-major `data` with its axes in another order. */
export declare function permute<T extends Float32Array | Int32Array | Uint8Array | Uint16Array>(data: T, axes: Permutation): T;
