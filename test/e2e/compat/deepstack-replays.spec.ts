import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';

// The bytes that camera software sends: Frigate's detector plug-in and deepstack-sdk call `requests.post(url, data=, files=)`, whose
// file part has a name and no type; CodeProject.AI's pages send a browser's form, whose file part has both.

/** Of Frigate's detectors, unless its user sets another model. */
const SIDE = 320;
const BOUNDARY = 'd0a0e404f83c44f7e1c2f56d5273e266';

let percept: RunningPercept;
let frame: Buffer;
let photo: Buffer;
beforeAll(async () => {
  // Camera software on the same machine often has no key.
  percept = await startPercept({ env: { PERCEPT_AUTH: 'off' } });
  photo = readFileSync(join(EXAMPLES, 'crossing.jpg'));
  frame = await sharp(photo).resize(SIDE, SIDE, { fit: 'cover' }).jpeg({ quality: 75 }).toBuffer();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

interface Answer {
  status: number;
  body: any;
}

const field = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** @param file the head of the part of the image. */
function formOf(fields: Record<string, string>, file: string, image: Buffer): Buffer {
  const before = Object.entries(fields).map(([name, value]) => field(name, value));
  return Buffer.concat([
    Buffer.from(`${before.join('')}--${BOUNDARY}\r\n${file}\r\n\r\n`),
    image,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** Exactly these headers and bytes: fetch would add its own. */
function send(path: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'Content-Length': body.length, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const sent = request(new URL(path, percept.url), { method: 'POST', headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const PYTHON = {
  'User-Agent': 'python-requests/2.34.2',
  'Accept-Encoding': 'gzip, deflate',
  Accept: '*/*',
  Connection: 'keep-alive',
};

function python(path: string, fields: Record<string, string>, image: Buffer): Promise<Answer> {
  return send(path, PYTHON, formOf(fields, 'Content-Disposition: form-data; name="image"; filename="image"', image));
}

function browser(path: string, fields: Record<string, string>, image: Buffer): Promise<Answer> {
  const file = 'Content-Disposition: form-data; name="image"; filename="alert.jpg"\r\nContent-Type: image/jpeg';
  return send(path, { Accept: '*/*' }, formOf(fields, file, image));
}

/** What every client reads of a box. */
function expectBoxes({ status, body }: Answer, { width, height }: { width: number; height: number }): void {
  expect([status, body.success]).toEqual([200, true]);
  expect(body.predictions.length).toBeGreaterThan(0);
  for (const { confidence, x_min, y_min, x_max, y_max } of body.predictions) {
    expect(confidence).toBeGreaterThan(0);
    expect([x_min >= 0, y_min >= 0, x_min < x_max, y_min < y_max, x_max <= width, y_max <= height]).not.toContain(false);
  }
}

describe("requests as clients of DeepStack's interface write them", () => {
  test("Frigate's detector: 320 pixels, an empty api_key, boxes of the frame with labels of COCO", async () => {
    const answer = await python('/v1/vision/detection', { api_key: '' }, frame);
    expectBoxes(answer, { width: SIDE, height: SIDE });
    const { predictions, inferenceMs, processMs } = answer.body;
    // Its plug-in stops at the first box below 0.4 and has room for 20.
    expect(predictions.length).toBeLessThanOrEqual(20);
    expect(Math.min(...predictions.map((each: { confidence: number }) => each.confidence))).toBeGreaterThanOrEqual(0.4);
    // It looks labels up in its own list, in small letters.
    expect(predictions.map((each: { label: string }) => each.label)).toContain('traffic light');
    expect([Number.isInteger(inferenceMs), Number.isInteger(processMs)]).toEqual([true, true]);
  });

  test('deepstack-sdk: detection, a model by name, faces and scenes', async () => {
    const size = await sharp(photo).metadata();
    const without = await python('/v1/vision/detection', { min_confidence: '0.4' }, photo);
    expectBoxes(without, size);
    const named = await python('/v1/vision/custom/centernet', { api_key: 'any', min_confidence: '0.4' }, photo);
    expect(named.body.predictions).toEqual(without.body.predictions);
    const face = await python('/v1/vision/face', { min_confidence: '0.4' }, photo);
    expect(face).toMatchObject({ status: 200, body: { success: true, predictions: expect.any(Array) } });
    const scene = await python('/v1/vision/scene', {}, photo);
    expect(scene.body).toMatchObject({ label: expect.any(String), confidence: expect.any(Number) });
  });

  test("the pages of CodeProject.AI: a browser's form, min_confidence before the image", async () => {
    const size = await sharp(photo).metadata();
    expectBoxes(await browser('/v1/vision/detection', { min_confidence: '0.4' }, photo), size);
    const list = await send(
      '/v1/vision/custom/list',
      { Accept: '*/*' },
      Buffer.from(`${field('min_confidence', '0.4')}--${BOUNDARY}--\r\n`),
    );
    expect(list).toMatchObject({ status: 200, body: { success: true, models: expect.arrayContaining(['centernet']) } });
  });

  test('Blue Iris, as its help and the pages it uses describe them: ping, the list of models, then an alert to each of those', async () => {
    const ping = await fetch(`${percept.url}/v1/server/status/ping`);
    expect([ping.status, await ping.json()]).toEqual([200, expect.objectContaining({ success: true })]);
    // The list takes no parameters: a body of no bytes, and no type.
    const answer = await fetch(`${percept.url}/v1/vision/custom/list`, { method: 'POST' });
    const { success, models } = (await answer.json()) as { success: boolean; models: string[] };
    expect([answer.status, success, models.length > 0]).toEqual([200, true, true]);
    const size = await sharp(photo).metadata();
    const sure = async (path: string, min_confidence: string): Promise<any[]> => {
      const found = await browser(path, { min_confidence }, photo);
      expectBoxes(found, size);
      expect(Math.min(...found.body.predictions.map((each: any) => each.confidence))).toBeGreaterThanOrEqual(
        Number(min_confidence),
      );
      return found.body.predictions;
    };
    const all = await sure('/v1/vision/detection', '0.40');
    for (const model of models) await sure(`/v1/vision/custom/${model}`, '0.40');
    const fewer = await sure('/v1/vision/detection', '0.9');
    expect(fewer).toEqual(all.filter(({ confidence }) => confidence >= 0.9));
    // It cancels an alert by its labels: a model that is not there is an error, never an empty list.
    const unknown = await browser('/v1/vision/custom/ipcam-general', { min_confidence: '0.40' }, photo);
    expect(unknown).toMatchObject({ status: 400, body: { success: false, error: expect.stringContaining('ipcam-general') } });
    expect(unknown.body).not.toHaveProperty('predictions');
  });

  test('bytes that are not an image get 400, which the SDK reports as an invalid image', async () => {
    const answer = await python('/v1/vision/detection', { api_key: '' }, Buffer.from('JPEG'));
    expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.any(String) } });
  });
});
