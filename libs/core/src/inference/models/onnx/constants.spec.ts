import { withConstants } from './constants';
import type { OnnxModel, OnnxTensor } from './encoding';

const constant = (name: string, shape: number[]): OnnxTensor => ({
  name,
  element: 'float32',
  shape,
  data: new Float32Array(shape.reduce((product, side) => product * side, 1)).fill(7),
});
const model: OnnxModel = {
  nodes: [],
  tensors: [constant('layer', [2, 5]), constant('shift', [5]), constant('other', [3])],
  inputs: [],
  outputs: [{ name: 'classes', element: 'float32', shape: ['axis_0', 'axis_1', 5] }],
  producer: '',
};

test('given constants replace those of the same name, and the output has as many classes as they have', () => {
  const given = [constant('layer', [2, 8]), constant('shift', [8])];
  const changed = withConstants(model, given);
  expect(changed.tensors.map(({ name, shape }) => [name, shape])).toEqual([
    ['layer', [2, 8]],
    ['shift', [8]],
    ['other', [3]],
  ]);
  expect(changed.tensors[0]).toBe(given[0]);
  expect(changed.outputs[0]!.shape).toEqual(['axis_0', 'axis_1', 8]);
});

test.each([
  ['strange', constant('layers', [2, 5]), "it has no constant 'layers'"],
  ['of another shape', constant('layer', [3, 5]), "its constant 'layer' is 2 × 5 float32, not 3 × 5 float32"],
])('a constant that is %s is refused', (_, given, reason) => {
  expect(() => withConstants(model, [given])).toThrow(reason);
});
