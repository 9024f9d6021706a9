import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

import { asBmp } from '../../harness/fixtures/images';
import { detecting, EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';

interface Detection {
  object: string;
  confidence: number;
  bounding_box: { x: number; y: number; width: number; height: number };
}
interface Answer {
  detections: Detection[];
  total_objects: number;
  processing_time_ms: number;
}

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const BASE64 = IMAGE.toString('base64');

let percept: RunningPercept;
const home = tempDir();
beforeAll(async () => {
  // ONNX Runtime logs nothing by itself if it detects a test.
  const telling = { CI: '', GITHUB_ACTIONS: '', ORT_DISABLE_TELEMETRY: '', PERCEPT_CALL_TIMEOUT: '5m' };
  percept = await startPercept({ env: { ...telling, HOME: home, XDG_CACHE_HOME: join(home, '.cache') } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(home);
});

const { detect, upload } = detecting(() => percept);
const answerOf = async (response: Response): Promise<Answer> => {
  const body = await response.text();
  expect({ status: response.status, body: response.status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return JSON.parse(body) as Answer;
};

test("models run without telling their runtime's makers: nothing is left in the home of the user", async () => {
  await answerOf(await detect({ image_data: BASE64 }));
  expect(
    readdirSync(home, { recursive: true })
      .map(String)
      .filter((path) => /microsoft|onnx/i.test(path)),
  ).toEqual([]);
});

describe('POST /v2/vision/detect', () => {
  test('finds the objects of an image sent as Base64, with boxes inside it', async () => {
    const response = await detect({ image_data: BASE64 });
    const answer = await answerOf(response);
    const { width, height } = await sharp(IMAGE).metadata();
    expect(answer.total_objects).toBe(answer.detections.length);
    expect(answer.total_objects).toBeGreaterThan(0);
    expect(Number.isInteger(answer.processing_time_ms)).toBe(true);
    for (const { confidence, bounding_box: box } of answer.detections) {
      expect(confidence).toBeGreaterThanOrEqual(0.6);
      expect(confidence).toBeLessThanOrEqual(1);
      for (const side of Object.values(box)) expect(Number.isInteger(side)).toBe(true);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    expect(response.headers.get('server-timing')).toMatch(/decode;dur=[\d.]+.*inference;dur=[\d.]+/);
  });

  test('answers the same for every way to send the image', async () => {
    const { detections } = await answerOf(await detect({ image_data: BASE64 }));
    const ways = [
      detect({ image: BASE64 }),
      detect({ image: `data:image/jpeg;base64,${BASE64}` }),
      detect({ image_data: `data:image/jpeg;base64,${BASE64}` }),
      upload(IMAGE),
      percept.fetch('/v2/vision/detect', { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: IMAGE }),
    ];
    for (const way of ways) expect((await answerOf(await way)).detections).toEqual(detections);
  });

  test.each(['png', 'webp'] as const)('reads %s', async (format) => {
    const bytes = await sharp(IMAGE).toFormat(format, { quality: 95 }).toBuffer();
    expect((await answerOf(await upload(bytes))).total_objects).toBeGreaterThan(0);
  });

  test('reads BMP', async () => {
    expect((await answerOf(await upload(await asBmp(IMAGE)))).total_objects).toBeGreaterThan(0);
  });

  test('high detail finds what is too small for one look at the image, where it is', async () => {
    const [across, down] = [1700, 300];
    const small = await sharp(IMAGE).resize(160).toBuffer();
    const wide = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#b0b4b8' } })
      .composite([{ input: small, left: across, top: down }])
      .jpeg({ quality: 95 })
      .toBuffer();
    const find = async (detail: string) => (await answerOf(await upload(wide, { detail, objects: 'stop sign' }))).detections;
    expect(await find('normal')).toEqual([]);
    const [sign, ...others] = await find('high');
    expect(others).toEqual([]);
    // The drawing has its sign, 230 of 960 pixels wide, around 330, 260.
    const { x, y, width } = sign!.bounding_box;
    expect(Math.abs(x - (across + 215 / 6))).toBeLessThan(8);
    expect(Math.abs(y - (down + 145 / 6))).toBeLessThan(8);
    expect(Math.abs(width - 230 / 6)).toBeLessThan(10);
  });

  test('both parameter sets filter by name, and a form or a query carries the parameters too', async () => {
    const all = await answerOf(await detect({ image: BASE64, min_confidence: 0.3 }));
    const name = all.detections[0]!.object;
    const expected = all.detections.filter((each) => each.object === name);
    for (const way of [
      detect({ image: BASE64, objects: [name], min_confidence: 0.3 }),
      detect({ image: BASE64, objects: [name], confidence_threshold: 0.3 }),
      detect({ image_data: BASE64, object_types: [name.toUpperCase()], min_confidence: 0.3 }),
      upload(IMAGE, { objects: name, min_confidence: '0.3' }),
      percept.fetch(`/v2/vision/detect?min_confidence=0.3&objects=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg' },
        body: IMAGE,
      }),
    ]) {
      expect((await answerOf(await way)).detections).toEqual(expected);
    }
  });

  test('boxes are in the pixels of the upright image', async () => {
    const upright = (await answerOf(await upload(IMAGE))).detections[0]!;
    const turned = await sharp(IMAGE).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer();
    const { detections } = await answerOf(await upload(turned));
    const same = detections.find((each) => each.object === upright.object)!;
    expect(Math.abs(same.bounding_box.x - upright.bounding_box.x)).toBeLessThan(25);
    expect(Math.abs(same.bounding_box.y - upright.bounding_box.y)).toBeLessThan(25);
  });

  test("a caller's request id is taken over, a malformed one replaced", async () => {
    expect((await detect({ image: BASE64 }, { 'x-request-id': 'abc-123_X' })).headers.get('x-request-id')).toBe('abc-123_X');
    expect((await detect({ image: BASE64 }, { 'x-request-id': 'a b' })).headers.get('x-request-id')).toMatch(
      /^req_[0-9a-f]{32}$/,
    );
  });
});
