import { ELEMENT_CODE, type OnnxAttribute, type OnnxElement, type OnnxNode, type OnnxPort, type OnnxTensor } from '../onnx';
import { halfTensorFits, permute, type Permutation } from './permute';
import type { Weight } from './weights';

/** Collects the nodes and constants of an ONNX graph. Values are known by their names. */
export class OnnxBuilder {
  private readonly nodes: OnnxNode[] = [];
  private readonly tensors = new Map<string, OnnxTensor>();
  private count = 0;

  /** Adds a node with one output and returns that output's name. */
  emit(operator: string, inputs: string[], attributes: Record<string, OnnxAttribute> = {}): string {
    return this.emitMany(operator, inputs, attributes, 1)[0]!;
  }

  emitMany(operator: string, inputs: string[], attributes: Record<string, OnnxAttribute>, outputs: number): string[] {
    const names = Array.from({ length: outputs }, () => `${operator}_${this.count++}`);
    this.nodes.push({ operator, inputs, outputs: names, attributes });
    return names;
  }

  /** Renames a value to the name that the model's user knows. */
  expose(value: string, name: string): void {
    this.nodes.push({ operator: 'Identity', inputs: [value], outputs: [name], attributes: {} });
  }

  float(value: number): string {
    return this.tensor({ name: `float_${value}`, element: 'float32', shape: [], data: Float32Array.of(value) });
  }

  floats(values: number[], shape: number[]): string {
    const name = `floats_${values.join('_')}_${shape.join('x')}`;
    return this.tensor({ name, element: 'float32', shape, data: Float32Array.from(values) });
  }

  integers(values: number[]): string {
    const name = `integers_${values.join('_')}`;
    return this.tensor({ name, element: 'int64', shape: [values.length], data: BigInt64Array.from(values, BigInt) });
  }

  /**
   * Adds a weight as a constant with reordered axes. Half precision stays half in the file, with a Cast that ONNX Runtime folds at
   * load time: half the size on disk, full speed.
   */
  weight(weight: Weight, axes: Permutation): string {
    const name = `${weight.name}/${axes.shape.join('x')}/${axes.order.join('')}`;
    const shape = axes.result;
    if (!weight.halves || !halfTensorFits(weight.halves.length)) {
      return this.tensor({ name, element: weight.type, shape, data: permute(weight.values, axes) });
    }
    if (!this.tensors.has(`${name}/half`)) {
      this.tensor({ name: `${name}/half`, element: 'float16', shape, data: permute(weight.halves, axes) });
      this.nodes.push({
        operator: 'Cast',
        inputs: [`${name}/half`],
        outputs: [name],
        attributes: { to: ELEMENT_CODE.float32 },
      });
    }
    return name;
  }

  cast(value: string, element: OnnxElement): string {
    return this.emit('Cast', [value], { to: ELEMENT_CODE[element] });
  }

  private tensor(tensor: OnnxTensor): string {
    if (!this.tensors.has(tensor.name)) this.tensors.set(tensor.name, tensor);
    return tensor.name;
  }

  /** Keeps only what the outputs need, in the order of adding: every node comes after those it reads. */
  finish(inputs: OnnxPort[], outputs: OnnxPort[], producer: string) {
    const needed = new Set(outputs.map((port) => port.name));
    const nodes: OnnxNode[] = [];
    for (const node of this.nodes.toReversed()) {
      if (!node.outputs.some((output) => needed.has(output))) continue;
      nodes.push(node);
      for (const input of node.inputs) needed.add(input);
    }
    const tensors = [...this.tensors.values()].filter((tensor) => needed.has(tensor.name));
    return { nodes: nodes.reverse(), tensors, inputs, outputs, producer };
  }
}
