import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';
import { sending } from '../../harness/sending';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, make } = sending(() => percept);

interface Prediction {
  label: string;
  confidence: number;
  x_min: number;
  y_min: number;
  x_max: number;
  y_max: number;
}

/** A form as Python's `requests` writes it: the fields, then the files. */
async function post(path: string, fields: Record<string, string>, image?: Uint8Array, headers = {}): Promise<any> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (image) form.append('image', new Blob([image]), 'image');
  const response = await fetch(`${percept.url}${path}`, { method: 'POST', body: form, headers });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

describe("DeepStack's clients", () => {
  test("Frigate's detector gets labels and pixel boxes, most confident first", async () => {
    const { status, body } = await post('/v1/vision/detection', { api_key: percept.key }, IMAGE);
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    const predictions = body.predictions as Prediction[];
    expect(predictions.length).toBeGreaterThan(0);
    expect(body.count).toBe(predictions.length);
    const confidences = predictions.map(({ confidence }) => confidence);
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    const { width, height } = await sharp(IMAGE).metadata();
    for (const { x_min, y_min, x_max, y_max } of predictions) {
      expect(x_max).toBeGreaterThan(x_min);
      expect(y_max).toBeGreaterThan(y_min);
      expect(Math.min(x_min, y_min)).toBeGreaterThanOrEqual(0);
      expect([x_max <= width, y_max <= height]).toEqual([true, true]);
    }
  });

  test("the objects are those of Percept's own route", async () => {
    const own = await percept.fetch('/v2/vision/detect?min_confidence=0.45', {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: IMAGE,
    });
    const { detections } = (await own.json()) as { detections: any[] };
    const { body } = await post('/v1/vision/detection', { api_key: percept.key }, IMAGE);
    expect(body.predictions).toEqual(
      detections.map(({ object, confidence, bounding_box: { x, y, width, height } }) => ({
        label: object,
        confidence,
        x_min: x,
        y_min: y,
        x_max: x + width,
        y_max: y + height,
      })),
    );
  });

  test('min_confidence leaves out what is less certain', async () => {
    const { body } = await post('/v1/vision/detection', { api_key: percept.key, min_confidence: '0.9' }, IMAGE);
    for (const { confidence } of body.predictions) expect(confidence).toBeGreaterThanOrEqual(0.9);
  });

  test('the key may be in the query or in the header too', async () => {
    expect((await post(`/v1/vision/detection?api_key=${percept.key}`, {}, IMAGE)).status).toBe(200);
    const headers = { authorization: `Bearer ${percept.key}` };
    expect((await post('/v1/vision/detection', {}, IMAGE, headers)).status).toBe(200);
  });

  test('faces, scenes, sentiment, models and the ping answer', async () => {
    const key = { api_key: percept.key };
    const face = await post('/v1/vision/face', key, IMAGE);
    expect(face.body).toMatchObject({ success: true, predictions: expect.any(Array) });
    const scene = await post('/v1/vision/scene', key, IMAGE);
    expect(scene.body).toMatchObject({ success: true, label: expect.any(String), confidence: expect.any(Number) });
    const happy = await post('/v1/text/sentiment', { ...key, text: 'This is a wonderful, lovely camera!' });
    expect(happy.body).toMatchObject({ success: true, is_positive: true });
    expect(happy.body.positive_probability).toBeGreaterThan(0.5);
    const list = await post('/v1/vision/custom/list', key);
    expect(list.body).toMatchObject({ success: true, models: expect.arrayContaining(['centernet']) });
    const custom = await post('/v1/vision/custom/centernet', key, IMAGE);
    expect(custom.body.predictions.length).toBeGreaterThan(0);
    expect((await send('/v1/server/status/ping', { key: '' })).body).toMatchObject({ success: true });
  });
});

describe("the rules of Percept's own routes", () => {
  test('a call counts once, a refused one not at all, and the usage report names the capability', async () => {
    const made = await make({ plan: 'free' });
    const left = async (fields: object, image?: Uint8Array) => {
      const { headers } = await post('/v1/vision/detection', { api_key: made.key, ...fields }, image);
      return Number(headers.get('x-ratelimit-remaining'));
    };
    const before = await left({ min_confidence: 'much' }, IMAGE);
    expect(before).toBe(1000);
    expect(await left({}, IMAGE)).toBe(999);
    expect(await left({}, Buffer.from('no image'))).toBe(999);
    const operations = async () => (await send(`/v1/usage?key_id=${made.id}`)).body.operations;
    const used = await waitFor(async () => (await operations()).find(({ requests }: { requests: number }) => requests === 3));
    expect(used).toMatchObject({ operation: 'vision.detect', errors: 2, capability: true });
  });

  test('a key without the scope is refused, and so is a stranger', async () => {
    const made = await make({ scopes: ['webhooks'] });
    expect(await post('/v1/vision/detection', { api_key: made.key }, IMAGE)).toMatchObject({
      status: 403,
      body: { success: false, error: expect.stringContaining('lacks the scope') },
    });
    for (const fields of [{}, { api_key: '' }, { api_key: 'pk_live_wrong' }])
      expect(await post('/v1/vision/detection', fields as Record<string, string>, IMAGE)).toMatchObject({
        status: 401,
        body: { success: false, error: expect.stringContaining('No access') },
      });
  });

  test('a call emits the event', async () => {
    const { headers } = await post('/v1/vision/detection', { api_key: percept.key }, IMAGE);
    const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
    const rows = database.prepare("SELECT data FROM events WHERE type = 'prediction.completed'").all() as { data: string }[];
    database.close();
    const events = rows.map(({ data }) => JSON.parse(data) as { request_id: string; capability: string });
    expect(events.map((each) => [each.capability, each.request_id])).toContainEqual([
      'vision.detect',
      headers.get('x-request-id'),
    ]);
  });
});

describe('bad input', () => {
  const errors: [string, string, Record<string, string>, Uint8Array | undefined, number, RegExp][] = [
    ['no image', '/v1/vision/detection', {}, undefined, 400, /'image': is missing/],
    ['bytes of another kind', '/v1/vision/detection', {}, Buffer.from('no image'), 400, /image/],
    ['a confidence in letters', '/v1/vision/detection', { min_confidence: 'much' }, IMAGE, 400, /min_confidence/],
    ['a confidence above 1', '/v1/vision/face', { min_confidence: '7' }, IMAGE, 400, /min_confidence.*0 to 1/],
    ['an unknown model', '/v1/vision/custom/nosuch', {}, IMAGE, 400, /nosuch/],
    [
      'faces by name, unless the operator switches them on,',
      '/v1/vision/face/recognize',
      {},
      IMAGE,
      403,
      /PERCEPT_FACE_RECOGNITION=on/,
    ],
    ['the reading of plates', '/v1/vision/alpr', {}, IMAGE, 404, /does not answer/],
    ['no text', '/v1/text/sentiment', {}, undefined, 400, /text/],
  ];
  test.each(errors)('%s is an error in the shape of DeepStack', async (_name, path, fields, image, status, error) => {
    // The header, so that paths that read no form are refused for the right reason.
    const answer = await post(path, fields, image, { authorization: `Bearer ${percept.key}` });
    expect(answer).toMatchObject({ status, body: { success: false, error: expect.stringMatching(error) } });
    expect(answer.body.predictions).toBeUndefined();
  });

  test('a door that the setting leaves out does not answer', async () => {
    const closed = await startPercept({ env: { PERCEPT_COMPAT: 'none' } });
    const answer = await closed.fetch('/v1/vision/detection', { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([404, { error: expect.objectContaining({ code: 'NOT_FOUND' }) }]);
    await closed.stop();
    removeDir(closed.dataDir);
  });
});
