import { PbfReader } from 'pbf';
import {
  ELEMENT_CODE,
  type OnnxAttribute,
  type OnnxElement,
  type OnnxModel,
  type OnnxNode,
  type OnnxPort,
  type OnnxTensor,
} from './encoding';

const NUMBERS = { float32: Float32Array, uint8: Uint8Array, int8: Int8Array, int32: Int32Array };

/**
 * Reads an .onnx file; field numbers are those of onnx.proto. Constant nodes become tensors.
 * @throws Error naming unsupported content: subgraphs, custom operators, unusual element types.
 */
export function decodeModel(bytes: Uint8Array): OnnxModel {
  const model: OnnxModel = { nodes: [], tensors: [], inputs: [], outputs: [], producer: '' };
  new PbfReader(bytes).readFields((field, _, reader) => {
    if (field === 2) model.producer = reader.readString();
    else if (field === 7) reader.readMessage(readGraph, model);
    else if (field === 8) reader.readMessage(readOpset, model);
  }, model);
  return model;
}

function readOpset(field: number, model: OnnxModel, reader: PbfReader): void {
  if (field === 1 && reader.readString() !== '') throw new Error('operators outside ONNX are not read');
  if (field === 2) model.opset = reader.readVarint();
}

function readGraph(field: number, model: OnnxModel, reader: PbfReader): void {
  if (field === 1) addNode(model, reader);
  else if (field === 5) model.tensors.push(readTensor(reader));
  else if (field === 11) model.inputs.push(readPort(reader));
  else if (field === 12) model.outputs.push(readPort(reader));
}

function addNode(model: OnnxModel, reader: PbfReader): void {
  const node: OnnxNode = { operator: '', inputs: [], outputs: [], attributes: {} };
  const constants: OnnxTensor[] = [];
  reader.readMessage((field) => {
    if (field === 1) node.inputs.push(reader.readString());
    else if (field === 2) node.outputs.push(reader.readString());
    else if (field === 4) node.operator = reader.readString();
    else if (field === 5) readAttribute(node, constants, reader);
  }, node);
  if (node.operator === 'Constant') model.tensors.push({ ...constants[0]!, name: node.outputs[0]! });
  else model.nodes.push(node);
}

function readAttribute(node: OnnxNode, constants: OnnxTensor[], reader: PbfReader): void {
  let name = '';
  let value: OnnxAttribute | undefined;
  const integers: number[] = [];
  reader.readMessage((field) => {
    if (field === 1) name = reader.readString();
    else if (field === 2) value = { float: reader.readFloat() };
    else if (field === 3) value = reader.readVarint(true);
    else if (field === 4) value = reader.readString();
    else if (field === 5) constants.push(readTensor(reader));
    else if (field === 8) value = reader.readPackedVarint(integers, true);
  }, node);
  if (value !== undefined) node.attributes[name] = value;
  else if (constants.length === 0) throw new Error(`the attribute '${name}' of a ${node.operator} is of a kind that is not read`);
}

function readTensor(reader: PbfReader): OnnxTensor {
  const tensor = {
    name: '',
    shape: [] as number[],
    code: 0,
    raw: new Uint8Array(0),
    floats: [] as number[],
    integers: [] as number[],
  };
  reader.readMessage((field) => {
    if (field === 1) reader.readPackedVarint(tensor.shape);
    else if (field === 2) tensor.code = reader.readVarint();
    else if (field === 4) reader.readPackedFloat(tensor.floats);
    else if (field === 5 || field === 7) reader.readPackedVarint(tensor.integers, true);
    else if (field === 8) tensor.name = reader.readString();
    // A copy, because the bytes lie anywhere in the file and numbers must lie at multiples of their size.
    else if (field === 9) tensor.raw = Uint8Array.from(reader.readBytes());
  }, tensor);
  const { name, shape, raw } = tensor;
  const element = elementOf(tensor.code);
  if (element === 'int64') {
    const data = raw.length > 0 ? new BigInt64Array(raw.buffer) : BigInt64Array.from(tensor.integers, BigInt);
    return { name, element, shape, data };
  }
  if (element in NUMBERS) {
    const Numbers = NUMBERS[element as keyof typeof NUMBERS];
    const listed = element === 'float32' ? tensor.floats : tensor.integers;
    return { name, element, shape, data: raw.length > 0 ? new Numbers(raw.buffer) : Numbers.from(listed) };
  }
  throw new Error(`a constant of ${element} numbers is not read`);
}

function elementOf(code: number): OnnxElement {
  const found = Object.entries(ELEMENT_CODE).find(([, each]) => each === code);
  if (!found) throw new Error(`numbers of the kind ${code} are not read`);
  return found[0] as OnnxElement;
}

function readPort(reader: PbfReader): OnnxPort {
  const port: OnnxPort = { name: '', element: 'float32', shape: [] };
  const readDimension = (): void => {
    let size: number | string = `axis_${port.shape.length}`;
    reader.readMessage((field) => {
      if (field === 1) size = reader.readVarint();
      else if (field === 2) size = reader.readString();
    }, port);
    port.shape.push(size);
  };
  const readTensorType = (field: number): void => {
    if (field === 1) port.element = elementOf(reader.readVarint());
    else if (field === 2) reader.readMessage((each) => void (each === 1 && readDimension()), port);
  };
  reader.readMessage((field) => {
    if (field === 1) port.name = reader.readString();
    else if (field === 2) reader.readMessage((each) => void (each === 1 && reader.readMessage(readTensorType, port)), port);
  }, port);
  return port;
}
