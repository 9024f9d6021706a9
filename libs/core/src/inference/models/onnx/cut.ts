import { PbfReader } from 'pbf';

/** The part of a network between these values. */
interface NetworkPart {
  inputs: readonly string[];
  outputs: readonly string[];
}

/** A field of a message, as it lies in the file. */
interface Field {
  number: number;
  raw: Uint8Array;
  /** Content of a field with bytes, without tag and length. */
  value: Uint8Array;
}

// Field numbers from onnx.proto.
const MODEL = { graph: 7 };
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12, sparse: 15 };
const NODE = { input: 1, output: 2, attribute: 5 };
const ATTRIBUTE = { graph: 6, graphs: 11 };
const TENSOR_NAME = 8;
const PORT_NAME = 1;
const BYTES = 2;

/**
 * Cuts out the network that computes the outputs from the inputs, with unchanged weights. Intermediate values may be its inputs.
 * @throws Error if something else is needed.
 */
export function cutNetwork(bytes: Uint8Array, part: NetworkPart): { bytes: Uint8Array; nodes: number; hasBranches: boolean } {
  const model = fieldsOf(bytes);
  const graph = fieldsOf(model.find(({ number }) => number === MODEL.graph)!.value);
  const { nodes, needed } = nodesFor(graph, part);
  const weights = graph.filter(({ number, value }) => number === GRAPH.initializer && needed.has(nameIn(value, TENSOR_NAME)));
  const isMade = new Set([...weights.map(({ value }) => nameIn(value, TENSOR_NAME)), ...part.inputs, ...nodes.flatMap(madeBy)]);
  const missing = [...needed].find((name) => name !== '' && !isMade.has(name));
  if (missing !== undefined) throw new Error(`${part.outputs.join(', ')} cannot be made without '${missing}'`);
  const ports = [
    ...part.inputs.map((name) => portOf(graph, name, GRAPH.input)),
    ...part.outputs.map((name) => portOf(graph, name, GRAPH.output)),
  ];
  const name = graph.filter(({ number }) => number === GRAPH.name);
  const kept = [...nodes.map(({ raw }) => raw), ...[...name, ...weights].map(({ raw }) => raw), ...ports];
  const others = model.filter(({ number }) => number !== MODEL.graph).map(({ raw }) => raw);
  return {
    bytes: Buffer.concat([...others, ...field(MODEL.graph, kept)]),
    nodes: nodes.length,
    hasBranches: nodes.some((node) => attributes(node).some(isBranch)),
  };
}

function nodesFor(graph: readonly Field[], part: NetworkPart): { nodes: Field[]; needed: Set<string> } {
  const needed = new Set(part.outputs);
  const given = new Set(part.inputs);
  const nodes: Field[] = [];
  for (const node of graph.filter(({ number }) => number === GRAPH.node).reverse()) {
    if (!madeBy(node).some((name) => needed.has(name) && !given.has(name))) continue;
    nodes.push(node);
    for (const name of readBy(node.value)) needed.add(name);
  }
  return { nodes: nodes.reverse(), needed };
}

const madeBy = ({ value }: Field): string[] => textsIn(fieldsOf(value), NODE.output);
const attributes = ({ value }: Field): Field[] =>
  fieldsOf(value)
    .filter(({ number }) => number === NODE.attribute)
    .flatMap((attribute) => fieldsOf(attribute.value));
const isBranch = ({ number }: Field): boolean => number === ATTRIBUTE.graph || number === ATTRIBUTE.graphs;

/** The inputs of a node, and the outside values that its branches read. */
function readBy(node: Uint8Array): string[] {
  const fields = fieldsOf(node);
  const branches = attributes({ value: node } as Field).filter(isBranch);
  return [...textsIn(fields, NODE.input), ...branches.flatMap(({ value }) => readInBranch(value))];
}

function readInBranch(graph: Uint8Array): string[] {
  const fields = fieldsOf(graph);
  const nodes = fields.filter(({ number }) => number === GRAPH.node);
  const own = new Set([
    ...nodes.flatMap(madeBy),
    ...fields.filter(({ number }) => number === GRAPH.initializer).map(({ value }) => nameIn(value, TENSOR_NAME)),
    ...fields.filter(({ number }) => number === GRAPH.input).map(({ value }) => nameIn(value, PORT_NAME)),
  ]);
  const outputs = fields.filter(({ number }) => number === GRAPH.output).map(({ value }) => nameIn(value, PORT_NAME));
  return [...nodes.flatMap(({ value }) => readBy(value)), ...outputs].filter((name) => !own.has(name));
}

/** The declaration of an input or output, written as an input or as an output. */
function portOf(graph: readonly Field[], name: string, as: number): Uint8Array {
  const port = graph.find(
    ({ number, value }) => (number === GRAPH.input || number === GRAPH.output) && nameIn(value, PORT_NAME) === name,
  );
  if (!port) throw new Error(`it declares no '${name}'`);
  return Buffer.concat(field(as, [port.value]));
}

const textsIn = (fields: readonly Field[], wanted: number): string[] =>
  fields.filter(({ number }) => number === wanted).map(({ value }) => Buffer.from(value).toString('utf8'));
const nameIn = (message: Uint8Array, wanted: number): string => textsIn(fieldsOf(message), wanted)[0] ?? '';

function fieldsOf(message: Uint8Array): Field[] {
  const reader = new PbfReader(message);
  const fields: Field[] = [];
  while (reader.pos < message.length) {
    const from = reader.pos;
    const tag = reader.readVarint();
    const isBytes = (tag & 7) === BYTES;
    const value = isBytes ? reader.readBytes() : message.subarray(0, 0);
    if (!isBytes) reader.skip(tag);
    fields.push({ number: tag >> 3, raw: message.subarray(from, reader.pos), value });
  }
  return fields;
}

/** Encodes a field of bytes: tag, length and content. */
function field(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...varint((number << 3) | BYTES), ...varint(length)]), ...parts];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}
