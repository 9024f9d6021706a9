import createImageClient, { isUnexpected, type ImageAnalysisClient } from '@azure-rest/ai-vision-image-analysis';
import { TextAnalysisClient } from '@azure/ai-language-text';
import { AzureKeyCredential, TextAnalyticsClient } from '@azure/ai-text-analytics';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { portrait } from '../../harness/fixtures/faces';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { EXAMPLES } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { startAzureService, TRUSTING, type AzureService } from './azure-service';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const GOOD = 'The room was lovely and the staff were wonderful.';
const BAD = 'The food was awful. We will never come back.';
const MET = 'Marie Curie met Albert Einstein in Brussels on 24 October 1911.';

let service: AzureService;
let images: ImageAnalysisClient;
let language: TextAnalysisClient;
let analytics: TextAnalyticsClient;
beforeAll(async () => {
  service = await startAzureService();
  const { endpoint, percept } = service;
  images = createImageClient(endpoint, new AzureKeyCredential(percept.key), TRUSTING);
  language = new TextAnalysisClient(endpoint, new AzureKeyCredential(percept.key), TRUSTING);
  analytics = new TextAnalyticsClient(endpoint, new AzureKeyCredential(percept.key), TRUSTING);
});
afterAll(() => service.stop());
const { make } = sending(() => service.percept);

/** A request as Azure's pages have it for curl. */
async function ask(path: string, { body, json, key = service.percept.key, method = 'POST' }: any = {}) {
  const headers = {
    'ocp-apim-subscription-key': key,
    ...(json ? { 'content-type': 'application/json' } : body && { 'content-type': 'application/octet-stream' }),
  };
  const sent = json ? JSON.stringify(json) : body && new Uint8Array(body);
  const answer = await fetch(`${service.percept.url}${path}`, { method, headers, body: sent });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
}
const own = async (query: string, bytes: Buffer = IMAGE): Promise<any> => {
  const headers = { 'content-type': 'image/jpeg' };
  const answer = await service.percept.fetch(`/v2/vision/analyze?${query}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers,
  });
  return answer.json();
};

describe('@azure-rest/ai-vision-image-analysis', () => {
  const analyze = (features: string[], body: Buffer | object = IMAGE) => {
    const queryParameters = { features };
    const sent = Buffer.isBuffer(body)
      ? { body, contentType: 'application/octet-stream' as const }
      : { body: body as { url: string }, contentType: 'application/json' as const };
    return images.path('/imageanalysis:analyze').post({ queryParameters, ...sent } as never);
  };
  const analyzed = async (features: string[], body?: Buffer | object) => {
    const answer = await analyze(features, body);
    if (isUnexpected(answer)) throw new Error(answer.body.error.message);
    return answer.body;
  };

  test('objects have the boxes of our own route, and people are those of them who are', async () => {
    const { objectsResult, peopleResult, metadata } = await analyzed(['objects', 'people']);
    const { objects, metadata: size } = await own('features=objects&include_metadata=true');
    expect(metadata).toEqual({ width: size.width, height: size.height });
    expect(objectsResult!.values).toEqual(
      objects.map(({ name, confidence, bounding_box: { x, y, width: w, height: h } }: any) => ({
        ...{ boundingBox: { x, y, w, h }, tags: [{ name, confidence }] },
      })),
    );
    expect(peopleResult!.values).toHaveLength(objects.filter(({ name }: any) => name === 'person').length);
  });

  test('tags are labels and objects, each once, most confident first', async () => {
    const { tagsResult } = await analyzed(['tags']);
    const tags = tagsResult!.values;
    expect(tags.map(({ name }) => name)).toContain('stop sign');
    expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
    expect(tags.map(({ confidence }) => confidence)).toEqual(tags.map(({ confidence }) => confidence).sort((a, b) => b - a));
  });

  test('text has its words and corners, from a picture at an address', async () => {
    const picture = await letteringImage('HELLO 42');
    const files = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(picture));
    files.listen(0, '127.0.0.1');
    await once(files, 'listening');
    const { readResult } = await analyzed(['read'], { url: `http://127.0.0.1:${(files.address() as AddressInfo).port}/a.png` });
    files.close();
    const [line] = readResult!.blocks[0]!.lines;
    expect(line!.words.map(({ text }) => text).join(' ')).toBe(line!.text);
    expect(line!.text).toContain('HELLO');
    expect(line!.words[0]!.boundingPolygon).toHaveLength(4);
  });

  test.each([['caption'], ['denseCaptions'], ['smartCrops']])(
    '%s, which Percept has not, is an error that names it',
    async (feature) => {
      const { status, body } = (await analyze([feature])) as any;
      expect([status, body.error.innererror.code, body.error.message]).toEqual([
        ...['400', 'UnsupportedFeature', expect.stringContaining(feature.toLowerCase())],
      ]);
    },
  );

  test('words instead of a picture, and an unknown key', async () => {
    const { status, body } = (await analyze(['tags'], Buffer.from('words'))) as any;
    expect([status, body.error.innererror.code]).toEqual(['400', 'InvalidContent']);
    const stranger = createImageClient(service.endpoint, new AzureKeyCredential('unknown'), TRUSTING);
    const refused = await stranger.path('/imageanalysis:analyze').post({
      ...{ queryParameters: { features: ['tags'] }, body: IMAGE, contentType: 'application/octet-stream' },
    });
    expect([refused.status, (refused.body as any).error.code]).toEqual(['401', '401']);
  });
});

describe('@azure/ai-language-text', () => {
  test('judges texts and their sentences, with offsets as the client wants them', async () => {
    const text = `🙂 ${BAD}`;
    const options = { stringIndexType: 'Utf16CodeUnit' } as const;
    const [good, bad] = await language.analyze('SentimentAnalysis', [GOOD, text], 'en', options);
    expect(good).toMatchObject({ sentiment: 'positive', confidenceScores: { positive: expect.any(Number) } });
    if (bad!.error) throw new Error(bad!.error.message);
    expect(bad!.sentiment).toBe('negative');
    for (const { offset, length, text: sentence } of bad!.sentences) expect(text.slice(offset, offset + length)).toBe(sentence);
    expect(bad!.sentences.length).toBeGreaterThan(1);
    // Without the option, Azure counts what readers see as one character.
    const [seen] = await language.analyze('SentimentAnalysis', [text], 'en');
    if (seen!.error) throw new Error(seen!.error.message);
    expect(seen!.sentences[1]!.offset).toBe(bad!.sentences[1]!.offset - 1);
  });

  test('finds entities with their categories', async () => {
    const [found] = await language.analyze('EntityRecognition', [MET], 'en');
    if (found!.error) throw new Error(found!.error.message);
    const categories = found!.entities.map(({ text, category, subCategory }) => [text, category, subCategory]);
    expect(categories).toEqual(
      expect.arrayContaining([
        ['Marie Curie', 'Person', undefined],
        ['Brussels', 'Location', undefined],
      ]),
    );
    for (const { offset, length, text } of found!.entities) expect(MET.slice(offset, offset + length)).toBe(text);
  });

  test('covers the addresses of a person', async () => {
    const text = 'Write to ann@example.com or call +44 117 496 0123, pay to GB82 WEST 1234 5698 7654 32.';
    const [found] = await language.analyze('PiiEntityRecognition', [text], 'en');
    if (found!.error) throw new Error(found!.error.message);
    expect(found!.redactedText).toBe('Write to *************** or call ****************, pay to ***************************.');
    expect(found!.entities.map(({ category }) => category)).toEqual([
      'Email',
      'PhoneNumber',
      'InternationalBankingAccountNumber',
    ]);
  });

  test('tells the language, and a text that fails leaves the others', async () => {
    const found = await language.analyze('LanguageDetection', ['Das Zimmer war schön und das Frühstück gut.', '']);
    expect(found[0]).toMatchObject({ primaryLanguage: { iso6391Name: 'de', name: 'German' } });
    expect(found[1]!.error).toMatchObject({ message: expect.stringContaining("'text'") });
  });

  test.each(['KeyPhraseExtraction', 'EntityLinking'] as const)(
    '%s, which Percept has not, is an error that names it',
    async (kind) => {
      await expect(language.analyze(kind, [GOOD], 'en')).rejects.toThrow(new RegExp(`Percept has no '${kind}'`));
    },
  );

  test('more texts than Azure takes are refused', async () => {
    await expect(language.analyze('EntityRecognition', Array(6).fill(MET), 'en')).rejects.toThrow(/6 documents; at most 5/);
  });

  test('each text counts as one request of the key', async () => {
    const { key } = await make({ plan: 'free', scopes: ['predict'] });
    const json = {
      kind: 'SentimentAnalysis',
      analysisInput: { documents: [GOOD, BAD].map((text, id) => ({ id: String(id), text, language: 'en' })) },
    };
    const { status, headers } = await ask('/language/:analyze-text?api-version=2023-04-01', { json, key });
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '998']);
    const { key: other } = await make({ scopes: ['webhooks'] });
    expect((await ask('/language/:analyze-text?api-version=2023-04-01', { json, key: other })).body.error.code).toBe('403');
  });
});

describe('@azure/ai-text-analytics', () => {
  test('judges texts', async () => {
    const [good, bad] = await analytics.analyzeSentiment([GOOD, BAD], 'en');
    expect([good, bad]).toMatchObject([{ sentiment: 'positive' }, { sentiment: 'negative' }]);
  });

  test('finds entities, personal ones and languages', async () => {
    const [found] = await analytics.recognizeEntities([MET], 'en');
    expect(JSON.stringify(found)).toContain('"category":"Person"');
    const [covered] = await analytics.recognizePiiEntities(['Mail bob@example.com'], 'en');
    expect(covered).toMatchObject({ redactedText: 'Mail ***************' });
    const [told] = await analytics.detectLanguage(['Ceci est une phrase en français.']);
    expect(told).toMatchObject({ primaryLanguage: { iso6391Name: 'fr' } });
  });

  test('refuses what Percept has not, with its name', async () => {
    await expect(analytics.analyzeSentiment([GOOD], 'en', { includeOpinionMining: true })).rejects.toThrow(/opinionMining/);
    await expect(analytics.extractKeyPhrases([GOOD], 'en')).rejects.toThrow(/keyPhrases/);
  });
});

describe('Computer Vision 3.2, as its pages have it for curl', () => {
  test('tags, objects, faces and colours', async () => {
    const path = '/vision/v3.2/analyze?visualFeatures=Tags,Objects,Faces&visualFeatures=Color';
    const picture = await sharp(Buffer.from(portrait.svg)).flatten().jpeg().toBuffer();
    const { status, body } = await ask(path, { body: picture });
    const { faces } = await own('features=faces', picture);
    expect(status).toBe(200);
    const { x: left, y: top, width, height } = faces[0].bounding_box;
    expect(body.faces).toEqual([{ faceRectangle: { left, top, width, height } }]);
    expect(body.tags.length).toBeGreaterThan(0);
    expect(body.color.dominantColors).toContain(body.color.dominantColorForeground);
    expect(body.color.accentColor).toMatch(/^[0-9A-F]{6}$/);
    expect(body.metadata).toMatchObject({ width: expect.any(Number), format: expect.stringMatching(/^[A-Z]/) });
  });

  test.each([
    ['', 'visualFeatures'],
    ['?visualFeatures=Description', 'Description'],
    ['?visualFeatures=Tags&details=Celebrities', 'Celebrities'],
  ])('%s is refused with what is missing', async (query, word) => {
    const { status, body } = await ask(`/vision/v3.2/analyze${query}`, { body: IMAGE });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(word)]);
  });

  test('text is read afterwards, line by line', async () => {
    const { status, headers } = await ask('/vision/v3.2/read/analyze', { body: await letteringImage('HELLO 42') });
    expect(status).toBe(202);
    const { pathname } = new URL(headers.get('operation-location')!);
    const { body } = await waitFor(async () => {
      const answer = await ask(pathname, { method: 'GET' });
      return answer.body.status === 'succeeded' && answer;
    });
    const [page] = body.analyzeResult.readResults;
    expect(page).toMatchObject({ page: 1, unit: 'pixel' });
    expect(page.lines[0].text).toContain('HELLO');
    expect(page.lines[0].boundingBox).toHaveLength(8);
    const broken = await ask('/vision/v3.2/read/analyze', { body: Buffer.from('words') });
    const failed = await waitFor(async () => {
      const answer = await ask(new URL(broken.headers.get('operation-location')!).pathname, { method: 'GET' });
      return answer.body.status === 'failed' && answer.body;
    });
    expect(failed.analyzeResult.errors[0].message).toMatch(/document/);
  });

  test('a path that Percept has not is an error in the shape of Azure', async () => {
    const { status, body } = await ask('/vision/v3.2/generateThumbnail?width=1', { body: IMAGE });
    expect([status, body.error.code, body.error.message]).toEqual([
      ...[404, 'NotFound', expect.stringContaining('/vision/v3.2/generateThumbnail')],
    ]);
  });
});

test("most requests came from Azure's own clients: with those of the documents more than 25", () => {
  expect(service.sent()).toBeGreaterThanOrEqual(20);
});
