import { ComprehendClient, DetectSentimentCommand } from '@aws-sdk/client-comprehend';
import {
  DetectFacesCommand,
  DetectLabelsCommand,
  DetectTextCommand,
  GetLabelDetectionCommand,
  RecognizeCelebritiesCommand,
  RekognitionClient,
  StartLabelDetectionCommand,
} from '@aws-sdk/client-rekognition';
import { DetectDocumentTextCommand, TextractClient } from '@aws-sdk/client-textract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, percept as runPercept, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { portrait } from '../../harness/fixtures/faces';
import { letteringImage } from '../../harness/fixtures/text/lettering';
import { sending } from '../../harness/sending';
import { comprehendCases, errorOf, LanguageCode } from './aws-comprehend-cases';
import { otherClients } from './aws-other-clients';
import { CallsOfClients } from './calls-of-clients';

const Bytes = readFileSync(join(EXAMPLES, 'crossing.jpg'));

let percept: RunningPercept;
let made: any;
let rekognition: RekognitionClient;
let comprehend: ComprehendClient;
let textract: TextractClient;
/** Address and credentials: all that a user changes. */
const optionsFor = ({ aws_access_key_id, aws_secret_access_key }: any) => ({
  endpoint: percept.url,
  region: 'eu-central-1',
  credentials: { accessKeyId: aws_access_key_id, secretAccessKey: aws_secret_access_key },
  maxAttempts: 1,
});
const { send, make } = sending(() => percept);
const calls = new CallsOfClients('aws');
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_RATE_PER_MINUTE: '600' } });
  made = await make({ plan: 'pro', aws: true, scopes: ['predict'] });
  rekognition = calls.count(new RekognitionClient(optionsFor(made)));
  comprehend = calls.count(new ComprehendClient(optionsFor(made)));
  textract = calls.count(new TextractClient(optionsFor(made)));
});
afterAll(async () => {
  for (const client of [rekognition, comprehend, textract]) client.destroy();
  await percept.stop();
  removeDir(percept.dataDir);
});

describe('@aws-sdk/client-rekognition', () => {
  test('names objects and scenes, with boxes as fractions of the picture', async () => {
    const { Labels } = await rekognition.send(new DetectLabelsCommand({ Image: { Bytes } }));
    const own = await percept.fetch('/v2/vision/detect?min_confidence=0.55', {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: Bytes,
    });
    const { detections } = (await own.json()) as any;
    const instances = Labels!.flatMap(({ Instances }) => Instances!);
    expect(instances.length).toBe(detections.length);
    const { width } = await sharp(Bytes).metadata();
    const lefts = instances.map(({ BoundingBox }) => BoundingBox!.Left! * width).sort((a, b) => a - b);
    const wanted = detections.map(({ bounding_box }: any) => bounding_box.x).sort((a: number, b: number) => a - b);
    lefts.forEach((left, index) => expect(left).toBeCloseTo(wanted[index], 2));
    const confidences = Labels!.map(({ Confidence }) => Confidence!);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(Math.min(...confidences)).toBeGreaterThanOrEqual(55);
  });

  test('MaxLabels, MinConfidence and the dominant colours', async () => {
    const one = await rekognition.send(new DetectLabelsCommand({ Image: { Bytes }, MaxLabels: 1, MinConfidence: 10 }));
    expect(one.Labels).toHaveLength(1);
    const { Labels, ImageProperties } = await rekognition.send(
      new DetectLabelsCommand({ Image: { Bytes }, Features: ['IMAGE_PROPERTIES'] }),
    );
    expect(Labels).toBeUndefined();
    expect(ImageProperties!.DominantColors![0]).toMatchObject({ HexCode: expect.stringMatching(/^#/), Red: expect.any(Number) });
  });

  test('reads lines and words, and finds no face where there is none', async () => {
    const { TextDetections } = await rekognition.send(new DetectTextCommand({ Image: { Bytes } }));
    const stop = TextDetections!.filter(({ DetectedText }) => DetectedText === 'STOP');
    expect(stop.map(({ Type }) => Type)).toEqual(['LINE', 'WORD']);
    expect(stop[1]!.ParentId).toBe(stop[0]!.Id);
    expect(stop[0]!.Geometry!.Polygon).toHaveLength(4);
    const { FaceDetails } = await rekognition.send(new DetectFacesCommand({ Image: { Bytes }, Attributes: ['ALL'] }));
    expect(FaceDetails).toEqual([]);
  });

  test('a face has its eyes and its nose, as fractions of the picture, and with ALL its expressions', async () => {
    const face = await sharp(Buffer.from(portrait.svg)).flatten().jpeg().toBuffer();
    const found = async (Attributes?: ('ALL' | 'DEFAULT')[]) => {
      const { FaceDetails } = await rekognition.send(new DetectFacesCommand({ Image: { Bytes: face }, Attributes }));
      expect(FaceDetails).toHaveLength(1);
      return FaceDetails![0]!;
    };
    const { BoundingBox, Landmarks, Emotions } = await found(['ALL']);
    expect(Landmarks!.map(({ Type }) => Type)).toEqual(['eyeLeft', 'eyeRight', 'nose']);
    const [left, right, nose] = Landmarks!.map(({ X, Y }) => [X! * portrait.width, Y! * portrait.height]);
    // As it is drawn.
    for (const [[x, y], [toX, toY]] of [
      [left, [189, 228]],
      [right, [291, 228]],
      [nose, [240, 285]],
    ] as [number[], number[]][])
      expect(Math.hypot(x! - toX!, y! - toY!)).toBeLessThan(30);
    expect(Emotions![0]!.Confidence).toBeGreaterThan(Emotions!.at(-1)!.Confidence!);
    const plain = await found();
    expect([plain.BoundingBox, plain.Landmarks, plain.Emotions]).toEqual([BoundingBox, Landmarks, undefined]);
    expect((await found(['DEFAULT'])).Emotions).toBeUndefined();
  });

  test('labels have parents and categories, and each parent is a label', async () => {
    const { Labels } = await rekognition.send(new DetectLabelsCommand({ Image: { Bytes }, MinConfidence: 30, MaxLabels: 100 }));
    const byName = new Map(Labels!.map((each) => [each.Name, each]));
    expect(byName.get('Stop Sign')).toMatchObject({ Parents: [{ Name: 'Sign' }], Categories: [{ Name: 'Street' }] });
    for (const { Parents, Confidence } of Labels!)
      for (const { Name } of Parents!) expect(byName.get(Name)!.Confidence).toBeGreaterThanOrEqual(Confidence!);
  });

  test("what Percept cannot do is the service's own exception", async () => {
    const S3Object = { Bucket: 'pictures', Name: 'a.jpg' };
    const errors = await Promise.all([
      errorOf(rekognition.send(new RecognizeCelebritiesCommand({ Image: { Bytes } }))),
      errorOf(rekognition.send(new DetectLabelsCommand({ Image: { S3Object } }))),
      errorOf(rekognition.send(new DetectLabelsCommand({ Image: { Bytes: Buffer.from('no picture') } }))),
      errorOf(rekognition.send(new DetectLabelsCommand({ Image: { Bytes: Buffer.alloc(6 * 1024 * 1024) } }))),
      errorOf(rekognition.send(new DetectLabelsCommand({ Image: { Bytes }, MinConfidence: 101 }))),
      errorOf(rekognition.send(new StartLabelDetectionCommand({ Video: { S3Object } }))),
      errorOf(rekognition.send(new GetLabelDetectionCommand({ JobId: 'x' }))),
    ]);
    expect(errors.map(({ name, status }) => `${status} ${name}`)).toEqual([
      '400 UnknownOperationException',
      '400 InvalidS3ObjectException',
      '400 InvalidImageFormatException',
      '400 ImageTooLargeException',
      '400 ValidationException',
      '400 InvalidS3ObjectException',
      '400 ResourceNotFoundException',
    ]);
  });
});

comprehendCases(() => comprehend);

test('each word has a place of its own, the same in Rekognition and in Textract', async () => {
  const sign = await letteringImage('MARKET STREET');
  const { TextDetections } = await rekognition.send(new DetectTextCommand({ Image: { Bytes: sign } }));
  expect(TextDetections!.map(({ Type, DetectedText }) => [Type, DetectedText])).toEqual([
    ['LINE', 'MARKET STREET'],
    ['WORD', 'MARKET'],
    ['WORD', 'STREET'],
  ]);
  const [line, market, street] = TextDetections!.map(({ Geometry }) => Geometry!.BoundingBox!);
  expect(market!.Left! + market!.Width!).toBeLessThan(street!.Left!);
  expect(market!.Width! + street!.Width!).toBeLessThan(line!.Width!);
  const { Blocks } = await textract.send(new DetectDocumentTextCommand({ Document: { Bytes: sign } }));
  const words = Blocks!.filter(({ BlockType }) => BlockType === 'WORD');
  expect(words.map(({ Geometry }) => Geometry!.BoundingBox)).toEqual([market, street]);
  expect(words[1]!.Geometry!.Polygon).toEqual(TextDetections![2]!.Geometry!.Polygon);
});

test('@aws-sdk/client-textract reads a page as lines and words', async () => {
  const { Blocks, DocumentMetadata } = await textract.send(new DetectDocumentTextCommand({ Document: { Bytes } }));
  expect(DocumentMetadata!.Pages).toBe(1);
  const line = Blocks!.find(({ BlockType, Text }) => BlockType === 'LINE' && Text === 'STOP')!;
  const word = Blocks!.find(({ Id }) => Id === line.Relationships![0]!.Ids![0])!;
  expect(word).toMatchObject({ BlockType: 'WORD', Text: 'STOP' });
  expect(Blocks![0]).toMatchObject({ BlockType: 'PAGE' });
  expect(Blocks![0]!.Relationships![0]!.Ids).toContain(line.Id);
});

describe('access', () => {
  test('more calls in a minute than the plan allows are the exceptions that the clients of AWS know', async () => {
    const hasty = await make({ plan: 'free', aws: true, scopes: ['predict'] });
    const [one, other] = [new ComprehendClient(optionsFor(hasty)), new RekognitionClient(optionsFor(hasty))];
    const { headers } = await send('/v1/usage', { key: hasty.key });
    const [, aMinute] = /"minute";q=(\d+)/.exec(headers.get('ratelimit-policy')!)!;
    /** Uses the minute up first, and the next one too if it has begun meanwhile. */
    const refused = async (call: () => Promise<unknown>): Promise<unknown> => {
      await Promise.all(Array.from({ length: Number(aMinute) }, () => send('/v1/usage', { key: hasty.key })));
      const error = await errorOf(call());
      return error.name === 'none' ? refused(call) : error;
    };
    const judge = () => one.send(new DetectSentimentCommand({ Text: 'It rains.', LanguageCode }));
    expect(await refused(judge)).toMatchObject({ name: 'TooManyRequestsException' });
    const detect = () => other.send(new DetectLabelsCommand({ Image: { Bytes } }));
    expect(await refused(detect)).toMatchObject({ name: 'ThrottlingException', status: 400 });
    for (const client of [one, other]) client.destroy();
  });

  const sentiment = (client: ComprehendClient) => client.send(new DetectSentimentCommand({ Text: 'good', LanguageCode }));
  const errorWith = async (credentials: object, more: object = {}) => {
    const client = calls.count(new ComprehendClient({ ...optionsFor({ ...made, ...credentials }), ...more }));
    return errorOf(sentiment(client)).finally(() => client.destroy());
  };

  test('the secret is shown once, and kept encrypted', async () => {
    const { body } = await send(`/v1/keys/${made.id}`);
    expect(body.aws_access_key_id).toBe(made.aws_access_key_id);
    expect(body).not.toHaveProperty('aws_secret_access_key');
    expect(made.aws_secret_access_key).toHaveLength(40);
    const files = ['percept.sqlite', 'percept.sqlite-wal'].map((name) => join(percept.dataDir, name));
    const stored = Buffer.concat(files.filter((file) => existsSync(file)).map((file) => readFileSync(file)));
    expect(stored.includes(made.aws_access_key_id)).toBe(true);
    expect(stored.includes(made.aws_secret_access_key)).toBe(false);
  });

  test('the command line makes a pair that works in the running service', async () => {
    const args = ['keys', 'create', '--name', 'robots', '--aws', '--json'];
    const { stdout } = await runPercept(args, { env: { PERCEPT_DATA_DIR: percept.dataDir } });
    expect(await errorWith(JSON.parse(stdout))).toMatchObject({ name: 'none' });
  });

  test('a wrong secret, an unknown id and an old clock are refused by name', async () => {
    expect(await errorWith({ aws_secret_access_key: 'x'.repeat(40) })).toMatchObject({
      name: 'InvalidSignatureException',
      status: 400,
    });
    expect(await errorWith({ aws_access_key_id: 'PKIAAAAAAAAAAAAAAAAA' })).toMatchObject({ name: 'UnrecognizedClientException' });
    expect(await errorWith({}, { systemClockOffset: -16 * 60_000 })).toMatchObject({ name: 'InvalidSignatureException' });
    expect(await errorWith({}, { systemClockOffset: -14 * 60_000 })).toMatchObject({ name: 'none' });
    const unsigned = await send('/', {
      method: 'POST',
      key: '',
      headers: { 'x-amz-target': 'Comprehend_20171127.DetectSentiment' },
    });
    expect(unsigned).toMatchObject({ status: 400, body: { __type: 'UnrecognizedClientException' } });
  });

  test('a rotated pair ends at once, a revoked key too, and a key without the scope predict is refused', async () => {
    const key = await make({ aws: true, scopes: ['predict'] });
    expect(await errorWith(key)).toMatchObject({ name: 'none' });
    const { body: next } = await send(`/v1/keys/${key.id}/rotate`, { method: 'POST' });
    expect(await errorWith(key)).toMatchObject({ name: 'UnrecognizedClientException' });
    expect(await errorWith(next)).toMatchObject({ name: 'none' });
    await send(`/v1/keys/${key.id}`, { method: 'DELETE' });
    expect(await errorWith(next)).toMatchObject({ name: 'UnrecognizedClientException' });
    const other = await make({ aws: true, scopes: ['webhooks'] });
    expect(await errorWith(other)).toMatchObject({ name: 'AccessDeniedException' });
  });

  test('a call counts once, a refused one not at all', async () => {
    const key = await make({ plan: 'enterprise', monthly_limit: 1, aws: true });
    const client = calls.count(new ComprehendClient(optionsFor(key)));
    const empty = new DetectSentimentCommand({ Text: ' '.repeat(12_000), LanguageCode });
    expect(await errorOf(client.send(empty))).toMatchObject({ name: 'InvalidRequestException' });
    expect(await errorOf(sentiment(client))).toMatchObject({ name: 'none' });
    expect(await errorOf(sentiment(client))).toMatchObject({ name: 'ResourceLimitExceededException' });
    client.destroy();
  });
});

test('the clients of AWS made at least as many calls as the count of all needs', () => calls.expectEnough());

otherClients(() => ({ url: percept.url, pair: made }));
