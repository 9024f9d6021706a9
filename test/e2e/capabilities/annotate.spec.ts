import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const PIPELINE = `version: 1
name: drawn
steps:
  - id: photos
    for_each: { files: '*.jpg', as: photo }
    steps:
      - { id: detect, uses: vision.detect, with: { image: '\${{ photo.path }}' } }
      - id: draw
        uses: vision.annotate
        with: { image: '\${{ photo.path }}', boxes: '\${{ detect.detections }}', max_side: 400 }
    collect: { file: '\${{ photo.name }}', objects: '\${{ detect.total_objects }}', picture: '\${{ draw.image_data }}' }
outputs: [{ zip: drawn.zip, rows: '\${{ photos.rows }}' }]
`;
interface Drawn {
  image_data: string;
  media_type: string;
  boxes: { label: string; bounding_box: object }[];
}

/** A machine without a single font. */
let percept: RunningPercept;
let folder: string;
beforeAll(async () => {
  folder = tempDir();
  const none = join(folder, 'fonts.conf');
  writeFileSync(none, '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>');
  mkdirSync(join(folder, 'photos'));
  for (const name of ['crossing', 'desk']) copyFileSync(join(EXAMPLES, `${name}.jpg`), join(folder, 'photos', `${name}.jpg`));
  percept = await startPercept({ env: { FONTCONFIG_FILE: none, PERCEPT_DATA_ROOTS: join(folder, 'photos') } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
  removeDir(folder);
});

async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await percept.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as T;
}
const crossing = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');

test('labels are readable without a font: the service reads them itself', async () => {
  const plain = await post<{ text: string }>('/v2/vision/text', { image: crossing });
  expect(plain.text).not.toMatch(/LIGHT/i);
  const drawn = await post<Drawn>('/v2/vision/annotate', { image: crossing, format: 'png' });
  expect(drawn).toMatchObject({ media_type: 'image/png', boxes: expect.any(Array) });
  expect(drawn.boxes.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^stop sign \d+%$/),
    expect.stringMatching(/^traffic light \d+%$/),
  ]);
  const { text } = await post<{ text: string }>('/v2/vision/text', { image: drawn.image_data });
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/TRAFFIC LIGHT/i);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/STOP SIGN/i);
});

test('lines of text and faces are drawn, too, and an unknown one is refused by its name', async () => {
  const drawn = await post<Drawn>('/v2/vision/annotate', { image: crossing, draw: ['text', 'faces'] });
  expect(drawn.boxes.map(({ label }) => label)).toEqual(['STOP']);
  expect(drawn.media_type).toBe('image/jpeg');
  expect(await post('/v2/vision/annotate', { image: crossing, draw: ['dogs'] })).toMatchObject({
    error: { code: 'INVALID_REQUEST', details: { field: 'draw' } },
  });
});

test('a pipeline draws what an earlier step found, and writes the pictures into a ZIP', async () => {
  const headers = { 'content-type': 'application/yaml' };
  expect((await percept.fetch('/v2/pipelines/drawn', { method: 'PUT', headers, body: PIPELINE })).ok).toBe(true);
  const { id } = await post<{ id: string }>('/v2/pipelines/drawn/runs', {});
  const run = await waitFor(async () => {
    const view = (await (await percept.fetch(`/v2/runs/${id}`)).json()) as { status: string; error: string | null };
    return !['queued', 'running'].includes(view.status) && view;
  });
  expect(run).toMatchObject({ status: 'succeeded', error: null });
  const response = await percept.fetch(`/v2/runs/${id}/artifacts/drawn.zip`);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(files)).toEqual(['crossing.jpg', 'desk.jpg', 'rows.jsonl']);
  const { width, height } = await sharp(files['crossing.jpg']).metadata();
  expect(Math.max(width, height)).toBe(400);
  const [row] = Buffer.from(files['rows.jsonl']!).toString().split('\n');
  expect(JSON.parse(row!)).toEqual({ file: 'crossing.jpg', objects: 2, picture: 'crossing.jpg' });
});
