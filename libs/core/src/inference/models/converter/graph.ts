import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NodeAttributes, type RawAttribute } from './attributes';
import { readGraphWeights, type Weight, type WeightGroup } from './weights';

export interface GraphNode {
  name: string;
  operator: string;
  /** Names of the input values: `node` or `node:output`. */
  inputs: string[];
  attributes: NodeAttributes;
}

/** A TensorFlow.js graph model with its weights. */
export interface Graph {
  file: string;
  nodes: Map<string, GraphNode>;
  weights: Map<string, Weight>;
}

interface Topology {
  node?: { name: string; op: string; input?: string[]; attr?: Record<string, RawAttribute> }[];
}

interface GraphFile {
  modelTopology?: Topology;
  weightsManifest?: WeightGroup[];
}

/**
 * @param topology the file with the nodes, if `file` only lists weights.
 * @throws Error that names the file if it is not a TensorFlow.js graph or its weights are damaged.
 */
export function readGraph(file: string, topology?: string): Graph {
  const { weightsManifest, ...graph } = parse(file);
  const modelTopology = topology === undefined ? graph.modelTopology : (json(topology) as Topology);
  if (!modelTopology?.node || !weightsManifest) {
    throw new Error(`${file} is not a TensorFlow.js graph: 'modelTopology.node' or 'weightsManifest' is missing.`);
  }
  const nodes = modelTopology.node.map((node): [string, GraphNode] => [
    node.name,
    {
      name: node.name,
      operator: node.op,
      // An input after '^' only orders the execution, it carries no value.
      inputs: (node.input ?? []).filter((input) => !input.startsWith('^')),
      attributes: new NodeAttributes(node.attr ?? {}),
    },
  ]);
  const weights = new Map([
    ...readGraphWeights(weightsManifest, dirname(file)),
    ...nodes.flatMap(([, node]) => ownConstant(node)),
  ]);
  return { file, nodes: new Map(nodes), weights };
}

/** Reads the numbers that our own graphs may hold themselves, such as the widths of a border. The weights file lacks them. */
function ownConstant({ name, operator, attributes }: GraphNode): [string, Weight][] {
  if (operator !== 'Const') return [];
  const [integers, floats] = [attributes.integers('value'), attributes.numbers('value')];
  const shape = attributes.shape('shape');
  if (integers.length > 0) return [[name, { name, shape, type: 'int32', values: Int32Array.from(integers) }]];
  return floats.length > 0 ? [[name, { name, shape, type: 'float32', values: Float32Array.from(floats) }]] : [];
}

/** All files of the graph: the file itself, then its weights. */
export function graphFiles(file: string): string[] {
  const groups = parse(file).weightsManifest ?? [];
  return [file, ...groups.flatMap((group) => group.paths).map((path) => join(dirname(file), path))];
}

/** Programs that implement the layers themselves store only a list of weights, without a graph. */
function parse(file: string): GraphFile {
  const content = json(file) as GraphFile | WeightGroup[];
  return Array.isArray(content) ? { weightsManifest: content } : content;
}

function json(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as a TensorFlow.js graph: ${(error as Error).message}`, { cause: error });
  }
}
