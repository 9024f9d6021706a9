import type { OnnxModel, OnnxTensor } from './encoding';

/**
 * Replaces constants by those of the same name. Only the last dimension may differ: another number of classes, which the
 * outputs take over.
 * @throws Error if the model has no constant of the name, or it has another shape or type.
 */
export function withConstants(model: OnnxModel, constants: readonly OnnxTensor[]): OnnxModel {
  const given = new Map(constants.map((each) => [each.name, each]));
  const classes = new Map<number, number>();
  for (const { name, shape, element } of constants) {
    const old = model.tensors.find((each) => each.name === name);
    if (!old) throw new Error(`it has no constant '${name}'`);
    const fits = old.element === element && sameSizes(old.shape.slice(0, -1), shape.slice(0, -1));
    if (!fits)
      throw new Error(`its constant '${name}' is ${old.shape.join(' × ')} ${old.element}, not ${shape.join(' × ')} ${element}`);
    if (old.shape.at(-1) !== shape.at(-1)) classes.set(old.shape.at(-1)!, shape.at(-1)!);
  }
  const outputs = model.outputs.map((port) => ({
    ...port,
    shape: port.shape.map((side, axis) => (axis === port.shape.length - 1 ? (classes.get(side as number) ?? side) : side)),
  }));
  return { ...model, tensors: model.tensors.map((each) => given.get(each.name) ?? each), outputs };
}

const sameSizes = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((size, index) => size === other[index]);
