import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** IEEE 754 half precision → single precision; exact for every value. */
function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Table of all 65,536 half values: a lookup is ten times faster than computing, and models have millions of weights. */
function halfTable(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, half) => halfToFloat(half));
}

type ElementType = 'float32' | 'int32' | 'bool';

/** One entry of TensorFlow.js's `weightsManifest`. */
export interface WeightGroup {
  paths: string[];
  weights: WeightEntry[];
}

interface WeightEntry {
  name: string;
  shape: number[];
  dtype: string;
  quantization?: { dtype: string; scale?: number; min?: number };
}

/** A constant of the graph, in TensorFlow's axis order. */
export interface Weight {
  name: string;
  shape: number[];
  type: ElementType;
  values: Float32Array | Int32Array | Uint8Array;
  /** The stored half-precision values, if the file has them. They go into the ONNX file unchanged. */
  halves?: Uint16Array;
}

const BYTES: Record<string, number> = { float32: 4, int32: 4, uint16: 2, float16: 2, uint8: 1, bool: 1 };

/**
 * Reads the weight files that lie beside a TensorFlow.js graph.
 * @throws Error naming the file if it is missing, shorter or longer than the graph says, or of an unknown type.
 */
export function readGraphWeights(groups: WeightGroup[], folder: string): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  const table = halfTable();
  for (const group of groups) {
    const files = group.paths.map((path) => join(folder, path));
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    checkLength(group, bytes.length, files);
    let offset = 0;
    for (const entry of group.weights) {
      const length = byteLength(entry);
      weights.set(entry.name, decode(entry, copy(bytes, offset, length), table));
      offset += length;
    }
  }
  return weights;
}

function checkLength(group: WeightGroup, found: number, files: string[]): void {
  const expected = group.weights.reduce((sum, entry) => sum + byteLength(entry), 0);
  if (found === expected) return;
  throw new Error(
    `${files.join(', ')} has ${found} bytes, but its graph describes weights of ${expected} bytes: the file is damaged, install its package again.`,
  );
}

function byteLength(entry: WeightEntry): number {
  const stored = entry.quantization?.dtype ?? entry.dtype;
  const size = BYTES[stored];
  if (size === undefined)
    throw new Error(`The weight '${entry.name}' is stored as '${stored}', which the converter does not know.`);
  return size * entry.shape.reduce((product, size) => product * size, 1);
}

/** Typed arrays need their own aligned bytes. */
function copy(bytes: Buffer, offset: number, length: number): ArrayBuffer {
  return new Uint8Array(bytes.subarray(offset, offset + length)).buffer;
}

function decode(entry: WeightEntry, bytes: ArrayBuffer, table: Float32Array): Weight {
  const { name, shape, dtype } = entry;
  const type = dtype as ElementType;
  const quantization = entry.quantization;
  if (quantization?.dtype === 'float16') {
    const halves = new Uint16Array(bytes);
    return { name, shape, type, values: Float32Array.from(halves, (half) => table[half]!), halves };
  }
  if (quantization) {
    const stored = quantization.dtype === 'uint8' ? new Uint8Array(bytes) : new Uint16Array(bytes);
    const { scale = 1, min = 0 } = quantization;
    const restore = (value: number) => value * scale + min;
    const values =
      type === 'int32' ? Int32Array.from(stored, (value) => Math.round(restore(value))) : Float32Array.from(stored, restore);
    return { name, shape, type, values };
  }
  if (type === 'int32') return { name, shape, type, values: new Int32Array(bytes) };
  return { name, shape, type, values: type === 'bool' ? new Uint8Array(bytes) : new Float32Array(bytes) };
}
