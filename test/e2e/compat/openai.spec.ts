import OpenAI from 'openai';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

const TEXTS = ['The delivery arrived two days late.', 'The parcel came too late.', 'Grüße aus Łódź 🙂'];
/** A name of OpenAI's own. */
const MODEL = 'text-embedding-3-small';

let percept: RunningPercept;
let openai: OpenAI;
/** All that a user changes. */
const clientWith = (apiKey: string) => new OpenAI({ baseURL: `${percept.url}/v1`, apiKey, maxRetries: 0 });
beforeAll(async () => {
  percept = await startPercept();
  openai = clientWith(percept.key);
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});
const { post, make } = sending(() => percept);

test('a text becomes the vector that our own route has, with the tokens that were read', async () => {
  const { data, model, usage, object } = await openai.embeddings.create({ model: MODEL, input: TEXTS[0]! });
  const { body } = await post('/v2/text/embed', { text: TEXTS[0] });
  expect({ object, model, usage }).toEqual({
    object: 'list',
    model: body.model.name,
    usage: { prompt_tokens: body.tokens, total_tokens: body.tokens },
  });
  expect(body.tokens).toBeGreaterThan(6);
  expect(data).toHaveLength(1);
  expect(data[0]!.embedding).toHaveLength(384);
  data[0]!.embedding.forEach((value, at) => expect(value).toBeCloseTo(body.embedding[at], 6));
});

test('a list of texts is answered in its order, as numbers and as Base64, and alike texts are alike', async () => {
  const asked = { model: MODEL, input: TEXTS };
  const [numbers, packed] = [
    await openai.embeddings.create({ ...asked, encoding_format: 'float' }),
    // The default of the client: it asks for Base64 and unpacks it.
    await openai.embeddings.create(asked),
  ];
  expect(numbers.data.map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(packed.usage).toEqual(numbers.usage);
  for (const [at, { embedding }] of packed.data.entries())
    embedding.forEach((value, i) => expect(value).toBeCloseTo(numbers.data[at]!.embedding[i]!, 6));
  const [first, second, third] = numbers.data.map(({ embedding }) => embedding);
  const alike = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  expect(alike(first!, second!)).toBeGreaterThan(alike(first!, third!));
  const raw = await post('/v1/embeddings', { ...asked, encoding_format: 'base64' });
  expect(Buffer.from(raw.body.data[0].embedding, 'base64')).toHaveLength(384 * 4);
});

test('the model may have its own name, and other dimensions, tokens and models are refused with the parameter', async () => {
  const input = TEXTS[0]!;
  const own = await openai.embeddings.create({ model: 'e5-small', input, dimensions: 384 });
  expect(own.model).toBe('e5-small');
  const refused = (asked: object) => openai.embeddings.create({ model: MODEL, input, ...asked }).catch((error: unknown) => error);
  expect(await refused({ dimensions: 256 })).toMatchObject({
    ...{ status: 400, type: 'invalid_request_error', param: 'dimensions' },
    message: expect.stringContaining("must be 384 or left out: the model 'e5-small' has no other vectors."),
  });
  expect(await refused({ input: [[1, 2, 3]] })).toMatchObject({ status: 400, param: 'input' });
  expect(await refused({ input: '' })).toMatchObject({ status: 400, param: 'input' });
  expect(await refused({ input: [] })).toMatchObject({ status: 400, param: 'input' });
  expect(await refused({ model: 'gpt-5' })).toMatchObject({ status: 404, param: 'model', code: 'model_not_found' });
  expect((await post('/v1/embeddings', { model: MODEL, input, encoding_format: 'hex' })).body.error.param).toBe(
    'encoding_format',
  );
});

test('each text counts as one request of the key, which is needed', async () => {
  const { key } = await make({ plan: 'free' });
  const { status, headers } = await post('/v1/embeddings', { model: MODEL, input: TEXTS }, { key });
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '997']);
  const unknown = clientWith('sk-unknown').embeddings.create({ model: MODEL, input: 'x' });
  await expect(unknown).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  const { key: other } = await make({ scopes: ['webhooks'] });
  const refused = clientWith(other).embeddings.create({ model: MODEL, input: 'x' });
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'insufficient_permissions' });
});

test('an unknown door in the setting ends the start, with the name that comes nearest', async () => {
  await expect(startPercept({ env: { PERCEPT_COMPAT: 'aws,opnai' } })).rejects.toThrow(
    /PERCEPT_COMPAT names 'opnai', which is not a door\. Did you mean 'openai'\?/,
  );
});
