import type { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../kernel';
import { taken } from '../taken';
import type { ModelIdentity } from '../../models/runtime';
import { BYTES, toDatatype } from './datatypes';
import type { TensorRequest } from './request';
import type { WantedOutput } from './request-head';
import { packTexts } from './texts';

/** A tensor's description, without its data. */
interface TensorShape {
  name: string;
  /** The type in the words of the Open Inference Protocol, such as `FP32`. */
  datatype: string;
  /** Elements of each dimension. */
  shape: readonly number[];
}

/** The body of an inference response. */
export interface EncodedAnswer {
  /** Consecutive parts, each in its own memory: large outputs are not copied together. */
  body: readonly Uint8Array[];
  /** Bytes of the JSON at the start of the body; undefined when the whole body is JSON. */
  headLength?: number;
  outputs: TensorShape[];
}

type Outputs = Readonly<Record<string, Tensor>>;

/** @throws PerceptError INVALID_REQUEST for an output that the model does not have, or that is requested twice. */
export function checkOutputs({ outputs = [] }: TensorRequest, known: readonly string[]): void {
  const names = outputs.map(({ name }) => name);
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined)
    throw PerceptError.invalid('outputs', `the model has no output '${strange.slice(0, 60)}': it has ${known.join(', ')}.`);
  refuseTwice('outputs', names);
}

/** @throws PerceptError INVALID_REQUEST for a name that occurs twice. */
export function refuseTwice(field: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw PerceptError.invalid(field, `'${twice}' is there twice.`);
}

/**
 * Encodes the requested outputs: each in the JSON, or as bytes behind it if the request asks for that. The bytes are the tensors'
 * own memory, so nobody may use the tensors afterwards.
 */
export function encodeAnswer(request: TensorRequest, tensors: Outputs, { name, version }: ModelIdentity): EncodedAnswer {
  const wanted = request.outputs ?? Object.keys(tensors).map((each): WantedOutput => ({ name: each }));
  const chunks: Uint8Array[] = [];
  const shapes: TensorShape[] = [];
  const outputs = wanted.map(({ name: output, parameters }) => {
    const tensor = tensors[output]!;
    const shape: TensorShape = { name: output, datatype: toDatatype(tensor.type), shape: tensor.dims };
    shapes.push(shape);
    const isBinary = parameters?.binary_data ?? request.parameters?.binary_data_output ?? false;
    if (!isBinary && shape.datatype !== 'FP16') return { ...shape, data: writtenData(tensor) };
    const bytes = bytesOf(tensor, shape);
    chunks.push(bytes);
    return { ...shape, parameters: { binary_data_size: bytes.length } };
  });
  const json = JSON.stringify({ model_name: name, model_version: version, id: request.id, outputs });
  const head = Uint8Array.from(Buffer.from(json));
  if (chunks.length === 0) return { body: [head], outputs: shapes };
  return { body: [head, ...chunks], headLength: head.length, outputs: shapes };
}

/** Numbers that JSON cannot express become null. Integers beyond 2^53 lose their last digits, as in all JavaScript JSON. */
function writtenData({ data, type }: Tensor): unknown[] {
  if (type === 'bool') return Array.from(data as Uint8Array, Boolean);
  if (type === 'int64' || type === 'uint64') return Array.from(data as BigInt64Array, Number);
  return Array.from(data as ArrayLike<number | string>);
}

function bytesOf({ data }: Tensor, { datatype }: TensorShape): Uint8Array {
  if (datatype === BYTES) return Uint8Array.from(packTexts(data as string[]));
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  return taken(new Uint8Array(buffer, byteOffset, byteLength));
}
