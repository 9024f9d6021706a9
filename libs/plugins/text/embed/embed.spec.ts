import type { TextEmbedder } from '@percept/sdk/models';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import { embedText } from './embed';
import type { TextEmbedOutput } from './embed';

const asked: string[] = [];
const standIn = (known: number, more: object = {}) =>
  ({
    identity: { name: 'stand-in', version: '3', digest: '0' },
    embed: async (texts: readonly string[]) => (
      asked.push(...texts),
      [{ vector: Float32Array.of(0.6, 0.8), known, tokens: 5, ...more }]
    ),
  }) as unknown as TextEmbedder;
const run = async (input: Record<string, unknown>, known = 1) =>
  (await runCapability(embedText, input, { models: { 'text-embedding': standIn(known) } })) as unknown as TextEmbedOutput;

test('answers a vector with the model that it comes from', async () => {
  expect(capabilityPath(embedText)).toBe('/v2/text/embed');
  expect(await run({ text: 'The boat is late.' })).toEqual({
    embedding: [0.6, 0.8],
    dimensions: 2,
    tokens: 5,
    model: { name: 'stand-in', version: '3' },
  });
});

test('reads what a reader sees, without markup', async () => {
  asked.length = 0;
  await run({ text: '<p>The <b>boat</b> is late.</p>' });
  expect(asked.map((text) => text.trim())).toEqual(['The boat is late.']);
});

test('warns where the model does not know the characters', async () => {
  expect((await run({ text: '東京' }, 0)).warnings).toEqual([expect.stringContaining('0 % of the characters')]);
});

test('warns where a text has more tokens than are read', async () => {
  const models = { 'text-embedding': standIn(1, { unread: 5920 }) };
  const { warnings } = (await runCapability(embedText, { text: '🎉' }, { models })) as unknown as TextEmbedOutput;
  expect(warnings).toEqual([expect.stringMatching(/^The text has 5,920 words and parts of words more than the model reads/)]);
});

test.each(['', '  ', '<br>', 'a'.repeat(10_001)])('refuses a blank text, and one that is too long', async (text) => {
  await expect(run({ text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
