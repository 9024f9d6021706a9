import { Attributes } from './attributes';
import { type Weight } from './weights';
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
/** @throws Error naming the file where it is no TensorFlow.js graph or its weights are damaged. */
export declare function readGraph(file: string): Graph;
/** Everything that the graph is stored in: the file itself, then its weights. */
export declare function graphFiles(file: string): string[];
