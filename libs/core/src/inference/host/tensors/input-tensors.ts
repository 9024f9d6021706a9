import { Tensor } from 'onnxruntime-node';
import { PerceptError } from '../../../kernel';
import type { LoadedModel, Port } from '../../models/runtime';
import { BYTES, DATATYPES, toDatatype, type NumberArray } from './datatypes';
import type { RequestTensor } from './request';
import { readTexts } from './texts';

/** Most elements of an input whose size the caller chooses: the network's memory and time grow with it. */
const MAX_ELEMENTS = 8 * 1024 * 1024;
/** Most pictures in one such input. */
const MAX_BATCH = 16;
/** Ratio of width to height of a text line that Percept itself gives a network. */
const LINE = 40;
/** Elements for models without pictures: a model with a trunk reads features, a model for texts rows of tokens. */
const FEATURES = 8192;
const TOKENS = 512 * 384;

/** Elements of the largest picture that Percept itself gives the model: the manifest's size, with three colours. */
export function pictureElements({ input, text }: Pick<LoadedModel['manifest'], 'input' | 'text'>): number {
  if (!input) return text ? TOKENS : FEATURES;
  const side = Math.max(input.size, ...input.looks);
  return 3 * side * (input.resize === 'line' ? input.size * LINE : Math.max(side, input.height ?? 0));
}

/** The number of elements if the caller chooses the size; 0 if the network does. */
export function freeElements({ shape }: RequestTensor, port: Port): number {
  return port.shape.every(isFixed) ? 0 : elementsIn(shape);
}

const elementsIn = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

/**
 * The tensor for an input of a network. Numbers that were sent as bytes are not copied if they are aligned: if they begin at a
 * multiple of their size.
 * @param picture elements of the model's picture.
 * @throws PerceptError INVALID_REQUEST naming the tensor: wrong datatype, shape, or count of elements.
 */
export function inputTensor(sent: RequestTensor, port: Port, picture: number): Tensor {
  const { name, datatype, shape } = sent;
  const expected = toDatatype(port.type);
  if (datatype !== expected)
    throw PerceptError.invalid(name, `has the datatype '${datatype.slice(0, 20)}'; the model takes ${expected}.`);
  checkShape(sent, port, Math.min(MAX_ELEMENTS, picture * MAX_BATCH));
  const count = elementsIn(shape);
  if (datatype === BYTES) {
    const texts = readTexts(sent, count).map((each) => Buffer.from(each).toString('utf8'));
    return new Tensor('string', texts, shape);
  }
  const kind = DATATYPES[datatype];
  if (!kind) throw PerceptError.invalid(name, `the model takes ${expected}, which Percept does not read.`);
  const values = sent.bytes ? numbersOf(sent, count) : writtenNumbers(sent, count);
  return new Tensor(kind.type, values as never, shape);
}

function checkShape(sent: RequestTensor, port: Port, most: number): void {
  const { name, shape } = sent;
  const fits = (side: number, index: number): boolean => !isFixed(port.shape[index]) || port.shape[index] === side;
  if (shape.length !== port.shape.length || !shape.every((side, index) => side > 0 && fits(side, index))) {
    const expected = port.shape.map((side) => (isFixed(side) ? side : -1)).join(', ');
    throw PerceptError.invalid(name, `has the shape [${shape.join(', ')}]; the model takes [${expected}], where -1 is any size.`);
  }
  if (freeElements(sent, port) > most)
    throw PerceptError.invalid(name, `has the shape [${shape.join(', ')}]; at most ${most} elements are taken.`);
}

function numbersOf({ name, datatype, bytes }: RequestTensor, count: number): NumberArray {
  const { array, size } = DATATYPES[datatype]!;
  if (bytes!.length !== count * size)
    throw PerceptError.invalid(name, `has ${bytes!.length} bytes of data, but its shape and ${datatype} need ${count * size}.`);
  const aligned = bytes!.byteOffset % size === 0 ? bytes! : Uint8Array.prototype.slice.call(bytes);
  return new array(aligned.buffer, aligned.byteOffset, count);
}

function writtenNumbers({ name, datatype, data }: RequestTensor, count: number): NumberArray {
  if (datatype === 'FP16') throw PerceptError.invalid(name, 'is FP16, which JSON does not carry: send binary data.');
  const values = data!.flat(Infinity);
  if (values.length !== count) throw PerceptError.invalid(name, `has ${values.length} elements, but its shape needs ${count}.`);
  const { array, whole } = DATATYPES[datatype]!;
  const numbers = new array(count);
  const isLarge = numbers instanceof BigInt64Array || numbers instanceof BigUint64Array;
  for (let index = 0; index < count; index++) {
    const value = typeof values[index] === 'boolean' && datatype === 'BOOL' ? Number(values[index]) : values[index];
    if (typeof value !== 'number' || (whole && !(Number.isInteger(value) && value >= whole[0] && value <= whole[1])))
      throw PerceptError.invalid(name, `element ${index} is ${JSON.stringify(value)?.slice(0, 40)}, which is not ${datatype}.`);
    numbers[index] = isLarge ? BigInt(value) : value;
  }
  return numbers;
}

export const isFixed = (side: number | string | undefined): side is number => typeof side === 'number' && side > 0;
