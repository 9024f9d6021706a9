import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from './index.js';

type Options = Parameters<typeof rows.decode>[1];
const decode = (...values: number[]) =>
  rows.decode({ boxes: { data: Float32Array.from(values) } as never }, { minScore: 0.25, labels: 2 } as Options);

test('a row is a box with its label and its score', () => {
  assert.deepEqual(decode(8, 24, 24, 40, 0.5, 1), [{ label: 1, score: 0.5, left: 8, top: 24, right: 24, bottom: 40 }]);
});

test('what is too unsure, or of a class without a label, is left out', () => {
  assert.deepEqual(decode(8, 24, 24, 40, 0.125, 1, 8, 24, 24, 40, 0.5, 2), []);
});
