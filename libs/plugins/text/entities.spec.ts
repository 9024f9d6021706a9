/** @jest-environment ./test/onnx-environment.js */
import { toJsonSchema } from '@percept/sdk';
import type { ModelTasks } from '@percept/sdk/models';
import { capabilityPath, toOutputSchema, runCapability } from '@percept/sdk/testing';
import fc from 'fast-check';
import { openShippedModels } from '../../../test/harness/shipped-models';
import { entities } from './entities';
import type { EntitiesOutput } from './entities-output';
import { ENTITY_TYPES } from './entities/found';
import { MARK } from './entities/marks';
import { readable } from './reading/readable';

const models = openShippedModels();
let call: { models: Partial<ModelTasks> };
beforeAll(async () => (call = { models: { 'text-embedding': await models.get('text-embedding') } }));
afterAll(() => models.close());

const answer = async (text: string, types?: string[]) =>
  (await runCapability(entities, { text, ...(types && { types }) }, call)) as unknown as EntitiesOutput;
const run = async (text: string, types?: string[]) => (await answer(text, types)).entities;
const found = async (text: string, types?: string[]) => (await run(text, types)).map((each) => `${each.type} ${each.text}`);

describe('text.entities', () => {
  test.each([
    ['Ada Lovelace met Charles Babbage in London.', ['PERSON Ada Lovelace', 'PERSON Charles Babbage', 'LOCATION London']],
    ['Tim Cook studied at the University of California.', ['PERSON Tim Cook', 'ORGANIZATION University of California']],
    ['Bank of America hires in Charlotte.', ['ORGANIZATION Bank of America', 'LOCATION Charlotte']],
    ['AT&amp;T is in <b>Paris</b>', ['ORGANIZATION AT&amp;T', 'LOCATION Paris']],
    ['We met on 5 June 2023 and again yesterday.', ['DATE 5 June 2023', 'DATE yesterday']],
    ['It closes at 5:30 pm.', ['TIME 5:30 pm']],
    ['It cost $1.2 billion, later €3,500.50 or 20 dollars.', ['MONEY $1.2 billion', 'MONEY €3,500.50', 'MONEY 20 dollars']],
    ['Prices rose 12.5% or 3 percent.', ['PERCENT 12.5%', 'PERCENT 3 percent']],
    ['It weighs 3.5 kg after three hundred miles.', ['QUANTITY 3.5 kg', 'QUANTITY three hundred miles']],
    ['Write to a.b+c@example.co.uk now', ['EMAIL a.b+c@example.co.uk']],
    ['see https://example.com/x?y=1, or example.org.', ['URL https://example.com/x?y=1', 'URL example.org']],
    ['Call +49 30 901820 or (415) 555-2671.', ['PHONE +49 30 901820', 'PHONE (415) 555-2671']],
    ['thanks @some_user for #GreatIdea, not #1', ['MENTION @some_user', 'HASHTAG #GreatIdea']],
    ['ping 10.0.0.1 or 2001:db8::1, not 300.1.1.1', ['IP_ADDRESS 10.0.0.1', 'IP_ADDRESS 2001:db8::1']],
    [
      'Pay DE89 3704 0044 0532 0130 00 by card 4111 1111 1111 1111.',
      ['IBAN DE89 3704 0044 0532 0130 00', 'CARD 4111 1111 1111 1111'],
    ],
    ['neither DE88 3704 0044 0532 0130 00 nor 4111 1111 1111 1112 adds up', []],
    ['may the second of these be fine now', []],
    ['Wir treffen uns am Montag, den 3. März 2025.', ['DATE Montag, den 3. März 2025']],
    ['Rendez-vous mercredi ou le 14 juillet.', ['DATE mercredi', 'DATE 14 juillet']],
    ['Abre el jueves, cierra el 5 de mayo de 2024.', ['DATE jueves', 'DATE 5 de mayo de 2024']],
    ['Chiuso domenica e il 2 giugno.', ['DATE domenica', 'DATE 2 giugno']],
    ['Na sexta-feira, em maio de 2023.', ['DATE sexta-feira', 'DATE maio de 2023']],
    ['Seit Juni ist zu, im Mai 2024 war offen.', ['DATE Juni', 'DATE Mai 2024']],
    ['Nous partons en mars ou fin août.', ['DATE mars', 'DATE août']],
    ['A maggio chiude, desde abril abre, em junho fecha, in juli ook.', ['DATE maggio', 'DATE abril', 'DATE junho', 'DATE juli']],
    ['It opens in May, and may march on until March.', ['DATE May', 'DATE March']],
    ['Life on mars, a mai tai, Mai und juni', []],
    ['Gestern um 9 Uhr, heute um 10:30 Uhr.', ['DATE Gestern', 'TIME 9 Uhr', 'DATE heute', 'TIME 10:30 Uhr']],
    ["Aujourd'hui à 14h30, demain à 9 h 15.", ["DATE Aujourd'hui", 'TIME 14h30', 'DATE demain', 'TIME 9 h 15']],
    ['Vandaag om 9.30 uur, wczoraj albo jutro', ['DATE Vandaag', 'TIME 9.30 uur', 'DATE wczoraj']],
    ['Dwa uur, 14 huis, hier und jetzt, 2 uur wachten, 1 marca de coche', []],
    ['Spotkanie we wtorek, 15 lipca 2026, albo w maju.', ['DATE wtorek, 15 lipca 2026', 'DATE maju']],
    ['Kosztuje 1 299,99 zł albo 20 złotych.', ['MONEY 1 299,99 zł', 'MONEY 20 złotych']],
    ['Verlust: 2,5 Mio. €, also 3 Millionen Euro.', ['MONEY 2,5 Mio. €', 'MONEY 3 Millionen Euro']],
    ["Il perd 3 millions d'euros, perde 2 milioni di euro", ["MONEY 3 millions d'euros", 'MONEY 2 milioni di euro']],
    [
      'Custa 4 milhões de reais, 20 mil euros, 3 miljoen euro.',
      ['MONEY 4 milhões de reais', 'MONEY 20 mil euros', 'MONEY 3 miljoen euro'],
    ],
    [
      '12 Prozent, 5 pour cent, 7 por ciento, 8 procent',
      ['PERCENT 12 Prozent', 'PERCENT 5 pour cent', 'PERCENT 7 por ciento', 'PERCENT 8 procent'],
    ],
    ['Zadzwoń pod numer 601 234 567, o llámame al 612 345 678.', ['PHONE 601 234 567', 'PHONE 612 345 678']],
    ['Order number 601 234 567', []],
    ['Ruf an: 030 / 901 820 oder 0171-2345678.', ['PHONE 030 / 901 820', 'PHONE 0171-2345678']],
    ['Tél. : 01 23 45 67 89', ['PHONE 01 23 45 67 89']],
  ])('finds in %j what it names', async (text, expected) => expect(await found(text)).toEqual(expected));

  test.each([
    ['Der Bürgermeister von Paris traf Angela Merkel in Köln.', ['LOCATION Paris', 'PERSON Angela Merkel', 'LOCATION Köln']],
    ['Ayer María Gómez viajó de Sevilla a París.', ['PERSON María Gómez', 'LOCATION Sevilla', 'LOCATION París']],
    ['Ieri Paolo Conti è partito da Torino.', ['PERSON Paolo Conti', 'LOCATION Torino']],
    ['Минулого тижня Олена Шевченко поїхала до Києва.', ['PERSON Олена Шевченко', 'LOCATION Києва']],
    ['Deutschland schlug Italien mit 2:1.', ['LOCATION Deutschland', 'LOCATION Italien']],
  ])('finds the names of %j', async (text, expected) =>
    expect(await found(text, ['PERSON', 'ORGANIZATION', 'LOCATION'])).toEqual(expected),
  );

  test.each([
    ['Wir treffen uns am 3. Mai Paris', ['DATE 3. Mai', 'LOCATION Paris']],
    ['3. August Wien', ['DATE 3. August', 'LOCATION Wien']],
    ['USD 20 Torino', ['MONEY USD 20', 'LOCATION Torino']],
    ['Rendez-vous le 3 mai Paris.', ['DATE 3 mai', 'LOCATION Paris']],
    ['We meet on 3 May Paris.', ['DATE 3 May', 'LOCATION Paris']],
    ['Nos vemos el 3 de abril Madrid.', ['DATE 3 de abril', 'LOCATION Madrid']],
    ['Ci vediamo il 3 giugno Torino.', ['DATE 3 giugno', 'LOCATION Torino']],
    ['Encontro em 3 de maio Lisboa.', ['DATE 3 de maio', 'LOCATION Lisboa']],
    ['Afspraak op 3 mei Utrecht.', ['DATE 3 mei', 'LOCATION Utrecht']],
  ])('no name begins in the date or the amount of %j', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
    expect(await found(text, ['LOCATION'])).toEqual(expected.slice(1));
  });

  test('how the marks of a text are set changes no name', async () => {
    const spaced = '“ Ada Lovelace ( of Leeds ) met Charles Babbage in London . ”';
    const plain = '“Ada Lovelace (of Leeds) met Charles Babbage in London.”';
    const types = ['PERSON', 'LOCATION'];
    expect(await found(plain, types)).toEqual(await found(spaced, types));
    expect((await found(plain, types)).length).toBeGreaterThan(2);
  });

  test('the small model for English answers without the encoder', async () => {
    const input = { text: 'Ada Lovelace met Charles Babbage in London.', model: 'entities-en', types: ['PERSON'] };
    const { entities: names } = (await runCapability(entities, input)) as unknown as EntitiesOutput;
    expect(names.map(({ text }) => text)).toEqual(['Ada Lovelace', 'Charles Babbage']);
    await expect(runCapability(entities, { ...input, model: 'entities' })).rejects.toThrow(/text-embedding/);
  });

  test('nothing is encoded where no names are asked for', async () => {
    const input = { text: 'Ada Lovelace paid $5.', types: ['MONEY'] };
    await expect(runCapability(entities, input)).resolves.toMatchObject({ entities: [{ text: '$5' }] });
  });

  test('behind 5,000 words the small model goes on, and the answer says so', async () => {
    const sentence = 'Ada Lovelace met Charles Babbage in London and they talked for a long time. ';
    const encoder: ModelTasks['text-embedding'] = {
      ...call.models['text-embedding']!,
      stateSize: 768,
      encode: async (texts) => {
        read += texts.length;
        return texts.map(() => ({ known: 1, starts: new Uint32Array(), ends: new Uint32Array(), states: new Float32Array() }));
      },
    };
    let read = 0;
    const input = { text: sentence.repeat(400), types: ['PERSON'] };
    const long = (await runCapability(entities, input, { models: { 'text-embedding': encoder } })) as unknown as EntitiesOutput;
    expect(read).toBeGreaterThan(5_000 / 16);
    expect(read).toBeLessThan(5_000 / 13);
    expect(long.warnings).toEqual([expect.stringMatching(/behind the first 5,000 words/)]);
    expect(long.entities.at(-1)).toMatchObject({ text: 'Charles Babbage' });
  });

  test('letters that the encoder does not know are told, and make the answer less sure', async () => {
    const { entities: names, warnings } = await answer('漢字漢字漢字漢字漢字 London 漢字漢字漢字漢字', ['LOCATION']);
    expect(warnings).toEqual([expect.stringMatching(/reads Latin, Greek, Cyrillic/)]);
    for (const { confidence } of names) expect(confidence).toBeLessThan(0.5);
    expect(await answer('Berlin is large.', ['LOCATION'])).not.toHaveProperty('warnings');
  });

  test.each([
    ['10,000 emojis', '😀'.repeat(10_000), 0],
    ['a word of 10,000 letters', `Anna ${'a'.repeat(10_000)} lives in London.`, 1],
    ['mixed scripts', 'Лондон Лондоn Ἀθῆναι दिल्ली القاهرة 東京 서울 London.', 1],
    ['lone surrogates', '\ud800 London \udc00\ud800 Paris \udfff', 1],
    ['right to left', '\u202eوصل أحمد إلى القاهرة\u202c, then to London.', 1],
    ['10,000 marks that look like letters', 'ͣ'.repeat(10_000), 0],
  ])('%s: each name is a part of the text', async (_, text, least) => {
    const names = await run(text, ['PERSON', 'ORGANIZATION', 'LOCATION']);
    expect(names.length).toBeGreaterThanOrEqual(least);
    for (const each of names) expect(text.slice(each.start, each.end)).toBe(each.text);
  });

  test('neither one word behind an article nor a letter is a person', async () => {
    for (const text of ['Das Essen brachte der Kellner.', 'We asked the Waiter.', 'El Camarero no vino.', 'I'])
      expect(await found(text, ['PERSON'])).toEqual([]);
    expect(await found('She met Ada Lovelace.', ['PERSON'])).toEqual(['PERSON Ada Lovelace']);
  });

  test('only the types asked for are reported, in any case they are written', async () => {
    const text = 'Ada Lovelace paid $5 in London on 5 June 2023.';
    expect(await found(text, ['money', 'Location'])).toEqual(['MONEY $5', 'LOCATION London']);
    expect(await found(text, ['EMAIL'])).toEqual([]);
  });

  test('a type that does not exist finds nothing, and the answer says which types there are', async () => {
    const asked = (types: string[]) => answer('Ada Lovelace is in London.', types);
    const { entities: none, warnings } = await asked(['PRODUCT']);
    expect(none).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/types 'PRODUCT'\. The types are PERSON, ORGANIZATION, LOCATION, DATE/)]);
    const some = await asked(['LOCATION', 'persn', ...Array.from({ length: 12 }, (_, i) => `TYPE ${i}`)]);
    expect(some.entities.map(({ text }) => text)).toEqual(['London']);
    expect(some.warnings).toEqual([expect.stringMatching(/'persn' \(Did you mean 'PERSON'\?\).* and 3 more/)]);
    expect(await asked(['LOCATION'])).not.toHaveProperty('warnings');
  });

  test.each([
    ['I love Paris — and Berlin.', ['Paris', 'Berlin']],
    ['• London • Paris • New York', ['London', 'Paris', 'New York']],
    ['London ✈ Paris', ['London', 'Paris']],
    ['Barack Obama 😀 Angela Merkel 🎉', ['Barack Obama', 'Angela Merkel']],
    ['★ Tim Cook ★ London', ['Tim Cook', 'London']],
    ['Berlin → Rome', ['Berlin', 'Rome']],
    ['John Smith, CEO · Acme Corp · Berlin', ['John Smith', 'Acme Corp', 'Berlin']],
    ['Windows™ by Microsoft® in Redmond', ['Microsoft', 'Redmond']],
    ['We went to Washington, D.C. yesterday', ['Washington', 'D.C.', 'yesterday']],
    ['Let us go, noon is fine.', ['noon']],
  ])('marks separate the names of %j, and no name begins or ends with one', async (text, expected) => {
    expect((await run(text)).map((each) => each.text)).toEqual(expect.arrayContaining(expected));
    for (const { text: each } of await run(text)) expect(each).toMatch(/^[\p{L}\p{N}].*[\p{L}\p{N}.]$/su);
  });

  test.each([
    ['http://x.org→<b>', ['URL http://x.org']],
    ['http://x.org→http://y.org/a', ['URL http://x.org', 'URL http://y.org/a']],
    ['see http://x.org/a… or www.x.org★', ['URL http://x.org/a', 'URL www.x.org']],
    ['😀http://x.org/a😀mailto:a@b.org😀', ['URL http://x.org/a', 'URL mailto:a@b.org']],
    ['“http://x.org/a” and «http://y.org»', ['URL http://x.org/a', 'URL http://y.org']],
    ['看http://x.org/a。', ['URL http://x.org/a']],
    ['http://x.org/Michelson–Morley – http://x.org/Gal·la·', ['URL http://x.org/Michelson–Morley', 'URL http://x.org/Gal·la']],
    ['a@b.org→c@d.org★@user→#tag★', ['EMAIL a@b.org', 'EMAIL c@d.org', 'MENTION @user', 'HASHTAG #tag']],
    ['http://x.org/a?b=1&c=~2|3#d©', ['URL http://x.org/a?b=1&c=~2|3#d©']],
  ])('the links of %j end before a mark', async (text, expected) =>
    expect(await found(text, ['URL', 'EMAIL', 'MENTION', 'HASHTAG'])).toEqual(expected),
  );

  test('offsets are those of the text that was sent, behind emoji, markup and combining marks too', async () => {
    const text = '🎉🎉 e\u0301 &amp; <p>Zoë was in Lon&shy;don</p> 👩‍👩‍👧 with a@b.org';
    const all = await run(text);
    expect(all.map((each) => each.text)).toEqual(expect.arrayContaining(['Lon&shy;don', 'a@b.org']));
    for (const each of all) expect(text.slice(each.start, each.end)).toBe(each.text);
  });

  test('for every text the entities are its parts, in order and apart', async () => {
    const pieces = fc.constantFrom(
      ...[
        '<b>',
        '</b>',
        '&amp;',
        '&#128512;',
        '😀',
        'e\u0301',
        '\u0000',
        '\u200b',
        '<!--',
        '-->',
        '\ud800',
        '\n',
        ' ',
        '. ',
        ', ',
      ],
      ...[
        'London',
        'Acme Corp',
        '@user',
        '#tag',
        '$5',
        '12%',
        ' noon ',
        ' — ',
        '→',
        '★',
        '…',
        '5 June 2023',
        '3 km',
        'a@b.org',
        'http://x.org',
        'www.x.org/a',
        '10.0.0.1',
        '5pm',
        '::1',
      ],
      ...['+1 415 555 2671', 'Mr. ', 'AT&amp;T'],
    );
    const atAnEnd = new RegExp(`^(?:\\s|${MARK})|(?:\\s|${MARK})$`, 'u');
    const text = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        fc.pre(readable(each).text.trim() !== '');
        let last = 0;
        for (const { text: part, start, end, confidence } of await run(each)) {
          expect(each.slice(start, end)).toBe(part);
          expect(part).not.toMatch(atAnEnd);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(confidence).toBeGreaterThan(0);
          last = end;
        }
      }),
      { numRuns: 100 },
    );
  });

  test.each(['@', 'a@', '1 ', '12-', '<a ', '&', '\n', 'May ', 'A ', '(', '$1,', 'x. ', '😀', 'www.', '::', "a'", '<!--'])(
    '30,000 characters of %j are answered',
    async (part) => {
      const text = `x ${part.repeat(30_000 / part.length)}`;
      await expect(runCapability(entities, { text, model: 'entities-en' })).resolves.toBeDefined();
    },
    60_000,
  );

  test.each(['a@', 'x. ', '中 '])(
    '100,000 characters of %j are answered by the encoder',
    async (part) => {
      await expect(run(part.repeat(100_000 / part.length))).resolves.toBeDefined();
    },
    120_000,
  );

  test.each([
    [{ text: '' }, 'text', /blank/],
    [{ text: '<br>' }, 'text', /only markup/],
    [{ text: ['a'] }, 'text', /must be a text/],
    [{ text: 'London', types: [] }, 'types', /at least 1/],
    [{ text: 'London', types: 'PERSON' }, 'types', /list of texts/],
    [{ text: 'London', type: ['PERSON'] }, 'type', /Did you mean 'types'/],
  ])('refuses %j, naming %s', async (input, field, reason) => {
    await expect(runCapability(entities, input, call)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test('more than 100,000 characters are refused with their number', async () => {
    await expect(run('a'.repeat(100_001))).rejects.toThrow('has 100,001 characters; at most 100,000 are read');
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(entities)).toBe('/v2/text/entities');
    expect(toJsonSchema(entities.input)).toMatchObject({ required: ['text'] });
    expect(toOutputSchema(entities).required).toEqual(['entities', 'processing_time_ms']);
    for (const type of ENTITY_TYPES) expect(toJsonSchema(entities.input).properties!.types!.description).toContain(type);
  });

  test('has examples that its own input class accepts', async () => {
    for (const example of entities.examples ?? []) await expect(runCapability(entities, example, call)).resolves.toBeDefined();
  });
});
