import type { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../kernel';
import type { ModelIdentity } from '../../models/runtime';
import { BYTES, datatypeOf } from './datatypes';
import type { TensorRequest } from './request';
import type { WantedOutput } from './request-head';
import { packTexts } from './texts';

/** What a tensor is, without its data. */
export interface TensorShape {
  name: string;
  /** Of the Open Inference Protocol: `FP32`. */
  datatype: string;
  /** Elements of each dimension. */
  shape: readonly number[];
}

/** The body of an inference response. */
export interface EncodedAnswer {
  body: Uint8Array;
  /** Bytes of the JSON at its start; undefined where all of it is JSON. */
  headLength?: number;
  outputs: TensorShape[];
}

type Outputs = Readonly<Record<string, Tensor>>;

/** @throws PerceptError INVALID_REQUEST for an output that the model does not have. */
export function checkOutputs({ outputs }: TensorRequest, known: readonly string[]): void {
  const strange = outputs?.find(({ name }) => !known.includes(name));
  if (strange)
    throw PerceptError.invalid('outputs', `the model has no output '${strange.name.slice(0, 60)}': it has ${known.join(', ')}.`);
}

/** The outputs that were asked for: each in the JSON, or as bytes behind it where that was asked for. */
export function encodeAnswer(request: TensorRequest, tensors: Outputs, { name, version }: ModelIdentity): EncodedAnswer {
  const wanted = request.outputs ?? Object.keys(tensors).map((each): WantedOutput => ({ name: each }));
  const chunks: Uint8Array[] = [];
  const shapes: TensorShape[] = [];
  const outputs = wanted.map(({ name: output, parameters }) => {
    const tensor = tensors[output]!;
    const shape: TensorShape = { name: output, datatype: datatypeOf(tensor.type), shape: tensor.dims };
    shapes.push(shape);
    const isBinary = parameters?.binary_data ?? request.parameters?.binary_data_output ?? false;
    if (!isBinary && shape.datatype !== 'FP16') return { ...shape, data: writtenData(tensor) };
    const bytes = bytesOf(tensor, shape);
    chunks.push(bytes);
    return { ...shape, parameters: { binary_data_size: bytes.length } };
  });
  const head = Buffer.from(JSON.stringify({ model_name: name, model_version: version, id: request.id, outputs }));
  if (chunks.length === 0) return { body: Uint8Array.from(head), outputs: shapes };
  return { body: joined([head, ...chunks]), headLength: head.length, outputs: shapes };
}

/** Numbers that JSON does not know are null; wholes beyond 2^53 lose their last digits, as in every JSON of JavaScript. */
function writtenData({ data, type }: Tensor): unknown[] {
  if (type === 'bool') return Array.from(data as Uint8Array, Boolean);
  if (type === 'int64' || type === 'uint64') return Array.from(data as BigInt64Array, Number);
  return Array.from(data as ArrayLike<number | string>);
}

function bytesOf({ data }: Tensor, { datatype }: TensorShape): Uint8Array {
  if (datatype === BYTES) return packTexts(data as string[]);
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** In memory of its own, which can move to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
