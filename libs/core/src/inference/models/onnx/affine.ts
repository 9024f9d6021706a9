import {
  channelsRead,
  eachChannel,
  isPadded,
  readConvolution,
  scaleAfter,
  scaleBefore,
  writeConvolution,
  type Affine,
  type Convolution,
} from './convolution';
import type { OnnxModel, OnnxNode } from './encoding';
import { readScalars } from './scalars';

/**
 * Folds multiplications by one number, and additions of one, into the convolution before or after: each would be a pass over the
 * whole image. A convolution that pads its input cannot add the number, because it pads with 0. Then an extra convolution, for each
 * channel separately, multiplies and adds.
 */
export function foldAffine(model: OnnxModel): OnnxModel {
  return new Folding(model).run();
}

class Folding {
  private readonly scalars;
  private readonly constants;
  private readonly uses;
  private readonly nodes: OnnxNode[] = [];
  private readonly changed = new Set<Convolution>();
  /** Convolutions, by the value that they make. */
  private readonly makers = new Map<string, Convolution>();
  /** Values that no node makes yet. */
  private readonly waiting = new Map<string, Affine>();

  constructor(private readonly model: OnnxModel) {
    this.scalars = readScalars(model);
    this.constants = new Map(model.tensors.map((tensor) => [tensor.name, tensor]));
    this.uses = countUses(model);
  }

  run(): OnnxModel {
    for (const node of this.model.nodes) {
      const affine = this.affineOf(node);
      const convolution = readConvolution(node, this.constants);
      if (affine) this.putBehind(node.outputs[0]!, affine);
      else if (convolution) this.addConvolution(convolution);
      else this.add(node);
    }
    for (const { name } of this.model.outputs) this.compute(name);
    const written = [...this.changed].flatMap(writeConvolution);
    return { ...this.model, nodes: this.nodes, tensors: [...this.constants.values(), ...written] };
  }

  private affineOf({ operator, inputs: [left, right] }: OnnxNode): Affine | undefined {
    if (operator !== 'Mul' && operator !== 'Add') return undefined;
    const [value, number] = this.scalars.has(left!) ? [right!, this.scalars.get(left!)!] : [left!, this.scalars.get(right!)];
    if (number === undefined || this.constants.has(value)) return undefined;
    const { source, factor, shift } = this.waiting.get(value) ?? { source: value, factor: 1, shift: 0 };
    return operator === 'Mul'
      ? { source, factor: factor * number, shift: shift * number }
      : { source, factor, shift: shift + number };
  }

  /**
   * Folds into the convolution that computes the source, if nothing else uses the source. Otherwise the factor and shift wait for
   * the convolution that uses the value.
   */
  private putBehind(value: string, affine: Affine): void {
    const maker = this.uses.get(affine.source) === 1 ? this.makers.get(affine.source) : undefined;
    if (!maker) return void this.waiting.set(value, affine);
    scaleAfter(maker, affine);
    maker.node.outputs = [value];
    this.makers.set(value, maker);
    this.changed.add(maker);
  }

  private addConvolution(convolution: Convolution): void {
    const { node } = convolution;
    const value = node.inputs[0]!;
    const affine = this.waiting.get(value);
    if (affine && affine.shift !== 0 && isPadded(convolution)) {
      const factors = new Float32Array(channelsRead(convolution)).fill(affine.factor);
      const before = eachChannel(affine.source, value, factors, affine.shift);
      this.waiting.delete(value);
      this.changed.add(before);
      this.nodes.push(before.node);
    } else if (affine) {
      scaleBefore(convolution, affine);
      node.inputs[0] = affine.source;
      this.changed.add(convolution);
    }
    this.makers.set(node.outputs[0]!, convolution);
    this.nodes.push(node);
  }

  private add(node: OnnxNode): void {
    for (const input of node.inputs) this.compute(input);
    this.nodes.push(node);
  }

  /** Computes a value with its original operators, if no convolution took them over. */
  private compute(value: string): void {
    const affine = this.waiting.get(value);
    if (!affine) return;
    this.waiting.delete(value);
    const { source, factor, shift } = affine;
    const product = { operator: 'Mul', number: factor };
    const sum = { operator: 'Add', number: shift };
    const steps = [...(factor !== 1 || shift === 0 ? [product] : []), ...(shift === 0 ? [] : [sum])];
    steps.forEach(({ operator, number }, index) => {
      const name = `${value}/${operator}`;
      this.constants.set(name, { name, element: 'float32', shape: [], data: Float32Array.of(number) });
      const [from, to] = [index === 0 ? source : `${value}/product`, index === steps.length - 1 ? value : `${value}/product`];
      this.nodes.push({ operator, inputs: [from, name], outputs: [to], attributes: {} });
    });
  }
}

function countUses({ nodes, outputs }: OnnxModel): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of [...nodes.flatMap(({ inputs }) => inputs), ...outputs.map((port) => port.name)])
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}
