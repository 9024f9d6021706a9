import type { Network } from '@percept/sdk/models';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWeights } from '../weights/tensors';
import { extractPieces } from './features';
import { openLearnedLayers } from './learned';

const folder = mkdtempSync(join(tmpdir(), 'percept-learned-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A layer of four units over states of eight numbers, which finds every text neutral. */
const layer = (prefix: string) => ({
  [`${prefix}hidden.scale`]: new Float32Array(4).fill(1),
  [`${prefix}hidden.bias`]: new Float32Array(4).fill(1),
  [`${prefix}weights`]: Float32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0),
  [`${prefix}bias`]: new Float32Array(3),
  [`${prefix}calibration`]: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0),
  [`${prefix}hidden.weights`]: new Int8Array(4 * 12),
});

/** A network that adds up the first number of each token, and says how many tokens it read at once. */
function summing(runs: number[] = []): Network {
  const run: Network['run'] = ({ states }) => {
    const [rows, width] = states!.dims as [number, number];
    runs.push(rows);
    const sum = Array.from({ length: rows }, (_, row) => (states!.data as Float32Array)[row * width]!).reduce((a, b) => a + b);
    return Promise.resolve({ logits: { type: 'float32', dims: [3], data: Float32Array.of(0, 0, sum / rows) } });
  };
  return { inputs: [], outputs: [], run };
}

/** Layers that have learned that the German word `gut` is positive. */
function openLayers(network = summing()) {
  const pieces = new Int8Array(2 * 2 ** 16);
  for (const row of extractPieces('gut', 'de').rows) pieces[2 * row + 1] = 127;
  const numbers = { 'pieces.step': Float32Array.of(0.1), 'pieces.slopes': Float32Array.of(1) };
  const tensors = { ...layer(''), ...layer('rows.'), ...numbers, pieces };
  const file = join(folder, 'weights.safetensors');
  writeFileSync(file, encodeWeights(tensors, { languages: '["de","other"]', pieces: '["de"]' }));
  return openLearnedLayers(file, () => Promise.resolve(network));
}

const encoded = { known: 1, starts: Uint32Array.of(0), ends: Uint32Array.of(3), states: new Float32Array(8) };

test('the pieces of words count beside the states, in languages that they were learned in and not in short texts', async () => {
  const { states, rows } = openLayers();
  const text = `Gut${'!'.repeat(52)}`;
  const [plain, good] = [await states('Gut!', encoded, 'de'), await states(text, encoded, 'de')];
  expect(plain.neutral).toBeGreaterThan(0.5);
  expect(good.positive).toBeGreaterThan(0.5);
  expect(await states(text, encoded, 'nl')).toEqual(plain);
  expect(rows(text, encoded, 'de').neutral).toBeGreaterThan(0.9);
});

test('the networks over single tokens read a long text in parts, and count by their length', async () => {
  const runs: number[] = [];
  const tokens = 1_030;
  const long = { known: 1, starts: new Uint32Array(tokens), ends: new Uint32Array(tokens), states: new Float32Array(8 * tokens) };
  const { states } = openLayers(summing(runs));
  const before = await states('long', long, 'nl');
  // Only the last six tokens speak for a positive text.
  for (let token = 1_024; token < tokens; token++) long.states[8 * token] = 200;
  const after = await states('long', long, 'nl');
  expect(runs).toEqual([512, 512, 6, 512, 512, 6]);
  // 0.6 of the logit 200, which counts by 6 of 1,030 tokens.
  const gain = Math.log(after.positive / after.neutral) - Math.log(before.positive / before.neutral);
  expect(gain).toBeCloseTo((0.6 * 200 * 6) / tokens, 3);
});

test('a piece counts once, and depends on the language', () => {
  expect(extractPieces('gut gut', 'de')).toEqual(extractPieces('gut', 'de'));
  expect(extractPieces('gut', 'nl').rows).not.toEqual(extractPieces('gut', 'de').rows);
  // Spaces around a word count: ` gu`, `gut`, `ut `, ` gut`, `gut ` and ` gut `.
  expect(extractPieces('gut', 'de').rows).toHaveLength(6);
});
