import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { detecting, EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';

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
const { detect, upload } = detecting(() => percept);

interface Part {
  name: string;
  type?: string;
  filename?: string;
  body: Buffer | string;
}

/** A form as clients write it that leave out what they may. */
function sendForm(path: string, parts: Part[]): Promise<Response> {
  const pieces = parts.flatMap(({ name, type, filename, body }) => {
    const disposition = `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;
    const head = [`--edge`, `Content-Disposition: ${disposition}`, ...(type ? [`Content-Type: ${type}`] : []), '', ''];
    return [Buffer.from(head.join('\r\n')), Buffer.from(body), Buffer.from('\r\n')];
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  return percept.fetch(path, { method: 'POST', headers, body: Buffer.concat([...pieces, Buffer.from('--edge--\r\n')]) });
}
const outcome = async (response: Response): Promise<string> => {
  const body = (await response.json()) as { total_objects?: number; error?: { message: string } };
  return `${response.status} ${body.error?.message ?? ((body.total_objects ?? 1) > 0 ? 'found' : 'nothing')}`;
};
const detected = async (...parts: Part[]) => outcome(await sendForm('/v2/vision/detect', parts));

describe('a form', () => {
  const textBase64 = Buffer.concat([IMAGE, Buffer.alloc(2_000_000)]).toString('base64');
  test.each<[string, Part]>([
    ['of a file with its type and no name', { name: 'image', type: 'image/jpeg', body: IMAGE }],
    ['of a file of no known type and no name', { name: 'image', type: 'application/octet-stream', body: IMAGE }],
    ['of a file without a type or a name', { name: 'image', body: IMAGE }],
    ['of a file that its sender calls a text', { name: 'image', type: 'text/plain', filename: 'a.txt', body: IMAGE }],
    ['of Base64', { name: 'image', body: BASE64 }],
    ['of more Base64 than a field may have', { name: 'image', body: textBase64 }],
    ['of Base64 under its own name', { name: 'image_data', body: BASE64 }],
  ])('%s is read', async (_what, part) => {
    expect(await detected({ name: 'min_confidence', body: '0.1' }, part)).toBe('200 found');
  });

  test('of an upload or a video needs no name either', async () => {
    const kept = await sendForm('/v2/uploads', [{ name: 'file', type: 'image/jpeg', body: IMAGE }]);
    expect(kept.status).toBe(201);
    const clip = { name: 'video', type: 'video/mp4', body: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1') };
    expect(await outcome(await sendForm('/v2/vision/video/analyze', [clip]))).toMatch(/^400 .*the MP4 is broken or cut off/);
  });

  test('of two images is refused, whether the second is a file or a text', async () => {
    const file: Part = { name: 'image', type: 'image/jpeg', body: IMAGE };
    expect(await detected(file, file)).toMatch(/^400 .*more than one file/);
    expect(await detected(file, { name: 'image', body: 'AAAA'.repeat(20_000) })).toMatch(/^400 .*second image beside 'image'/);
    expect(await detected(file, { name: 'video', body: BASE64.slice(0, 80_000) })).toMatch(/^400 .*'video': is not a parameter/);
  });

  test('of the name of a file says how to send the file, whatever the parameter', async () => {
    const photo = 'photo.jpg';
    for (const name of ['image', 'image_url', 'image_data'])
      expect(await detected({ name, body: photo })).toMatch(/^400 .*the name 'photo.jpg', .* with curl, write @ before the name/);
    expect(await detected({ name: 'image', filename: photo, body: photo })).toMatch(/^400 .*the name of a file \(with curl/);
    const raw = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: photo };
    expect(await outcome(await percept.fetch('/v2/vision/detect', raw))).toMatch(/the name of a file \(with curl/);
  });

  test('with a field that is too long is refused, never cut', async () => {
    expect(await detected({ name: 'min_confidence', body: '0'.repeat(1_100_000) })).toMatch(/^413 .*1,048,576 bytes/);
  });
});

test('what is too large is answered with the limit and its setting', async () => {
  const tooLarge = Buffer.alloc(50 * 1024 * 1024 + 1);
  expect(await outcome(await upload(tooLarge))).toMatch(/^413 .*52,428,800 bytes.*PERCEPT_MAX_MEDIA_MB/);
  const raw = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: tooLarge };
  expect(await outcome(await percept.fetch('/v2/vision/detect', raw))).toMatch(/^413 .*52,428,800 bytes/);
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(1_100_000, 0x20) };
  expect(await outcome(await percept.fetch('/v1/webhooks', json))).toMatch(/^413 .*1,048,576 bytes for this path\.$/);
});

describe('an image', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#89a' } })
      .jpeg()
      .toBuffer();

  test.each([
    [4032, 3024],
    [3072, 4080],
    [4096, 4096],
  ])('of %i × %i pixels is read', async (width, height) => {
    expect((await upload(await plain(width, height))).status).toBe(200);
  });

  test('of 4097 pixels is refused, and the error names the setting', async () => {
    expect(await outcome(await upload(await plain(4097, 100)))).toMatch(/^400 .*4097 × 100 .*4096.*PERCEPT_MAX_SIDE/);
  });

  test('in Base64 that lost a + is refused with the place of the blank, in JSON and in a form', async () => {
    const at = BASE64.indexOf('+', BASE64.length / 2);
    const lossy = `${BASE64.slice(0, at)} ${BASE64.slice(at + 1)}`;
    const reason = `character ${at + 1} is a blank, where a + got lost`;
    expect(await outcome(await detect({ image_data: lossy }))).toContain(reason);
    expect(await detected({ name: 'image', body: lossy })).toContain(reason);
    expect(await outcome(await detect({ image_data: BASE64.slice(0, at) + BASE64.slice(at + 1) }))).toMatch(
      /^400 .*group of four|broken/,
    );
  });

  test('that was cut off, or whose data end early, is refused', async () => {
    const half = IMAGE.subarray(0, IMAGE.length >> 1);
    for (const bytes of [half, Buffer.concat([half, IMAGE.subarray(-2)])])
      expect(await outcome(await upload(bytes))).toMatch(/^400 .*the JPEG is broken or cut off/);
  });
});
