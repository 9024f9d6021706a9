import type { OnnxModel, OnnxTensor } from './encoding';

/**
 * Adds constants to those of the same name: they hold the changes of a training, without the original values.
 * @throws Error if the model has no constant of the name, or its shape or type differs.
 */
export function addConstants(model: OnnxModel, changes: readonly OnnxTensor[]): OnnxModel {
  const changeOf = new Map(changes.map((each) => [each.name, each]));
  for (const { name } of changes)
    if (!model.tensors.some((each) => each.name === name)) throw new Error(`it has no constant '${name}'`);
  const tensors = model.tensors.map((tensor) => {
    const change = changeOf.get(tensor.name);
    return change ? sum(tensor, change) : tensor;
  });
  return { ...model, tensors };
}

function sum(tensor: OnnxTensor, change: OnnxTensor): OnnxTensor {
  const [own, given] = [describe(tensor), describe(change)];
  if (own !== given || !(tensor.data instanceof Float32Array))
    throw new Error(`its constant '${tensor.name}' is ${own}, not ${given}`);
  const changes = change.data as Float32Array;
  return { ...tensor, data: tensor.data.map((value, index) => value + changes[index]!) };
}

const describe = ({ shape, element }: OnnxTensor) => `${shape.join(' × ')} ${element}`;
