/** Reads an array of `shape` with its axes in `order`. The outcome gets the shape `result`. */
export interface Permutation {
  shape: number[];
  order: number[];
  result: number[];
}

/** Under this size a half tensor and its Cast take more room than they save. */
const SMALLEST_HALF_TENSOR = 65;
export const halfTensorFits = (length: number) => length >= SMALLEST_HALF_TENSOR;

/** The axes as they are. */
export function identityPermutation(shape: number[]): Permutation {
  return { shape, order: shape.map((_, axis) => axis), result: shape };
}

export function reordered(shape: number[], order: number[]): Permutation {
  return { shape, order, result: order.map((axis) => shape[axis]!) };
}

/** A copy of row-major `data` with its axes in another order. */
export function permute<T extends Float32Array | Int32Array | Uint8Array | Uint16Array>(data: T, axes: Permutation): T {
  const { shape, order } = axes;
  const steps = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  const sizes = order.map((axis) => shape[axis]!);
  const strides = order.map((axis) => steps[axis]!);
  const target = data.slice() as T;
  let next = 0;
  const walk = (depth: number, offset: number): void => {
    if (depth === sizes.length) {
      target[next++] = data[offset]!;
      return;
    }
    for (let index = 0; index < sizes[depth]!; index++) walk(depth + 1, offset + index * strides[depth]!);
  };
  walk(0, 0);
  return target;
}
