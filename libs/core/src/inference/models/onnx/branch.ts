import type { OnnxModel, OnnxNode, OnnxTensor } from './encoding';

/** Suffix of the names of values in the second path. The rest of the name is the same in the first path. */
const TRAINED = '.trained';

/**
 * Adds a second path beside the original one: it repeats every node that depends on one of these constants, with the new constants.
 * Earlier nodes are computed once. The model answers with the outputs of the original, then with those of the second path.
 */
export function branch(model: OnnxModel, trained: readonly OnnxTensor[]): OnnxModel {
  const twins = new Set(trained.map(({ name }) => name));
  const named = (name: string) => (twins.has(name) ? name + TRAINED : name);
  const second: OnnxNode[] = [];
  for (const node of model.nodes) {
    if (!node.inputs.some((input) => twins.has(input))) continue;
    const inputs = node.inputs.map(named);
    for (const output of node.outputs) twins.add(output);
    second.push({ ...node, inputs, outputs: node.outputs.map(named) });
  }
  const outputs = model.outputs.filter(({ name }) => twins.has(name)).map((port) => ({ ...port, name: named(port.name) }));
  return {
    ...model,
    nodes: [...model.nodes, ...second],
    tensors: [...model.tensors, ...trained.map((tensor) => ({ ...tensor, name: tensor.name + TRAINED }))],
    outputs: [...model.outputs, ...outputs],
  };
}
