import { OnnxBuilder } from './onnx-builder';
import type { OnnxAttribute, OnnxElement, OnnxPort } from './onnx-encoding';
import type { Graph, GraphNode } from './graph';
import type { InputOptions } from './options';
import { type Computed, type Constant, type Layout, type Value } from './values';
/** Turns one node into the value, or values, that it computes. */
export type Operator = (node: GraphNode, at: Conversion) => Value | Value[];
/** One run of the converter: visits the nodes that the outputs need and keeps the value of each. */
export declare class Conversion {
    readonly graph: Graph;
    readonly input: InputOptions;
    private readonly operators;
    readonly builder: OnnxBuilder;
    readonly inputs: OnnxPort[];
    private readonly values;
    private readonly open;
    private readonly transposed;
    constructor(graph: Graph, input: InputOptions, operators: Readonly<Record<string, Operator>>);
    /** The value that a reference such as `node` or `node:1` stands for. */
    value(reference: string): Value;
    private compute;
    /** The value that the node reads as its `index`th input. */
    read(node: GraphNode, index: number): Value;
    /** An input that must be a constant, because it shapes the graph. */
    constant(node: GraphNode, index: number): Constant;
    integers(node: GraphNode, index: number): number[];
    /** The value's name in the order N C H W. A constant of fewer axes is spread over the last ones, as broadcasting does. */
    first(value: Value): string;
    /** The value's name in TensorFlow's order. */
    last(value: Value): string;
    in(layout: Layout, value: Value): string;
    private transpose;
    emit(operator: string, inputs: string[], attributes?: Record<string, OnnxAttribute>): string;
    fault(node: GraphNode, reason: string): Error;
}
/** A computed value in TensorFlow's order. */
export declare function last(name: string, shape: number[], element?: OnnxElement): Computed;
/** A computed value in the order N C H W; `shape` is still N H W C. */
export declare function first(name: string, shape: number[], element?: OnnxElement): Computed;
/** Layout in which a value can be handed on without a Transpose. */
export declare const layoutOf: (value: Value) => Layout;
