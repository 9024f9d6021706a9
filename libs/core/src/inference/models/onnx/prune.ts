import type { OnnxModel, OnnxNode } from './encoding';

/** Removes the nodes and constants that no output needs. */
export function pruned(model: OnnxModel): OnnxModel {
  const needed = new Set(model.outputs.map(({ name }) => name));
  const nodes: OnnxNode[] = [];
  for (const node of model.nodes.toReversed()) {
    if (!node.outputs.some((output) => needed.has(output))) continue;
    nodes.push(node);
    for (const input of node.inputs) needed.add(input);
  }
  return { ...model, nodes: nodes.reverse(), tensors: model.tensors.filter(({ name }) => needed.has(name)) };
}
