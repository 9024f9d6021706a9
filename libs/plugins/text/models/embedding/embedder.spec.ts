/** @jest-environment ./test/onnx-environment.js */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Models, openModels, readModelRegistry } from '../../../../../test/harness/model-tasks';
import type { TextEmbedder } from '@percept/sdk/models';
import { openVocabulary } from './vocabulary';

const FOLDER = resolve(__dirname, '../../../../../models/e5-small');
const folder = mkdtempSync(join(tmpdir(), 'percept-embedder-'));
mkdirSync(join(folder, 'models'));
symlinkSync(FOLDER, join(folder, 'models', 'e5-small'));

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, i) => sum + each * b[i]!, 0);

describe('the model for text-embedding', () => {
  let models: Models;
  let embedder: TextEmbedder;

  beforeAll(async () => {
    models = openModels({ modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') });
    embedder = await models.get('text-embedding');
  });

  afterAll(async () => {
    await models.close();
    rmSync(folder, { recursive: true });
  });

  test('what says the same in two languages is nearer than what says something else in one', async () => {
    const [late, spät, cat, chat] = (
      await embedder.embed(['The parcel came late.', 'Das Paket kam zu spät.', 'The cat sleeps.', 'Le chat dort.'])
    ).map(({ vector }) => vector);
    expect(cosine(late!, spät!)).toBeGreaterThan(cosine(late!, cat!) + 0.05);
    expect(cosine(cat!, chat!)).toBeGreaterThan(cosine(spät!, chat!) + 0.05);
    expect(cosine(late!, late!)).toBeCloseTo(1, 5);
  });

  test('a text has the same vector alone and beside longer ones', async () => {
    const texts = ['Short.', 'A somewhat longer sentence, which fills the batch.', 'word '.repeat(200)];
    const together = await embedder.embed(texts);
    for (const [i, text] of texts.entries()) {
      const [alone] = await embedder.embed([text]);
      expect(cosine(alone!.vector, together[i]!.vector)).toBeGreaterThan(0.9999);
    }
  });

  test('a long text is the mean of its windows', async () => {
    const [long] = await embedder.embed([`${'The cat sleeps. '.repeat(400)}`]);
    const [short, other] = await embedder.embed(['The cat sleeps.', 'The parcel came late.']);
    expect(cosine(long!.vector, long!.vector)).toBeCloseTo(1, 4);
    expect(cosine(long!.vector, short!.vector)).toBeGreaterThan(cosine(long!.vector, other!.vector) + 0.02);
  });

  test('tokens have states, and their places in the text', async () => {
    const text = 'Zoë lives in Łódź.';
    const [{ starts, ends, states }] = (await embedder.encode([text])) as [Awaited<ReturnType<TextEmbedder['encode']>>[number]];
    expect(Array.from(starts, (start, i) => text.slice(start, ends[i])).join('')).toBe(text.replaceAll(' ', ''));
    expect(states).toHaveLength(starts.length * embedder.stateSize);
  });

  test('the rows of tokens are those of the vocabulary, whatever stands around them', async () => {
    const [alone, among, none] = embedder.rows(['Łódź', 'in Łódź.', '']);
    expect(alone!.states).toHaveLength(alone!.starts.length * embedder.size);
    const from = among!.starts.indexOf(3) * embedder.size;
    expect(among!.states.slice(from, from + alone!.states.length)).toEqual(alone!.states);
    expect(none).toMatchObject({ known: 0, states: new Float32Array(0) });
    const [encoded] = await embedder.encode(['in Łódź.']);
    expect([among!.starts, among!.ends]).toEqual([encoded!.starts, encoded!.ends]);
  });

  test('tokens are counted as the vocabulary cuts the text, without what the model is told before it', async () => {
    const texts = ['ab', 'ab ab'];
    const counted = (await embedder.embed(texts)).map(({ tokens }) => tokens);
    expect(counted).toEqual((await embedder.encode(texts)).map(({ starts }) => starts.length));
    expect(counted[1]).toBeGreaterThan(counted[0]!);
  });

  test('a text of more tokens than eight windows hold is read up to there', async () => {
    const [few, many] = await embedder.embed(['🎉', '🎉'.repeat(10_000)]);
    expect(few).not.toHaveProperty('unread');
    expect(many).toMatchObject({ unread: expect.any(Number) });
    expect(many!.tokens).toBeLessThanOrEqual(8 * 510);
    expect(many!.tokens + many!.unread!).toBeGreaterThanOrEqual(10_000);
    expect(cosine(many!.vector, many!.vector)).toBeCloseTo(1, 4);
  }, 60_000);

  test('how much of a text is known is told', async () => {
    const known = (await embedder.embed(['Привет', '漢字', 'ab 漢字', '', '🎉'])).map((each) => each.known);
    expect(known).toEqual([1, 0, 0.5, 0, 1]);
  });

  test.each([['\ud800'], ['👩‍👩‍👧'.repeat(200)], ['a'.repeat(3_000)], ['\u202eمرحبا abc\u202c'], ['\u0000'], [' \n ']])(
    '%j gets a vector of length 1',
    async (text) => {
      const [embedded] = await embedder.embed([text]);
      expect(cosine(embedded!.vector, embedded!.vector)).toBeCloseTo(1, 4);
    },
  );
});

describe('a broken vocabulary', () => {
  const broken = mkdtempSync(join(tmpdir(), 'percept-vocabulary-'));
  afterAll(() => rmSync(broken, { recursive: true }));

  test('another file is refused by its digest, before anything is loaded', () => {
    const model = join(broken, 'models', 'e5-small');
    mkdirSync(model, { recursive: true });
    copyFileSync(join(FOLDER, 'model.yaml'), join(model, 'model.yaml'));
    for (const file of ['model.onnx', 'head.onnx']) symlinkSync(join(FOLDER, file), join(model, file));
    writeFileSync(join(model, 'vocabulary.safetensors'), 'another');
    const { models, broken: reasons } = readModelRegistry({ modelsDir: join(broken, 'models'), dataDir: broken });
    expect(models).toEqual([]);
    expect(reasons).toEqual([
      expect.objectContaining({ name: 'e5-small', reason: expect.stringMatching(/vocabulary\.safetensors has the SHA-256/) }),
    ]);
  });

  test('a file that is cut off is told', () => {
    const file = join(broken, 'cut.safetensors');
    copyFileSync(join(FOLDER, 'vocabulary.safetensors'), file);
    truncateSync(file, 20_000_000);
    expect(() => openVocabulary(file)).toThrow(/is cut off: install Percept again/);
  });
});
