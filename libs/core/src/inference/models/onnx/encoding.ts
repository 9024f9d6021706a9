import { PbfWriter } from 'pbf';

/** Element types by their number in onnx.proto. */
export const ELEMENT_CODE = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10 } as const;
export type OnnxElement = keyof typeof ELEMENT_CODE;

/** An integer, a list of integers, a text, or a float (wrapped: JavaScript cannot tell 1.0 from 1). */
export type OnnxAttribute = number | number[] | string | { float: number };

export interface OnnxNode {
  operator: string;
  inputs: string[];
  outputs: string[];
  attributes: Record<string, OnnxAttribute>;
}

export interface OnnxTensor {
  name: string;
  element: OnnxElement;
  shape: number[];
  data: ArrayBufferView;
}

/** An input or output of the model. A text in the shape names a size that is known only at run time. */
export interface OnnxPort {
  name: string;
  element: OnnxElement;
  shape: (number | string)[];
}

export interface OnnxModel {
  nodes: OnnxNode[];
  tensors: OnnxTensor[];
  inputs: OnnxPort[];
  outputs: OnnxPort[];
  producer: string;
  /** Version of ONNX's operators; default: 17. */
  opset?: number;
}

const OPSET = 17;
const IR_VERSION = 8;
const ATTRIBUTE_KIND = { float: 1, int: 2, string: 3, ints: 7 };

/** Encodes an .onnx file; field numbers are those of onnx.proto. Equal models give equal bytes. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarintField(1, IR_VERSION);
  writer.writeStringField(2, model.producer);
  writer.writeMessage(7, writeGraph, model);
  writer.writeMessage(8, writeOpset, model.opset ?? OPSET);
  return writer.finish();
}

function writeOpset(version: number, writer: PbfWriter): void {
  writer.writeStringField(1, '');
  writer.writeVarintField(2, version);
}

function writeGraph(model: OnnxModel, writer: PbfWriter): void {
  for (const node of model.nodes) writer.writeMessage(1, writeNode, node);
  writer.writeStringField(2, 'graph');
  for (const tensor of model.tensors) writer.writeMessage(5, writeTensor, tensor);
  for (const port of model.inputs) writer.writeMessage(11, writePort, port);
  for (const port of model.outputs) writer.writeMessage(12, writePort, port);
}

function writeNode(node: OnnxNode, writer: PbfWriter): void {
  for (const input of node.inputs) writer.writeStringField(1, input);
  for (const output of node.outputs) writer.writeStringField(2, output);
  writer.writeStringField(3, node.outputs[0]!);
  writer.writeStringField(4, node.operator);
  for (const attribute of Object.entries(node.attributes)) writer.writeMessage(5, writeAttribute, attribute);
}

function writeAttribute([name, value]: [string, OnnxAttribute], writer: PbfWriter): void {
  writer.writeStringField(1, name);
  if (typeof value === 'number') {
    writer.writeVarintField(3, value);
    writer.writeVarintField(20, ATTRIBUTE_KIND.int);
  } else if (typeof value === 'string') {
    writer.writeStringField(4, value);
    writer.writeVarintField(20, ATTRIBUTE_KIND.string);
  } else if (Array.isArray(value)) {
    for (const each of value) writer.writeVarintField(8, each);
    writer.writeVarintField(20, ATTRIBUTE_KIND.ints);
  } else {
    writer.writeFloatField(2, value.float);
    writer.writeVarintField(20, ATTRIBUTE_KIND.float);
  }
}

/** A message of a graph's field 5. */
export function writeTensor(tensor: OnnxTensor, writer: PbfWriter): void {
  for (const size of tensor.shape) writer.writeVarintField(1, size);
  writer.writeVarintField(2, ELEMENT_CODE[tensor.element]);
  writer.writeStringField(8, tensor.name);
  writer.writeBytesField(9, new Uint8Array(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength));
}

function writePort(port: OnnxPort, writer: PbfWriter): void {
  writer.writeStringField(1, port.name);
  writer.writeMessage(2, writeType, port);
}

function writeType(port: OnnxPort, writer: PbfWriter): void {
  writer.writeMessage(1, writeTensorType, port);
}

function writeTensorType(port: OnnxPort, writer: PbfWriter): void {
  writer.writeVarintField(1, ELEMENT_CODE[port.element]);
  writer.writeMessage(2, writeShape, port.shape);
}

function writeShape(shape: (number | string)[], writer: PbfWriter): void {
  for (const size of shape) writer.writeMessage(1, writeDimension, size);
}

function writeDimension(size: number | string, writer: PbfWriter): void {
  if (typeof size === 'string') writer.writeStringField(2, size);
  else writer.writeVarintField(1, size);
}
