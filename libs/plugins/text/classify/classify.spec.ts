import type { ModelTasks, TextEmbedder } from '@percept/sdk/models';
import { runCapability } from '@percept/sdk/testing';
import { classifyText } from './classify';
import { probabilities } from './named-classes';
import type { TextClassifyOutput } from './classify';

/** Knows two words: a text points to where they are. */
const embedded: string[] = [];
const embedder = {
  identity: { name: 'stand-in', version: '1', digest: '0' },
  embed: async (texts: readonly string[]) =>
    texts.map((text) => {
      embedded.push(text);
      const values = [/invoice|billing/.test(text) ? 1 : 0, /parcel|delivery/.test(text) ? 1 : 0, 0.2, (text.length % 7) / 20];
      const length = Math.hypot(...values);
      const unread = Math.max(0, text.length - 4_080);
      return { vector: Float32Array.from(values, (value) => value / length), known: 1, ...(unread > 0 && { unread }) };
    }),
} as unknown as TextEmbedder;
const classifier = {
  ...{ identity: { name: 'tickets', version: '1', digest: '0' }, uses: [], labels: ['a', 'b'] },
  run: async () => [
    {
      known: 1,
      classifications: [
        { label: 'a', confidence: 0.4 },
        { label: 'b', confidence: 0.05 },
      ],
    },
  ],
} as unknown as ModelTasks['text-classification'];
const run = async (input: Record<string, unknown>) =>
  (await runCapability(classifyText, input, {
    models: { 'text-embedding': embedder, 'text-classification': classifier },
  })) as unknown as TextClassifyOutput;

test('labels are compared with the text by what they mean', async () => {
  const labels = ['billing', 'delivery'];
  const { classifications, nearest } = await run({ text: 'The invoice is wrong.', labels });
  expect(classifications.map(({ label }) => label)).toEqual(['billing']);
  expect(nearest).toBeUndefined();
  expect((await run({ text: 'Where is my parcel?', labels })).classifications[0]).toMatchObject({ label: 'delivery' });
  const other = await run({ text: 'The sun shines.', labels });
  expect(other.classifications).toEqual([]);
  expect(other).not.toHaveProperty('warnings');
  const long = await run({ text: `An invoice. ${'x'.repeat(5_000)}`, labels });
  expect(long.warnings).toEqual([expect.stringMatching(/^The text has 932 words and parts of words more than the model reads/)]);
});

test('a description belongs to what a label means', async () => {
  embedded.length = 0;
  await run({ text: 'Hello there', labels: ['a', 'b'], descriptions: { a: 'Invoices.' } });
  expect(embedded).toEqual(expect.arrayContaining(['a: Invoices.', 'b', 'Hello there']));
});

test('a model that was taught answers; what is not sure enough is the nearest', async () => {
  expect(await run({ text: 'Hello', model: 'tickets' })).toMatchObject({
    classifications: [],
    nearest: [{ label: 'a', confidence: 0.4 }],
  });
  expect((await run({ text: 'Hello', model: 'tickets', confidence_threshold: 0.3 })).classifications).toHaveLength(1);
});

test('probabilities sum to less than 1, and to little where no label is near', () => {
  const near = probabilities([0.6, 0.1, 0.1]);
  expect(near[0]).toBeGreaterThan(0.9);
  expect(near.reduce((sum, each) => sum + each, 0)).toBeLessThan(1);
  expect(probabilities([-0.1, -0.12]).reduce((sum, each) => sum + each, 0)).toBeLessThan(0.05);
});

test.each([
  [{ text: 'Hello' }, 'labels'],
  [{ text: 'Hello', labels: ['a'], model: 'tickets' }, 'labels'],
  [{ text: 'Hello', labels: ['a', 'a'] }, 'labels'],
  [{ text: 'Hello', labels: [] }, 'labels'],
  [{ text: 'Hello', labels: ['a'], descriptions: { c: 'What?' } }, 'descriptions'],
  [{ text: 'Hello', labels: ['a'], descriptions: { a: 7 } }, 'descriptions'],
  [{ text: ' ', labels: ['a'] }, 'text'],
])('%j is refused for %s', async (input, field) => {
  await expect(run(input)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
});
