import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

import { EXAMPLES, percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';

interface Answer {
  classifications: { label: string; confidence: number; category: string }[];
  image_properties: { width: number; height: number; format: string };
  processing_time_ms: number;
}

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const BASE64 = IMAGE.toString('base64');

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

async function classify(body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await percept.fetch('/v2/vision/classify', { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  expect({ status: response.status, body: response.status === 200 ? '' : text }).toEqual({ status: 200, body: '' });
  return JSON.parse(text) as Answer;
}

describe('POST /v2/vision/classify', () => {
  test('names what an image shows, most likely first, with its size and format', async () => {
    const { classifications, image_properties, processing_time_ms } = await classify({ image_data: BASE64 });
    const { width, height } = await sharp(IMAGE).metadata();
    expect(image_properties).toEqual({ width, height, format: 'jpeg' });
    expect(Number.isInteger(processing_time_ms)).toBe(true);
    expect(classifications.map(({ label, category }) => [label, category])).toEqual([
      ['stop sign', 'street'],
      ['street', 'scene'],
      ['traffic light', 'street'],
    ]);
    for (const { confidence } of classifications) expect(confidence).toBeGreaterThanOrEqual(0.5);
  });

  test('answers both parameter sets alike, from JSON and from a form', async () => {
    const answers = [
      await classify({ image_data: BASE64, max_results: 2, confidence_threshold: 0.6 }),
      await classify({ image: `data:image/jpeg;base64,${BASE64}`, max_results: 2, min_confidence: 0.6 }),
    ];
    const form = new FormData();
    form.append('image', new Blob([IMAGE]), 'photo.jpg');
    form.append('max_results', '2');
    form.append('min_confidence', '0.6');
    const response = await percept.fetch('/v2/vision/classify', { method: 'POST', body: form });
    answers.push((await response.json()) as Answer);
    const found = answers.map(({ classifications }) => classifications);
    expect(found[0]).toHaveLength(2);
    expect(found).toEqual(Array(3).fill(found[0]));
  });

  test('a plain grey image gets an empty list', async () => {
    const grey = sharp({ create: { width: 320, height: 240, channels: 3, background: '#808080' } });
    const { classifications } = await classify({ image: (await grey.png().toBuffer()).toString('base64') });
    expect(classifications).toEqual([]);
  });

  test('is an operation of the OpenAPI document and a label on the metrics', async () => {
    const document = (await (await percept.fetch('/openapi.json')).json()) as { paths: Record<string, object> };
    expect(document.paths['/v2/vision/classify']).toHaveProperty('post');
    await classify({ image: BASE64 });
    expect(await (await percept.fetch('/metrics')).text()).toContain('vision.classify');
  });

  test('runs from the command line too, and its model is listed', async () => {
    const image = join(EXAMPLES, 'desk.jpg');
    const { code, stdout } = await command(['run', 'vision.classify', '--image', image, '--input', '{"max_results": 1}']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ classifications: [{ label: 'laptop', category: 'electronics' }] });
    const { stdout: list } = await command(['models', 'list', '--json']);
    expect(JSON.parse(list)).toContainEqual(
      expect.objectContaining({ name: 'classifier', task: 'image-classification', state: 'ready' }),
    );
  });
});
