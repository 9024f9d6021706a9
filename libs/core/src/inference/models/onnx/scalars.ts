import type { OnnxModel } from './encoding';

/** The model's constants that hold a single float, by name. */
export function readScalars({ tensors }: OnnxModel): Map<string, number> {
  const scalars = tensors.filter(({ data }) => data instanceof Float32Array && data.length === 1);
  return new Map(scalars.map(({ name, data }) => [name, (data as Float32Array)[0]!]));
}
