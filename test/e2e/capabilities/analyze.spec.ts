import sharp from 'sharp';
import { portrait } from '../../harness/fixtures/faces';
import { lettering } from '../../harness/fixtures/text/lettering';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';

interface Answer {
  objects?: { name: string; confidence: number }[];
  faces?: { confidence: number; bounding_box: object; emotions: Record<string, number> }[];
  text?: { text: string }[];
  colors?: { hex: string; fraction: number }[];
  metadata?: { exif: object };
  processing_time_ms: number;
  error?: { code: string; details: { field: string; reason: string } };
}

let percept: RunningPercept;
let photo: Buffer;
beforeAll(async () => {
  const lettered = portrait.svg.replace('</svg>', `${lettering({ text: 'OPEN DAILY', x: 30, y: 588, size: 32 })}</svg>`);
  photo = await sharp(Buffer.from(lettered))
    .flatten()
    .withExif({
      IFD0: { Model: 'P1' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1' },
    })
    .jpeg({ quality: 92 })
    .toBuffer();
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const path = '/v2/vision/analyze';
async function send(body: object): Promise<{ status: number; answer: Answer }> {
  const headers = { 'content-type': 'application/json' };
  const response = await percept.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, answer: (await response.json()) as Answer };
}
const image = () => photo.toString('base64');

describe('capabilities of one feature', () => {
  const post = async (name: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await percept.fetch(`/v2/vision/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, models: response.headers.get('percept-models'), ...((await response.json()) as object) };
  };

  test('vision.text reads the text as a whole and line by line', async () => {
    const answer = await post('text', { image: image() });
    expect(answer).toMatchObject({
      status: 200,
      text: 'OPEN DAILY',
      lines: [{ text: 'OPEN DAILY' }],
      image_properties: { format: 'jpeg' },
    });
    expect(answer.models).toContain('ocr-european');
  });

  test('vision.faces finds faces, without expressions if nobody asks for them', async () => {
    expect(await post('faces', { image: image() })).toMatchObject({
      total_faces: 1,
      faces: [{ emotions: { happy: expect.any(Number) } }],
    });
    const plain = await post('faces', { image: image(), emotions: false });
    expect(plain).toMatchObject({ status: 200, total_faces: 1 });
    expect(JSON.stringify(plain)).not.toContain('happy');
  });
});

describe('POST /v2/vision/analyze', () => {
  test('finds everything in one call', async () => {
    const { status, answer } = await send({ image_data: image() });
    expect(status).toBe(200);
    expect(Object.keys(answer).sort()).toEqual(['colors', 'faces', 'objects', 'processing_time_ms', 'text']);
    expect(answer.faces).toHaveLength(1);
    const emotions = Object.values(answer.faces![0]!.emotions);
    expect(emotions.reduce((sum, value) => sum + Math.round(value * 10_000), 0)).toBe(10_000);
    expect(answer.text!.map(({ text }) => text)).toEqual(['OPEN DAILY']);
    expect(answer.colors!.reduce((sum, { fraction }) => sum + Math.round(fraction * 10_000), 0)).toBe(10_000);
  });

  test('answers only what is asked for, from JSON, a form and a query', async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    form.append('features', 'faces,colors');
    const ways = [
      (await send({ image: image(), features: ['faces', 'colors'] })).answer,
      (await (await percept.fetch(path, { method: 'POST', body: form })).json()) as Answer,
      (await (
        await percept.fetch(`${path}?features=colors&features=faces`, {
          method: 'POST',
          headers: { 'content-type': 'image/jpeg' },
          body: new Uint8Array(photo),
        })
      ).json()) as Answer,
    ];
    const { faces, colors } = ways[0]!;
    expect(faces).toHaveLength(1);
    for (const way of ways) expect(way).toEqual({ faces, colors, processing_time_ms: expect.any(Number) });
  });

  test('tells what the camera wrote, but not where it was', async () => {
    const { answer } = await send({ image: image(), features: ['colors'], include_metadata: true });
    expect(answer.metadata).toEqual({
      width: 480,
      height: 640,
      format: 'jpeg',
      size_bytes: photo.length,
      has_alpha: false,
      orientation: 1,
      color_space: 'srgb',
      exif: { camera_model: 'P1' },
    });
  });

  test('names the feature that was most likely meant', async () => {
    const { status, answer } = await send({ image: image(), features: ['colours'] });
    expect([status, answer.error!.code, answer.error!.details.field]).toEqual([400, 'INVALID_REQUEST', 'features']);
    expect(answer.error!.details.reason).toContain("did you mean 'colors'?");
  });
});
