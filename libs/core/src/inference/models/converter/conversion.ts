import { OnnxBuilder } from './onnx-builder';
import type { OnnxAttribute, OnnxElement, OnnxPort } from '../onnx';
import { reordered, identityPermutation } from './permute';
import type { Graph, GraphNode } from './graph';
import type { InputOptions } from './options';
import { TO_FIRST, TO_LAST, type Computed, type Constant, type Layout, type Value } from './values';
import { product } from './values';

/** Turns one node into the value or values that it computes. */
export type Operator = (node: GraphNode, at: Conversion) => Value | Value[];

/** One run of the converter: visits the nodes that the outputs need and keeps the value of each. */
export class Conversion {
  readonly builder = new OnnxBuilder();
  readonly inputs: OnnxPort[] = [];
  private readonly values = new Map<string, Value[]>();
  private readonly open = new Set<string>();
  private readonly transposed = new Map<string, string>();

  constructor(
    readonly graph: Graph,
    readonly input: InputOptions,
    private readonly operators: Readonly<Record<string, Operator>>,
  ) {}

  /** The value that a reference such as `node` or `node:1` stands for. */
  value(reference: string): Value {
    const [name, output = '0'] = reference.split(':') as [string, string?];
    let values = this.values.get(name);
    if (!values) {
      values = this.compute(name);
      this.values.set(name, values);
    }
    const value = values[Number(output)];
    if (!value) throw new Error(`${this.graph.file}: '${name}' has no output ${output}.`);
    return value;
  }

  private compute(name: string): Value[] {
    const weight = this.graph.weights.get(name);
    if (weight) return [{ kind: 'constant', weight, shape: weight.shape, element: weight.type }];
    const node = this.graph.nodes.get(name);
    if (!node) throw new Error(`${this.graph.file} has no node '${name}'.`);
    const operator = Object.hasOwn(this.operators, node.operator) ? this.operators[node.operator] : undefined;
    if (!operator) throw this.fault(node, 'the converter does not know this operator');
    if (this.open.has(name)) throw this.fault(node, 'it depends on itself');
    this.open.add(name);
    const result = operator(node, this);
    this.open.delete(name);
    return Array.isArray(result) ? result : [result];
  }

  /** The node's input number `index`. */
  read(node: GraphNode, index: number): Value {
    const reference = node.inputs[index];
    if (reference === undefined) throw this.fault(node, `it has no input ${index}`);
    return this.value(reference);
  }

  /** An input that must be constant because it shapes the graph. */
  constant(node: GraphNode, index: number): Constant {
    const value = this.read(node, index);
    if (value.kind === 'constant') return value;
    throw this.fault(node, `its input ${index} is computed, and only a constant can be converted`);
  }

  integers(node: GraphNode, index: number): number[] {
    return Array.from(this.constant(node, index).weight.values);
  }

  /** The value's name in the order N C H W. A constant with fewer axes is broadcast over the last ones. */
  first(value: Value): string {
    if (value.kind === 'constant') {
      if (product(value.shape) === 1) return this.builder.weight(value.weight, identityPermutation([]));
      const shape = [...Array<number>(4 - value.shape.length).fill(1), ...value.shape];
      return this.builder.weight(value.weight, reordered(shape, TO_FIRST));
    }
    if (value.shape.length !== 4) throw new Error(`${this.graph.file}: a value of ${value.shape.length} axes is not an image.`);
    return value.layout === 'first' ? value.name : this.transpose(value, TO_FIRST);
  }

  /** The value's name in TensorFlow's order. */
  last(value: Value): string {
    if (value.kind === 'constant') return this.builder.weight(value.weight, identityPermutation(value.shape));
    return value.layout === 'last' ? value.name : this.transpose(value, TO_LAST);
  }

  in(layout: Layout, value: Value): string {
    return layout === 'first' ? this.first(value) : this.last(value);
  }

  private transpose(value: Computed, order: number[]): string {
    const known = this.transposed.get(value.name);
    if (known) return known;
    const name = this.builder.emit('Transpose', [value.name], { perm: order });
    this.transposed.set(value.name, name);
    return name;
  }

  emit(operator: string, inputs: string[], attributes?: Record<string, OnnxAttribute>): string {
    return this.builder.emit(operator, inputs, attributes);
  }

  fault(node: GraphNode, reason: string): Error {
    return new Error(`${this.graph.file}: cannot convert ${node.operator} '${node.name}': ${reason}.`);
  }
}

/** A computed value in TensorFlow's order. */
export function last(name: string, shape: number[], element: OnnxElement = 'float32'): Computed {
  return { kind: 'computed', name, layout: 'last', shape, element };
}

/** A computed value in the order N C H W; `shape` is still N H W C. */
export function first(name: string, shape: number[], element: OnnxElement = 'float32'): Computed {
  return { kind: 'computed', name, layout: 'first', shape, element };
}

/** Layout in which a value needs no Transpose. */
export const getLayout = (value: Value): Layout => (value.kind === 'computed' ? value.layout : 'last');
