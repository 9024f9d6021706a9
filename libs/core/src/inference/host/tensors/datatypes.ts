/** A datatype of the Open Inference Protocol: its name in ONNX Runtime, and how its elements lie in memory. */
interface Datatype {
  /** The name in ONNX Runtime. */
  type:
    | 'bool'
    | 'uint8'
    | 'uint16'
    | 'uint32'
    | 'uint64'
    | 'int8'
    | 'int16'
    | 'int32'
    | 'int64'
    | 'float16'
    | 'float32'
    | 'float64';
  /** Bytes per element. */
  size: 1 | 2 | 4 | 8;
  array: TypedArrayClass;
  /** The range of an integer type; absent for floats. */
  whole?: [least: number, most: number];
}

export type NumberArray =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array;

interface TypedArrayClass {
  new (length: number): NumberArray;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): NumberArray;
}

const bits = (count: number): [number, number] => [-(2 ** (count - 1)), 2 ** (count - 1) - 1];
const SAFE = Number.MAX_SAFE_INTEGER;

/** Datatypes by the protocol's name, except `BYTES`, whose elements differ in length. */
export const DATATYPES: Readonly<Record<string, Datatype>> = {
  BOOL: { type: 'bool', size: 1, array: Uint8Array, whole: [0, 1] },
  UINT8: { type: 'uint8', size: 1, array: Uint8Array, whole: [0, 2 ** 8 - 1] },
  UINT16: { type: 'uint16', size: 2, array: Uint16Array, whole: [0, 2 ** 16 - 1] },
  UINT32: { type: 'uint32', size: 4, array: Uint32Array, whole: [0, 2 ** 32 - 1] },
  UINT64: { type: 'uint64', size: 8, array: BigUint64Array, whole: [0, SAFE] },
  INT8: { type: 'int8', size: 1, array: Int8Array, whole: bits(8) },
  INT16: { type: 'int16', size: 2, array: Int16Array, whole: bits(16) },
  INT32: { type: 'int32', size: 4, array: Int32Array, whole: bits(32) },
  INT64: { type: 'int64', size: 8, array: BigInt64Array, whole: [-SAFE, SAFE] },
  FP16: { type: 'float16', size: 2, array: Uint16Array },
  FP32: { type: 'float32', size: 4, array: Float32Array },
  FP64: { type: 'float64', size: 8, array: Float64Array },
};

export const BYTES = 'BYTES';

/** The protocol's name of an element type of ONNX Runtime: `FP32` for `float32`. */
export function toDatatype(type: string): string {
  if (type === 'string') return BYTES;
  return Object.entries(DATATYPES).find(([, each]) => each.type === type)?.[0] ?? type.toUpperCase();
}
