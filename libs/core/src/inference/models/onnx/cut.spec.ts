import { pairOfTowers } from '../../../../../../test/harness/fixtures/pair-model';
import { cutNetwork } from './cut';
import { decodeModel } from './decoding';
import { readPorts } from './declared-ports';

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).sort();

test('a part of a network has its nodes and weights, and nothing of the others', () => {
  const { bytes, nodes, hasBranches } = cutNetwork(pairOfTowers(), { inputs: ['input_ids'], outputs: ['text_embeds'] });
  expect({ nodes, hasBranches }).toEqual({ nodes: 2, hasBranches: false });
  const { inputs, outputs } = readPorts(bytes);
  expect([names(inputs), names(outputs)]).toEqual([['input_ids'], ['text_embeds']]);
  const cut = decodeModel(bytes);
  expect(cut.nodes.map(({ operator }) => operator)).toEqual(['Gather', 'ReduceMean']);
  expect(names(cut.tensors)).toEqual(['rows']);
  expect(cut.opset).toBe(decodeModel(pairOfTowers()).opset);
});

test('values in the middle may be the inputs', () => {
  const { bytes } = cutNetwork(pairOfTowers(), { inputs: ['image_embeds', 'text_embeds'], outputs: ['logits_per_image'] });
  expect(names(readPorts(bytes).inputs)).toEqual(['image_embeds', 'text_embeds']);
  expect(decodeModel(bytes).nodes.map(({ operator }) => operator)).toEqual(['Transpose', 'MatMul', 'Mul']);
});

test('what a part needs besides its inputs is named', () => {
  const part = { inputs: ['image_embeds'], outputs: ['logits_per_image'] };
  expect(() => cutNetwork(pairOfTowers(), part)).toThrow("logits_per_image cannot be made without 'input_ids'");
  expect(() => cutNetwork(pairOfTowers(), { inputs: ['nothing'], outputs: ['text_embeds'] })).toThrow(/'input_ids'|'nothing'/);
});
