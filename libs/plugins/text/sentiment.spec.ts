/** @jest-environment ./test/onnx-environment.js */
import { toJsonSchema } from '@percept/sdk';
import type { ModelTasks } from '@percept/sdk/models';
import { capabilityPath, toOutputSchema, runCapability } from '@percept/sdk/testing';
import fc from 'fast-check';
import { openShippedModels } from '../../../test/harness/shipped-models';
import { readable } from './reading/readable';
import { sentiment } from './sentiment';
import type { SentimentOutput } from './sentiment-output';
import { withoutEllipses } from './sentiment/ellipsis';
import type * as Folder from './weights/folder';

let brokenModel: string | undefined;
jest.mock('./weights/folder', () => {
  const { shippedModel } = jest.requireActual<typeof Folder>('./weights/folder');
  const open = (name: string) => {
    if (name === brokenModel) throw new Error(`models/${name} is broken.`);
    return shippedModel(name);
  };
  return { shippedModel: open };
});

const models = openShippedModels();
let call: { models: Partial<ModelTasks> };
beforeAll(async () => (call = { models: { 'text-embedding': await models.get('text-embedding') } }));
afterAll(() => models.close());

const run = async (text: string, more: Record<string, unknown> = {}) =>
  (await runCapability(sentiment, { text, ...more }, call)) as unknown as SentimentOutput;
/** Without an encoder: what needs one fails. */
const runFast = async (text: string, more: Record<string, unknown> = {}) =>
  (await runCapability(sentiment, { text, model: 'sentiment-fast', ...more })) as unknown as SentimentOutput;
const said = async (text: string, more = {}) => (await run(text, more)).sentiment;

describe('text.sentiment', () => {
  test.each([
    ['I love this, it works great!', 'positive'],
    ['This is the worst purchase I have ever made.', 'negative'],
    ['The meeting is at the town hall.', 'neutral'],
    ['The food was not good at all.', 'negative'],
    ['Not bad at all, I would come again!', 'positive'],
    ['😍😍😍', 'positive'],
    ['Another delay 😡', 'negative'],
    ['#BestDayEver', 'positive'],
    ['sooooo happyyyyy', 'positive'],
    ['I <b>hate</b> it &amp; want my money back', 'negative'],
    ['<p>Awful.</p><script>great great great</script>', 'negative'],
    ['won\u0000derful, I am so hap\u00adpy', 'positive'],
  ])('says of %j that it is %s', async (text, expected) => expect(await said(text)).toBe(expected));

  test.each([
    ['es', 'Me encanta este libro, es maravilloso.', 'No me gusta nada, es horrible.'],
    ['pt', 'Adoro este livro, é maravilhoso e muito bom.', 'Este filme é horrível, uma merda total.'],
    ['fr', "J'adore ce livre, il est magnifique.", 'Ce film est vraiment nul et horrible.'],
    ['it', 'Questo libro è bellissimo e meraviglioso.', 'Questo film è orribile e noioso.'],
    ['de', 'Das ist ein wunderbares und sehr gutes Buch.', 'Das Essen war wirklich schlecht und schrecklich.'],
    ['nl', 'Dit is een prachtig en heel goed boek.', 'Het eten was echt slecht en verschrikkelijk.'],
  ])('knows what is said in %s, and that it is', async (language, good, bad) => {
    expect(await run(good)).toMatchObject({ language, sentiment: 'positive' });
    expect(await run(bad)).toMatchObject({ language, sentiment: 'negative' });
  });

  test.each(['entities', 'entities-en'])(
    'judges the text without names if the model %s is broken, and says so',
    async (broken) => {
      brokenModel = broken;
      try {
        const { entities, ...answer } = await runCapability(
          { ...sentiment },
          { text: 'I love the new office of Acme Corp in London!' },
          call,
        );
        expect(answer).toMatchObject({
          sentiment: 'positive',
          warnings: [expect.stringContaining('model that finds names cannot be used')],
        });
        expect(entities).toEqual([]);
      } finally {
        brokenModel = undefined;
      }
    },
  );

  test('a negation turns a word round in the other languages too', async () => {
    for (const [plain, negated] of [
      ['Das Essen ist gut.', 'Das Essen ist nicht gut.'],
      ['La comida es buena.', 'La comida no es buena.'],
    ] as const) {
      const [good, bad] = [await run(plain), await run(negated)];
      expect(bad.scores.positive).toBeLessThan(good.scores.positive);
      expect(bad.scores.negative).toBeGreaterThan(good.scores.negative);
    }
  });

  test.each([
    ['I could not be happier with these boots.', 'positive'],
    ['Nothing to complain about.', 'positive'],
    ['The evening was far from boring.', 'positive'],
    ['Thanks for nothing.', 'negative'],
    ['The guide was anything but helpful.', 'negative'],
    ['The museum opens at noon.', 'neutral'],
  ])('what is said by order and events is understood: %s is %s', async (text, sentiment) => {
    expect(await run(text, { language: 'en' })).toMatchObject({ sentiment });
  });

  test.each([
    ['👎', 'negative'],
    ['💔', 'negative'],
    ['😡', 'negative'],
    ['👎🏿', 'negative'],
    ['🤮🤬', 'negative'],
    ['😢 !!', 'negative'],
    ['👍', 'positive'],
    ['🥰', 'positive'],
    ['❤️', 'positive'],
    ['👍👎', 'neutral'],
    ['🤔', 'neutral'],
    ['😐', 'neutral'],
  ])('%s alone is %s, in every language', async (text, expected) => {
    for (const language of ['en', 'de', 'es']) expect(await said(text, { language })).toBe(expected);
  });

  test.each([
    ['The room was lovely, the breakfast was not.', 'The room was lovely, the breakfast was not lovely.'],
    ['The food was good and the service wasn’t.', 'The food was good and the service wasn’t good.'],
    ['Breakfast is not worth it, but dinner is!', 'Breakfast is not worth it, but dinner is worth it!'],
    ['The room was lovely, the breakfast was not good.', 'The room was lovely, the breakfast was not good.'],
    ['It is what it is.', 'It is what it is.'],
  ])('in %j each clause says what it is', (text, expected) => expect(withoutEllipses(text)).toBe(expected));

  test('what a clause turns round without saying it again is heard', async () => {
    for (const text of ['The room was lovely, the breakfast was not.', 'The food was good, the service was not.']) {
      expect(await said(text)).not.toBe('positive');
    }
    expect((await run('The room was lovely, the breakfast was lovely.')).sentiment).toBe('positive');
  });

  test.each([
    ['de', 'Der Bildschirm ist nach zwei Tagen gesprungen.', 'negative'],
    ['de', 'Das Museum öffnet um neun Uhr.', 'neutral'],
    ['fr', 'Le musée ouvre à neuf heures.', 'neutral'],
    ['es', 'El camarero nos trató como en casa.', 'positive'],
    ['it', 'La migliore pizza della città.', 'positive'],
    ['pl', 'Najlepsze pierogi w mieście.', 'positive'],
    ['nl', 'Niemand belt me terug.', 'negative'],
    ['ru', 'Это очень хорошая книга, мне она понравилась.', 'positive'],
    ['el', 'Το φαγητό ήταν απαίσιο και κρύο.', 'negative'],
  ])('in %s, %s is %s without a word that a list has', async (language, text, sentiment) => {
    expect(await run(text, { language })).toMatchObject({ sentiment, language });
  });

  test('a script that the model does not read is said, and rests on nothing', async () => {
    const answer = await run('この映画は本当に最高でした。', { language: 'ja' });
    expect(answer.warnings).toEqual([expect.stringMatching(/knows \d+ % of the characters/)]);
    expect(answer.confidence).toBeLessThan(0.6);
    expect(await run('Das Essen war gut.')).not.toHaveProperty('warnings');
  });

  test('of sentiment-fast, an answer that rests on no known word says so by its confidence', async () => {
    for (const text of ['Der Bildschirm ist am ersten Tag gesprungen.', 'Das Museum öffnet um neun Uhr.']) {
      expect(await runFast(text, { language: 'de' })).toMatchObject({ sentiment: 'neutral', confidence: 0.4 });
    }
    expect((await runFast('Der Kellner war unfreundlich.', { language: 'de' })).confidence).toBeGreaterThan(0.5);
  });

  test('where the fast model is sure of an English text, the encoder is not asked', async () => {
    const encode = jest.fn().mockRejectedValue(new Error('not needed'));
    const models = { 'text-embedding': { encode } as unknown as ModelTasks['text-embedding'] };
    const easy = { text: 'I love this, it works great! Thank you, it is wonderful and amazing.', language: 'en' };
    expect(await runCapability(sentiment, easy, { models })).toMatchObject({ sentiment: 'positive' });
    expect(await runCapability(sentiment, { text: '😡', language: 'fr' }, { models })).toMatchObject({ sentiment: 'negative' });
    await expect(runCapability(sentiment, { text: 'The parcel is here.', language: 'en' }, { models })).rejects.toThrow(
      'not needed',
    );
  });

  test('a text whose words alone say it is not read by the encoder, unless one may name something or reverse the others', async () => {
    const { rows, identity } = call.models['text-embedding']!;
    const asked = (text: string, language: string) => {
      const encode = jest.fn().mockRejectedValue(new Error('needed'));
      const embedder = { encode, identity, rows: rows.bind(call.models['text-embedding']) };
      const models = { 'text-embedding': embedder as unknown as ModelTasks['text-embedding'] };
      return runCapability(sentiment, { text, language }, { models });
    };
    expect(await asked('Muchas gracias, me encanta, es maravilloso.', 'es')).toMatchObject({ sentiment: 'positive' });
    expect(await asked('Grazie mille, sono molto felice, è bellissimo!', 'it')).toMatchObject({ sentiment: 'positive' });
    for (const [text, language] of [
      ['Muchas gracias a Ana, me encanta, es maravilloso.', 'es'],
      ['El paquete tiene dos cajas.', 'es'],
      ['No está nada mal.', 'es'],
      ['Grazie mille, è bellissimo, ma freddo.', 'it'],
      ['هذا رائع جدا، شكرا لكم', 'ar'],
    ])
      await expect(asked(text!, language!)).rejects.toThrow('needed');
  });

  test('sentences go to the encoder together, each once', async () => {
    const encode = jest.fn((texts: readonly string[]) => call.models['text-embedding']!.encode(texts));
    const { identity, stateSize } = call.models['text-embedding']!;
    const models = { 'text-embedding': { encode, identity, stateSize } as unknown as ModelTasks['text-embedding'] };
    const text = 'Das Zimmer war sauber. Das Essen war kalt. Die Straße war laut.';
    const answer = await runCapability(sentiment, { text, detailed: true, language: 'de' }, { models });
    expect(answer.sentences).toHaveLength(3);
    const asked = encode.mock.calls.flatMap(([texts]) => texts);
    expect(asked).toHaveLength(new Set(asked).size);
    expect(encode.mock.calls.length).toBeLessThan(asked.length);
  });

  test('one reading of a text serves its judgement, its names and what is said of them', async () => {
    const encode = jest.fn((texts: readonly string[]) => call.models['text-embedding']!.encode(texts));
    const { identity, stateSize } = call.models['text-embedding']!;
    const models = { 'text-embedding': { encode, identity, stateSize } as unknown as ModelTasks['text-embedding'] };
    const text = 'Gestern war ich bei Anna Huber in Köln. Der Laden von Siemens war geschlossen. Paris hat geregnet.';
    const { entities: names } = await runCapability(sentiment, { text, language: 'de' }, { models });
    expect(encode.mock.calls).toEqual([[[text]]]);
    expect((names as { text: string }[]).map((name) => name.text)).toEqual(['Anna Huber', 'Köln', 'Siemens', 'Paris']);
  });

  test.each([
    ['10,000 emoji', '😀'.repeat(10_000)],
    ['a word of 10,000 letters', 'a'.repeat(10_000)],
    ['lone surrogates', '\ud800 \udfff x'],
    ['right to left', '\u202eمرحبا بالعالم\u202c and more'],
    ['mixed scripts', 'Привет мир, γειά σου 漢字 hello नमस्ते'],
  ])('%s: answered', async (_, text) => {
    const { scores } = await run(text, { language: 'de', detailed: true });
    expect(scores.positive + scores.negative + scores.neutral).toBeCloseTo(1, 6);
  });

  test.each([
    ['a rating of one star', 'negative', '★☆☆☆☆'],
    ['a rating of three stars', 'neutral', '★★★☆☆'],
    ['a rating of five stars', 'positive', '★★★★★'],
    ['a row of lone surrogates', 'neutral', '\ud800'.repeat(5_000)],
    ['a row of quotation marks', 'neutral', '"'.repeat(10_000)],
  ])('%s is %s', async (_, sentiment, text) => {
    const answer = await run(text);
    expect(answer.sentiment).toBe(sentiment);
    if (sentiment === 'neutral') expect(answer.confidence).toBeLessThan(0.75);
  });

  test('shouting is heard', async () => {
    const [calm, loud] = [await runFast('this phone is awful'), await runFast('this phone is AWFUL')];
    expect(loud.scores.negative).toBeGreaterThan(calm.scores.negative);
  });

  test('whom the text names is reported with the sentiment of the clause', async () => {
    const { entities } = await run('I love Microsoft, but the people at Acme Corp were rude and terrible. London is in England.');
    expect(entities).toEqual(
      expect.arrayContaining([
        { text: 'Microsoft', type: 'ORGANIZATION', sentiment: 'positive' },
        { text: 'Acme Corp', type: 'ORGANIZATION', sentiment: 'negative' },
        { text: 'London', type: 'LOCATION', sentiment: 'neutral' },
      ]),
    );
    for (const text of ['Write to a@b.de please.', 'a@b.de', 'I']) expect((await run(text)).entities).toEqual([]);
  });

  test('a text too short to tell is English, with a low confidence', async () => {
    for (const text of ['ok', '👍', '!!!', '42']) {
      const { language, language_confidence } = await run(text);
      expect({ language, low: language_confidence <= 0.5 }).toEqual({ language: 'en', low: true });
    }
    expect((await run('I think that this is a rather long English sentence.')).language_confidence).toBeGreaterThan(0.9);
  });

  test('a language that the caller names is taken', async () => {
    expect(await run('ok', { language: 'DE' })).toMatchObject({ language: 'de', language_confidence: 1 });
    expect(await run('ok', { language: 'pt-BR' })).toMatchObject({ language: 'pt' });
  });

  test('detailed gives each sentence with its place in the text as it was sent', async () => {
    const text = '<p>I love the room &amp; the view.</p>\n Mr. Jones was rude! 😡';
    const { sentences } = await run(text, { detailed: true });
    expect(sentences!.map((each) => each.text)).toEqual(['I love the room &amp; the view.', 'Mr. Jones was rude! 😡']);
    expect(sentences!.map((each) => each.sentiment)).toEqual(['positive', 'negative']);
    for (const { text: each, start, end } of sentences!) expect(text.slice(start, end)).toBe(each);
    expect(await run(text)).not.toHaveProperty('sentences');
  });

  test('for every text the scores sum to 1 and the sentences are its parts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc
        .array(
          fc.constantFrom('<b>', '&amp;', '&#128512;', '😀', 'e\u0301', ' good', '. ', '\u0000', '<!--', 'Dr. ', '\ud800', '\n'),
          {
            minLength: 1,
          },
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        fc.pre(readable(each).text.trim() !== '');
        const { scores, sentiment, confidence, sentences } = await run(each, { detailed: true, language: 'en' });
        expect(scores.positive + scores.negative + scores.neutral).toBeCloseTo(1, 10);
        expect(confidence).toBe(scores[sentiment]);
        let last = 0;
        for (const sentence of sentences!) {
          expect(each.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(sentence.start).toBeGreaterThanOrEqual(last);
          last = sentence.end;
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [{ text: '' }, 'text', /blank/],
    [{ text: ' \n\t' }, 'text', /blank/],
    [{ text: '<b></b>&nbsp;\u200b' }, 'text', /only markup/],
    [{}, 'text', /is required/],
    [{ text: 5 }, 'text', /must be a text/],
    [{ text: 'good', language: 'xx' }, 'language', /'xx' is not a supported language.*ISO 639-1/],
    [{ text: 'good', language: 'ru', model: 'sentiment-fast' }, 'language', /'ru' is not a supported.*sentiment-fast are en, de/],
    [
      { text: 'Это очень хорошая книга, мне она понравилась.', model: 'sentiment-fast' },
      'language',
      /detected as 'ru'.*sentiment-fast are en, /,
    ],
    [{ text: 'good', model: 'big' }, 'model', /'sentiment', 'sentiment-fast'/],
    [{ text: 'good', detailed: 'maybe' }, 'detailed', /true or false/],
    [{ text: 'good', detail: true }, 'detail', /Did you mean 'detailed'/],
  ])('refuses %j, naming %s', async (input, field, reason) => {
    await expect(runCapability(sentiment, input)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test('10,000 characters outside the basic plane are read, 10,001 are not', async () => {
    await expect(run('😀'.repeat(10_001))).rejects.toThrow('has 10,001 characters; at most 10,000 are read');
    await expect(run('😀'.repeat(10_000))).resolves.toMatchObject({ sentiment: 'positive' });
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(sentiment)).toBe('/v2/text/sentiment');
    expect(toJsonSchema(sentiment.input)).toMatchObject({ required: ['text'], properties: { detailed: { default: false } } });
    expect(toOutputSchema(sentiment).required).toEqual(
      expect.arrayContaining(['sentiment', 'confidence', 'scores', 'entities', 'language', 'processing_time_ms']),
    );
  });

  test('has examples that its own input class accepts', async () => {
    for (const example of sentiment.examples ?? []) await expect(runCapability(sentiment, example, call)).resolves.toBeDefined();
  });
});
