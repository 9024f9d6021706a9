import { readFileSync } from 'node:fs';

/** The tensors of a weights file by name. The file is in the safetensors format: length, JSON header, plain little-endian data. */
export interface Weights {
  /** The trainer's description of its run: sets, temperatures, scales. */
  readonly metadata: Readonly<Record<string, string>>;
  int8(name: string): Int8Array;
  uint32(name: string): Uint32Array;
  float32(name: string): Float32Array;
}

type Plain = Int8Array | Uint32Array | Float32Array;
const DTYPES = { I8: Int8Array, U32: Uint32Array, F32: Float32Array } as const;
type Dtype = keyof typeof DTYPES;

interface Entry {
  dtype: Dtype;
  shape: number[];
  data_offsets: [number, number];
}

/** @throws Error if the file is missing, or is not a complete safetensors file. */
export function readSafetensors(file: string): Weights {
  const bytes = readFileSync(file);
  const headerEnd = bytes.length >= 8 ? 8 + Number(bytes.readBigUInt64LE(0)) : Infinity;
  if (headerEnd > bytes.length) throw new Error(`${file} is not a safetensors file, or is truncated.`);
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(bytes.toString('utf8', 8, headerEnd)) as Record<
    string,
    Entry
  > & {
    __metadata__?: Record<string, string>;
  };
  const numbers = <D extends Dtype>(name: string, dtype: D): InstanceType<(typeof DTYPES)[D]> => {
    const entry = entries[name];
    if (entry?.dtype !== dtype) throw new Error(`${file} holds no ${dtype} numbers called '${name}'.`);
    const [start, end] = entry.data_offsets;
    if (headerEnd + end > bytes.length) throw new Error(`${file} is cut off in '${name}'.`);
    const copy = Uint8Array.prototype.slice.call(bytes, headerEnd + start, headerEnd + end);
    return new DTYPES[dtype](copy.buffer) as InstanceType<(typeof DTYPES)[D]>;
  };
  return {
    metadata,
    int8: (name) => numbers(name, 'I8'),
    uint32: (name) => numbers(name, 'U32'),
    float32: (name) => numbers(name, 'F32'),
  };
}

/** The bytes of a safetensors file; the same numbers always give the same bytes. */
export function encodeWeights(tensors: Record<string, Plain>, metadata: Record<string, string>): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let at = 0;
  for (const [name, data] of Object.entries(tensors)) {
    const dtype = (Object.keys(DTYPES) as Dtype[]).find((each) => data instanceof DTYPES[each])!;
    header[name] = { dtype, shape: [data.length], data_offsets: [at, (at += data.byteLength)] } satisfies Entry;
  }
  const plain = Buffer.from(JSON.stringify(header));
  const text = Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8, ' ')]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const parts = Object.values(tensors).map((data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  return Buffer.concat([length, text, ...parts]);
}
