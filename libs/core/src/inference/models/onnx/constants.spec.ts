import { branch } from './rewrite';
import { closeNewClasses, keepClasses } from './classes';
import { addConstants } from './constants';
import type { OnnxModel, OnnxTensor } from './encoding';

const constant = (name: string, shape: number[], value: number): OnnxTensor => ({
  name,
  element: 'float32',
  shape,
  data: new Float32Array(shape.reduce((product, side) => product * side, 1)).fill(value),
});
const model: OnnxModel = {
  nodes: [],
  tensors: [constant('layer', [2, 5], 7), constant('shift', [5], 1), constant('other', [3], 2)],
  inputs: [],
  outputs: [{ name: 'classes', element: 'float32', shape: ['axis_0', 'axis_1', 5] }],
  producer: '',
};

test('given constants are added to those of the same name, and the model that was given stays as it was', () => {
  const changed = addConstants(model, [constant('layer', [2, 5], 0.5), constant('shift', [5], -1)]);
  expect(changed.tensors.map(({ data }) => [...new Set(data as Float32Array)])).toEqual([[7.5], [0], [2]]);
  expect((model.tensors[0]!.data as Float32Array)[0]).toBe(7);
});

test('classes that are new have only what is added', () => {
  const wider = keepClasses(model, [4, null, 0], 5);
  expect(wider.outputs[0]!.shape).toEqual(['axis_0', 'axis_1', 3]);
  const changed = addConstants(wider, [constant('layer', [2, 3], 0.5)]);
  expect([...(changed.tensors[0]!.data as Float32Array)]).toEqual([7.5, 0.5, 7.5, 7.5, 0.5, 7.5]);
});

test.each([
  ['strange', constant('layers', [2, 5], 0), "it has no constant 'layers'"],
  ['of another shape', constant('layer', [3, 5], 0), "its constant 'layer' is 2 × 5 float32, not 3 × 5 float32"],
])('a constant that is %s is refused', (_, given, reason) => {
  expect(() => addConstants(model, [given])).toThrow(reason);
});

test('a second path has the changed constants, the first one stays as it was, and the nodes before both are there once', () => {
  const node = (operator: string, inputs: string[], output: string) => ({ operator, inputs, outputs: [output], attributes: {} });
  const graph: OnnxModel = {
    ...model,
    nodes: [
      node('Relu', ['image'], 'features'),
      node('MatMul', ['features', 'layer'], 'sums'),
      node('Add', ['sums', 'shift'], 'classes'),
    ],
  };
  const { nodes, tensors, outputs } = branch(graph, [constant('layer', [2, 5], 8)]);
  expect(nodes.map(({ inputs, outputs: [output] }) => `${inputs.join(' ')} → ${output}`)).toEqual([
    ...['image → features', 'features layer → sums', 'sums shift → classes'],
    ...['features layer.trained → sums.trained', 'sums.trained shift → classes.trained'],
  ]);
  expect(tensors.map(({ name, data }) => [name, (data as Float32Array)[0]])).toEqual([
    ...[
      ['layer', 7],
      ['shift', 1],
      ['other', 2],
    ],
    ['layer.trained', 8],
  ]);
  expect(outputs.map(({ name }) => name)).toEqual(['classes', 'classes.trained']);
});

test('a new class of the original path is never answered', () => {
  const wider = closeNewClasses(keepClasses(model, [4, null, 0], 5), [4, null, 0]);
  expect([...(wider.tensors[1]!.data as Float32Array)]).toEqual([1, -100, 1]);
});
