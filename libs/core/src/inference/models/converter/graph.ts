import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Attributes, type RawAttribute } from './attributes';
import { readWeights, type Weight, type WeightGroup } from './weights';

export interface GraphNode {
  name: string;
  operator: string;
  /** Names of the values read: `node` or `node:output`. */
  inputs: string[];
  attributes: Attributes;
}

/** A TensorFlow.js graph model with its weights. */
export interface Graph {
  file: string;
  nodes: Map<string, GraphNode>;
  weights: Map<string, Weight>;
}

interface GraphFile {
  modelTopology?: { node?: { name: string; op: string; input?: string[]; attr?: Record<string, RawAttribute> }[] };
  weightsManifest?: WeightGroup[];
}

/** @throws Error that names the file if it is not a TensorFlow.js graph or its weights are damaged. */
export function readGraph(file: string): Graph {
  const { modelTopology, weightsManifest } = parse(file);
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
      attributes: new Attributes(node.attr ?? {}),
    },
  ]);
  return { file, nodes: new Map(nodes), weights: readWeights(weightsManifest, dirname(file)) };
}

/** Everything that the graph is stored in: the file itself, then its weights. */
export function graphFiles(file: string): string[] {
  const groups = parse(file).weightsManifest ?? [];
  return [file, ...groups.flatMap((group) => group.paths).map((path) => join(dirname(file), path))];
}

function parse(file: string): GraphFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as GraphFile;
  } catch (error) {
    throw new Error(`${file} cannot be read as a TensorFlow.js graph: ${(error as Error).message}`, { cause: error });
  }
}
