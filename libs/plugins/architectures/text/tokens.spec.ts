import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadedModel } from '@percept/sdk/models';
import type { Tensor } from 'onnxruntime-node';
import { openTransformerClassifier } from './classification';
import { openTransformerEmbedder } from './embedding';
import { longestFrom } from './tokens';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'percept-tokens-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const VOCABULARY = ['[UNK]', '[CLS]', '[SEP]', 'good', 'bad', 'day', '##s'];

/** A tokenizer of seven words, with a token at both ends. */
const PAGE = {
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
};

/** A network that answers by what it is asked; the ids of each question are kept. */
function model(answer: (ids: number[]) => Record<string, { data: Float32Array }>, more: object = {}) {
  const asked: number[][] = [];
  writeFileSync(join(dir, 'tokenizer.json'), JSON.stringify(PAGE));
  const session = {
    inputNames: ['input_ids', 'attention_mask'],
    inputs: ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: [1, -1] })),
    outputNames: ['logits'],
    outputs: [{ name: 'last_hidden_state', type: 'float32', shape: [1, -1, 2] }],
    run: async ({ input_ids, attention_mask }: Record<string, Tensor>) => {
      const ids = Array.from(input_ids!.data as BigInt64Array, Number);
      expect(Array.from(attention_mask!.data as BigInt64Array, Number)).toEqual(ids.map(() => 1));
      asked.push(ids);
      return answer(ids);
    },
    release: async () => undefined,
  };
  const manifest = {
    ...{ task: 'text-classification', labels: ['up', 'down'], output: { decoder: 'logits', names: {} } },
    tokens: { file: 'tokenizer.json', longest: 6, pooling: 'mean', ...more },
  };
  const loaded = {
    identity: { name: 'net', version: '1', digest: '0' },
    session,
    manifest,
    tokenizer: join(dir, 'tokenizer.json'),
  };
  return { asked, loaded: loaded as unknown as LoadedModel };
}

test('a text is asked about with its tokens, and those that are unknown are counted', async () => {
  const { asked, loaded } = model(() => ({ logits: { data: Float32Array.of(2, 0) } }));
  const [answer] = await openTransformerClassifier(loaded).runner.run(['Good DAYS, dude']);
  expect(asked).toEqual([
    [1, 3, 5, 6, 0, 2],
    [1, 0, 2],
  ]);
  expect(answer!.known).toBeCloseTo(3 / 5, 9);
  expect(answer!.classifications).toEqual([
    { label: 'up', confidence: expect.closeTo(1 / (1 + Math.exp(-2)), 6) },
    { label: 'down', confidence: expect.closeTo(1 / (1 + Math.exp(2)), 6) },
  ]);
});

test('a long text is read in windows, whose answers count by their tokens', async () => {
  // Windows of four tokens: the first is sure of one label, the second of the other.
  const { loaded } = model((ids) => ({ logits: { data: ids.includes(4) ? Float32Array.of(0, 99) : Float32Array.of(99, 0) } }));
  const [answer] = await openTransformerClassifier(loaded).runner.run(['good good good good bad']);
  expect(answer!.classifications).toEqual([
    { label: 'up', confidence: expect.closeTo(0.8, 6) },
    { label: 'down', confidence: expect.closeTo(0.2, 6) },
  ]);
});

test('a vector is the mean of its tokens, or the first of them, and of length 1', async () => {
  const states = (ids: number[]) => ({
    last_hidden_state: { data: Float32Array.from(ids.flatMap((id, at) => [id, at === 0 ? 1 : 0])) },
  });
  const [mean] = await openTransformerEmbedder(model(states).loaded).runner.embed(['good bad']);
  const sum = [1 + 3 + 4 + 2, 1];
  expect(Array.from(mean!.vector)).toEqual(sum.map((value) => expect.closeTo(value / Math.hypot(...sum), 6)));
  expect(mean!.tokens).toBe(2);
  const [first] = await openTransformerEmbedder(model(states, { pooling: 'first' }).loaded).runner.embed(['good bad']);
  expect(Array.from(first!.vector)).toEqual([expect.closeTo(Math.SQRT1_2, 6), expect.closeTo(Math.SQRT1_2, 6)]);
});

test('a model without a tokenizer, or with other inputs, is refused', () => {
  const { loaded } = model(() => ({}));
  expect(() => openTransformerClassifier({ ...loaded, tokenizer: undefined })).toThrow(/needs the section 'tokens'/);
  const session = { ...loaded.session, inputs: [{ name: 'pixels', type: 'float32', shape: [] }], inputNames: ['pixels'] };
  expect(() => openTransformerClassifier({ ...loaded, session })).toThrow(/takes pixels; a model for tokens takes input_ids/);
  writeFileSync(join(dir, 'tokenizer.json'), '{');
  expect(() => openTransformerClassifier(loaded)).toThrow(/cannot be read as JSON/);
});

test('the positions of a network and the page of its tokenizer limit what is read at once', () => {
  expect(longestFrom({ model_type: 'bert', max_position_embeddings: 512 })).toBe(512);
  expect(longestFrom({ model_type: 'xlm-roberta', max_position_embeddings: 514 })).toBe(512);
  expect(longestFrom({ max_position_embeddings: 512 }, { model_max_length: 128 })).toBe(128);
  expect(longestFrom({ max_position_embeddings: 512 }, { model_max_length: 1e30 })).toBe(512);
});
