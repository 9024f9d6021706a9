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
  [`${prefix}weights`]: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
  [`${prefix}bias`]: new Float32Array(3),
  [`${prefix}calibration`]: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0),
  [`${prefix}hidden.weights`]: new Int8Array(4 * 12),
});

/** Layers that have learned that the German word `gut` is positive. */
function openLayers() {
  const pieces = new Int8Array(2 * 2 ** 16);
  for (const row of extractPieces('gut', 'de').rows) pieces[2 * row + 1] = 127;
  const numbers = { 'pieces.step': Float32Array.of(0.1), 'pieces.slopes': Float32Array.of(1) };
  const tensors = { ...layer(''), ...layer('rows.'), ...numbers, pieces };
  const file = join(folder, 'weights.safetensors');
  writeFileSync(file, encodeWeights(tensors, { languages: '["de","other"]', pieces: '["de"]' }));
  return openLearnedLayers(file);
}

const encoded = { known: 1, starts: Uint32Array.of(0), ends: Uint32Array.of(3), states: new Float32Array(8) };

test('the pieces of words count beside the states, in languages that they were learned in and not in short texts', () => {
  const { states, rows } = openLayers();
  const text = `Gut${'!'.repeat(52)}`;
  const [plain, good] = [states.judge('Gut!', encoded, 'de'), states.judge(text, encoded, 'de')];
  expect(plain.neutral).toBeGreaterThan(0.5);
  expect(good.positive).toBeGreaterThan(0.5);
  expect(states.judge(text, encoded, 'nl')).toEqual(plain);
  expect(rows.judge(text, encoded, 'de')).toEqual(plain);
});

test('a piece counts once, and depends on the language', () => {
  expect(extractPieces('gut gut', 'de')).toEqual(extractPieces('gut', 'de'));
  expect(extractPieces('gut', 'nl').rows).not.toEqual(extractPieces('gut', 'de').rows);
  // Spaces around a word count: ` gu`, `gut`, `ut `, ` gut`, `gut ` and ` gut `.
  expect(extractPieces('gut', 'de').rows).toHaveLength(6);
});
