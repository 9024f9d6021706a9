import { LanguageServiceClient, v2 } from '@google-cloud/language';
import { ImageAnnotatorClient } from '@google-cloud/vision';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { portrait } from '../../harness/fixtures/faces';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { sending } from '../../harness/sending';
import { CallsOfClients } from './calls-of-clients';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const CONTENT = IMAGE.toString('base64');

const calls = new CallsOfClients('google');
let percept: RunningPercept;
let vision: ImageAnnotatorClient;
let language: LanguageServiceClient;
let language2: v2.LanguageServiceClient;
/** Address and credentials: all that a user changes. */
const optionsFor = (apiKey: string): Record<string, any> => {
  const { hostname, port } = new URL(percept.url);
  // Jest has no dynamic import, with which the client loads its fetch.
  const clientOptions = { transporterOptions: { fetchImplementation: calls.fetch } };
  return { fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port), apiKey, clientOptions };
};
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_FETCH_ALLOW: '127.0.0.0/8' } });
  vision = new ImageAnnotatorClient(optionsFor(percept.key));
  language = new LanguageServiceClient(optionsFor(percept.key));
  language2 = new v2.LanguageServiceClient(optionsFor(percept.key));
});
afterAll(async () => {
  await Promise.all([vision.close(), language.close(), language2.close()]);
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
/** The message of an error; in Jest's realm the client takes a body for a list of bytes. */
const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const { message } = await call.then(
    () => new Error('it was answered'),
    (error: Error) => error,
  );
  return /^[\d,]+$/.test(message) ? String.fromCharCode(...message.split(',').map(Number)) : message;
};
const annotate = (requests: unknown) => post('/v1/images:annotate', { requests });

describe('@google-cloud/vision', () => {
  test('finds objects with boxes as fractions of the picture', async () => {
    const [{ localizedObjectAnnotations }] = await vision.objectLocalization!({ image: { content: IMAGE } });
    const own = await percept.fetch('/v2/vision/analyze?features=objects', {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: IMAGE,
    });
    const { objects } = (await own.json()) as any;
    const { width, height } = await sharp(IMAGE).metadata();
    expect(localizedObjectAnnotations!.map(({ name, score }) => ({ name, score }))).toEqual(
      objects.map(({ name, confidence }: any) => ({ name, score: confidence })),
    );
    const { x, y } = objects[0].bounding_box;
    const [corner] = localizedObjectAnnotations![0]!.boundingPoly!.normalizedVertices!;
    expect([corner!.x! * width, corner!.y! * height]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)]);
  });

  test('names what the picture shows, most likely first, and at most as many as asked for', async () => {
    const [{ labelAnnotations }] = await vision.labelDetection({ image: { content: IMAGE } });
    expect(labelAnnotations!.length).toBeGreaterThan(0);
    const [first] = await vision.batchAnnotateImages({
      requests: [{ image: { content: IMAGE }, features: [{ type: 'LABEL_DETECTION', maxResults: 1 }] }],
    });
    expect(first.responses![0]!.labelAnnotations!.map(({ description }) => description)).toEqual([
      labelAnnotations![0]!.description,
    ]);
  });

  test('reads text: the whole first, then its words, and the full text down to symbols with boxes', async () => {
    const content = await letteringImage('MARKET STREET');
    const [{ textAnnotations, fullTextAnnotation }] = await vision.documentTextDetection({ image: { content } });
    expect(textAnnotations!.map(({ description }) => description)).toEqual(['MARKET STREET', 'MARKET', 'STREET']);
    expect(fullTextAnnotation!.text).toBe('MARKET STREET\n');
    const { width, height, blocks } = fullTextAnnotation!.pages![0]!;
    const { width: pixels } = await sharp(content).metadata();
    expect([width, height]).toEqual([pixels, 160]);
    const words = blocks!.flatMap((block) => block.paragraphs!.flatMap((paragraph) => paragraph.words!));
    expect(words.map((word) => word.symbols!.map(({ text }) => text).join(''))).toEqual(['MARKET', 'STREET']);
    const starts = words.flatMap(({ symbols }) => symbols!.map((each) => each.boundingBox!.vertices![0]!.x!));
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    expect(words[1]!.boundingBox!.vertices).toEqual(textAnnotations![2]!.boundingPoly!.vertices);
    const breaks = words.map(({ symbols }) => symbols!.at(-1)!.property!.detectedBreak!.type);
    expect(breaks).toEqual(['SPACE', 'EOL_SURE_SPACE']);
  });

  test('gives faces and colours', async () => {
    const [{ faceAnnotations }] = await vision.faceDetection({ image: { content: IMAGE } });
    expect(faceAnnotations).toEqual([]);
    const [{ imagePropertiesAnnotation }] = await vision.imageProperties({ image: { content: IMAGE } });
    const { colors } = imagePropertiesAnnotation!.dominantColors!;
    expect(colors!.reduce((sum, { pixelFraction }) => sum + pixelFraction!, 0)).toBeCloseTo(1, 3);
  });

  test('a face has points, named as Google names them, and likelihoods', async () => {
    const content = await sharp(Buffer.from(portrait.svg)).flatten().jpeg().toBuffer();
    const [{ faceAnnotations }] = await vision.faceDetection({ image: { content } });
    expect(faceAnnotations).toHaveLength(1);
    const { landmarks, boundingPoly, joyLikelihood } = faceAnnotations![0]!;
    const at = new Map(landmarks!.map(({ type, position }) => [type, position!]));
    expect([...at.keys()]).toEqual([
      ...['LEFT_EYE', 'RIGHT_EYE', 'NOSE_TIP', 'MOUTH_CENTER', 'LEFT_EAR_TRAGION', 'RIGHT_EAR_TRAGION'],
    ]);
    // LEFT is left for who looks at the picture.
    const [left, right, mouth] = ['LEFT_EYE', 'RIGHT_EYE', 'MOUTH_CENTER'].map((name) => at.get(name as never)!);
    expect([left!.x! < mouth!.x!, mouth!.x! < right!.x!, left!.y! < mouth!.y!]).toEqual([true, true, true]);
    const [corner, , opposite] = boundingPoly!.vertices!;
    for (const { x, y } of [left!, right!, mouth!])
      expect([x! > corner!.x!, y! > corner!.y!, x! < opposite!.x!, y! < opposite!.y!]).toEqual([true, true, true, true]);
    expect(joyLikelihood).toMatch(/^(VERY_)?(UN)?LIKELY$|^POSSIBLE$/);
  });

  test('each feature of one picture in one call, as the methods of the client ask for them', async () => {
    const [whole] = await vision.annotateImage({
      image: { content: IMAGE },
      features: [
        { type: 'LABEL_DETECTION' },
        { type: 'OBJECT_LOCALIZATION' },
        { type: 'TEXT_DETECTION' },
        { type: 'IMAGE_PROPERTIES' },
      ],
    });
    const [labels] = await vision.labelDetection(IMAGE);
    const [objects] = await vision.objectLocalization!(IMAGE);
    const [text] = await vision.textDetection(IMAGE);
    const [colours] = await vision.imageProperties(IMAGE);
    expect(whole.labelAnnotations).toEqual(labels.labelAnnotations);
    expect(whole.localizedObjectAnnotations).toEqual(objects.localizedObjectAnnotations);
    expect(whole.textAnnotations).toEqual(text.textAnnotations);
    for (const { imagePropertiesAnnotation: found } of [whole, colours])
      expect(found!.dominantColors!.colors!.length).toBeGreaterThan(0);
    expect(text.textAnnotations![0]!.description).toContain('STOP');
  });

  test('a faulty picture of a batch has an error in its place, and the others are answered', async () => {
    const features = [{ type: 'OBJECT_LOCALIZATION' as const }];
    const [{ responses }] = await vision.batchAnnotateImages({
      requests: [
        { image: { content: Buffer.from('text') }, features },
        { image: { content: IMAGE }, features },
        { image: { source: { imageUri: 'gs://bucket/a.jpg' } }, features },
        { image: { content: IMAGE }, features: [...features, { type: 'SAFE_SEARCH_DETECTION' }] },
      ],
    });
    expect(responses!.map(({ error }) => error?.code ?? 0)).toEqual([3, 0, 3, 12]);
    expect(responses![2]!.error!.message).toContain('Cloud Storage');
    expect(responses![1]!.localizedObjectAnnotations!.length).toBeGreaterThan(0);
    expect(responses![3]!.localizedObjectAnnotations!.length).toBeGreaterThan(0);
  });

  test('a picture by its address is answered as its bytes are, and an address without one is an error in its place', async () => {
    const server = createServer(({ url }, answer) => {
      if (url === '/crossing.jpg') answer.end(IMAGE);
      else answer.writeHead(404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const features = [{ type: 'OBJECT_LOCALIZATION' as const }];
    const [{ responses }] = await vision.batchAnnotateImages({
      requests: [
        { image: { content: IMAGE }, features },
        { image: { source: { imageUri: `${base}/crossing.jpg` } }, features },
        { image: { source: { imageUri: `${base}/none.jpg` } }, features },
      ],
    });
    server.close();
    const [byBytes, byAddress, missing] = responses!;
    expect(byAddress!.localizedObjectAnnotations!.length).toBeGreaterThan(0);
    expect(byAddress!.localizedObjectAnnotations).toEqual(byBytes!.localizedObjectAnnotations);
    expect(missing!.error!.message).toContain('404');
  });

  test('a stranger gets UNAUTHENTICATED', async () => {
    const stranger = new ImageAnnotatorClient(optionsFor('pk_live_wrong'));
    expect(await reasonOf(stranger.labelDetection({ image: { content: IMAGE } }))).toContain('UNAUTHENTICATED');
    await stranger.close();
  });
});

describe('@google-cloud/language', () => {
  const document = { type: 'PLAIN_TEXT' as const, content: '🎉 I love London. Ada Lovelace hated the rain.' };

  test('v1 judges a document and its sentences, with offsets in the encoding', async () => {
    const [answer] = await language.analyzeSentiment({ document, encodingType: 'UTF8' });
    expect(answer.language).toBe('en');
    const [first, second] = answer.sentences!;
    expect([first!.sentiment!.score! > 0, second!.sentiment!.score! < 0]).toEqual([true, true]);
    const bytes = Buffer.from(document.content);
    const begin = second!.text!.beginOffset!;
    expect(bytes.subarray(begin).toString()).toMatch(/^Ada Lovelace hated/);
  });

  test('v1 and v2 find entities', async () => {
    const [one] = await language.analyzeEntities({ document, encodingType: 'UTF32' });
    const [two] = await language2.analyzeEntities({ document, encodingType: 'UTF16' });
    for (const { entities } of [one, two])
      expect(entities!.map(({ name, type }) => [name, type])).toEqual([
        ['London', 'LOCATION'],
        ['Ada Lovelace', 'PERSON'],
      ]);
    const mention = one.entities![1]!.mentions![0]!.text!;
    expect(Array.from(document.content).slice(mention.beginOffset!).join('')).toMatch(/^Ada/);
    expect(two.entities![1]!.mentions![0]!.probability).toBeGreaterThan(0.5);
  });

  test('annotateText answers both at once, and refuses what Percept has not', async () => {
    const features = { extractDocumentSentiment: true, extractEntities: true };
    const [answer] = await language2.annotateText({ document, features, encodingType: 'UTF16' });
    expect(answer).toMatchObject({ languageCode: 'en', languageSupported: true });
    expect([answer.entities!.length, answer.sentences!.length]).toEqual([2, 2]);
    expect(await reasonOf(language.annotateText({ document, features: { classifyText: true } }))).toContain('classifyText');
    expect(await reasonOf(language.classifyText({ document }))).toContain('UNIMPLEMENTED');
  });
});

test('the clients of Google made at least as many calls as the count of all needs', () => calls.expectEnough());

describe('the wire', () => {
  test('the key is taken from the header, the query and the bearer', async () => {
    const body = JSON.stringify({ document: { content: 'Fine.' } });
    const json = { 'content-type': 'application/json' };
    for (const [query, headers] of [
      ['', { 'x-goog-api-key': percept.key }],
      [`?key=${percept.key}`, {}],
      ['', { authorization: `Bearer ${percept.key}` }],
    ] as const) {
      const url = `${percept.url}/v1/documents:analyzeSentiment${query}`;
      expect((await fetch(url, { method: 'POST', body, headers: { ...json, ...headers } as any })).status).toBe(200);
    }
  });

  test('names may be in snake case and enumerations in numbers, and a picture with two kinds of features counts twice', async () => {
    const made = await make({ plan: 'free' });
    const requests = [{ image: { content: CONTENT }, features: [{ type: 4, max_results: 1 }, { type: 19 }] }];
    const { status, body, headers } = await post('/v1/images:annotate', { requests }, { key: made.key });
    expect([status, body.responses[0].labelAnnotations.length, headers.get('x-ratelimit-remaining')]).toEqual([200, 1, '998']);
  });

  const picture = { image: { content: CONTENT }, features: [{ type: 'LABEL_DETECTION' }] };
  test.each([
    ['17 images', Array(17).fill(picture), /17 images; at most 16/],
    ['an unknown feature', [{ ...picture, features: [{ type: 'SMELL_DETECTION' }] }], /type.*FACE_DETECTION/],
    ['none', [], /must not be empty/],
    ['a text', 'all', /must be a list/],
    ['no features', [{ image: picture.image }], /features/],
  ])('%s in a batch: INVALID_ARGUMENT', async (_name, requests, message) => {
    const { status, body } = await annotate(requests);
    expect([status, body]).toEqual([
      400,
      { error: { code: 400, status: 'INVALID_ARGUMENT', message: expect.stringMatching(message) } },
    ]);
  });

  test('broken JSON, a key without the scope and asynchronous batches are refused in the shape of Google', async () => {
    const broken = await percept.fetch('/v1/images:annotate', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { status: 'INVALID_ARGUMENT' } }]);
    const made = await make({ scopes: ['webhooks'] });
    const refused = await send('/v1/documents:analyzeEntities', { method: 'POST', body: {}, key: made.key });
    expect([refused.status, refused.body.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    const later = await post('/v1/images:asyncBatchAnnotate', {});
    expect([later.status, later.body.error.status]).toEqual([501, 'UNIMPLEMENTED']);
  });
});
