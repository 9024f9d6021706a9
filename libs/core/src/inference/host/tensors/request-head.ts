import { checkJsonShape, PerceptError } from '../../../kernel';

/** A tensor in the JSON of a request. */
export interface TensorJson {
  name: string;
  datatype: string;
  /** Elements of each dimension. */
  shape: number[];
  data?: unknown[];
  parameters?: { binary_data_size?: number };
}

/** An output that the caller wants. */
export interface WantedOutput {
  name: string;
  parameters?: { binary_data?: boolean };
}

/** The JSON of an inference request. */
export interface RequestHead {
  id?: string;
  inputs: TensorJson[];
  /** The wanted outputs; all when absent. */
  outputs?: WantedOutput[];
  parameters?: { binary_data_output?: boolean };
}

const MAX_TENSORS = 64;
const MAX_DIMENSIONS = 8;
/** Parameters that other servers support and Percept refuses. */
const REFUSED = ['classification', 'shared_memory_region'];

/** Most bytes of everything besides numbers: names, texts, pictures as Base64 and brackets. */
const MAX_BYTES = 16 * 1024 * 1024;

/** @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE. */
export function readRequestHead(json: Uint8Array): RequestHead {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.length);
  checkJsonShape(bytes, MAX_BYTES, 'numbers');
  let head: unknown;
  try {
    head = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw PerceptError.invalid('body', `is not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  const { id, inputs, outputs, parameters } = objectOf('body', head);
  if (id !== undefined && typeof id !== 'string') throw PerceptError.invalid('id', 'must be a text.');
  return {
    id,
    inputs: listOf('inputs', inputs).map((each, index) => readTensor(`inputs[${index}]`, each)),
    outputs: outputs === undefined ? undefined : listOf('outputs', outputs).map((each, i) => readOutput(`outputs[${i}]`, each)),
    parameters: { binary_data_output: flagOf('binary_data_output', parametersOf('parameters', parameters).binary_data_output) },
  };
}

function readTensor(field: string, value: unknown): TensorJson {
  const { name, datatype, shape, data, parameters } = objectOf(field, value);
  if (typeof datatype !== 'string') throw PerceptError.invalid(`${field}.datatype`, 'must be a text such as FP32.');
  const isSize = (side: unknown): side is number => Number.isSafeInteger(side) && (side as number) >= 0;
  if (!Array.isArray(shape) || shape.length > MAX_DIMENSIONS || !shape.every(isSize))
    throw PerceptError.invalid(
      `${field}.shape`,
      `must be a list of at most ${MAX_DIMENSIONS} whole numbers, such as [1, 3, 224, 224].`,
    );
  if (data !== undefined && !Array.isArray(data)) throw PerceptError.invalid(`${field}.data`, 'must be a list.');
  const { binary_data_size: size } = parametersOf(`${field}.parameters`, parameters);
  if (size !== undefined && !isSize(size))
    throw PerceptError.invalid(`${field}.parameters.binary_data_size`, 'must be a number of bytes.');
  return { name: nameOf(field, name), datatype, shape, data, parameters: { binary_data_size: size } };
}

function readOutput(field: string, value: unknown): WantedOutput {
  const { name, parameters } = objectOf(field, value);
  const flag = flagOf(`${field}.parameters.binary_data`, parametersOf(`${field}.parameters`, parameters).binary_data);
  return { name: nameOf(field, name), parameters: { binary_data: flag } };
}

function nameOf(field: string, name: unknown): string {
  if (typeof name === 'string' && name !== '') return name;
  throw PerceptError.invalid(`${field}.name`, 'must be the name of a tensor.');
}

function parametersOf(field: string, value: unknown = {}): Record<string, unknown> {
  const parameters = objectOf(field, value);
  const refused = REFUSED.find((each) => parameters[each] !== undefined);
  if (refused) throw PerceptError.invalid(`${field}.${refused}`, 'is not answered here: leave it out.');
  return parameters;
}

function flagOf(field: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw PerceptError.invalid(field, 'must be true or false.');
}

function objectOf(field: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw PerceptError.invalid(field, 'must be an object.');
}

function listOf(field: string, value: unknown): unknown[] {
  if (Array.isArray(value) && value.length > 0 && value.length <= MAX_TENSORS) return value;
  throw PerceptError.invalid(field, `must be a list of 1 to ${MAX_TENSORS} tensors.`);
}
