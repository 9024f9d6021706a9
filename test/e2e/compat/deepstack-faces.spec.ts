import { request } from 'node:http';
import sharp from 'sharp';
import { people } from '../../harness/fixtures/faces';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';

// The bytes that clients of DeepStack's faces send. Double Take posts a form of the package form-data, in chunks, the picture before
// the name; Home Assistant's integration posts a form of Python's requests, the name first.

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_FACE_RECOGNITION: 'on' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const jpeg = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).flatten().jpeg().toBuffer();
const again = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).flatten().resize(360).rotate(8, { background: '#b9c4c9' }).jpeg({ quality: 60 }).toBuffer();

interface Answer {
  status: number;
  body: any;
}

type Part = [head: string, content: Buffer | string];

function formOf(boundary: string, parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(([head, content]) => [
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

/** Exactly these headers and bytes: fetch would add its own. */
function send(path: string, headers: Record<string, string | number>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, percept.url), { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString()) }));
    });
    sent.on('error', reject);
    for (let from = 0; from < body.length; from += 65_536) sent.write(body.subarray(from, from + 65_536));
    sent.end();
  });
}

/** As axios 0.27 and form-data 4 write it. */
function doubleTake(path: string, { image, userid }: { image?: Buffer; userid?: string }): Promise<Answer> {
  const boundary = '--------------------------515890814546601021194782';
  const parts: Part[] = [];
  if (image) parts.push(['name="image"; filename="latest.jpg"\r\nContent-Type: image/jpeg', image]);
  if (userid !== undefined) parts.push(['name="userid"', userid]);
  parts.push(['name="api_key"', percept.key]);
  const headers = {
    Accept: 'application/json, text/plain, */*',
    'User-Agent': 'axios/0.27.2',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'Transfer-Encoding': 'chunked',
  };
  return send(path, headers, formOf(boundary, parts));
}

/** As Python's requests write it: fields, then files with a name and no type. */
function python(path: string, fields: Record<string, string>, images: Record<string, Buffer> = {}): Promise<Answer> {
  const boundary = 'd0a0e404f83c44f7e1c2f56d5273e266';
  const body = formOf(boundary, [
    ...Object.entries({ api_key: percept.key, ...fields }).map(([name, value]): Part => [`name="${name}"`, value]),
    ...Object.entries(images).map(([name, image]): Part => [`name="${name}"; filename="${name}"`, image]),
  ]);
  const headers = { 'User-Agent': 'python-requests/2.34.2', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate' };
  return send(
    path,
    { ...headers, 'Content-Length': body.length, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
  );
}

/** As curl and Python's requests write fields without a file. */
const urlencoded = (path: string, fields: Record<string, string>): Promise<Answer> => {
  const body = Buffer.from(new URLSearchParams({ api_key: percept.key, ...fields }).toString());
  return send(path, { 'Content-Length': body.length, 'Content-Type': 'application/x-www-form-urlencoded' }, body);
};

const FACE = '/v1/vision/face';

test('before anybody is registered, everybody is unknown, and the list is empty', async () => {
  const answer = await doubleTake(`${FACE}/recognize`, { image: await jpeg(people.dark) });
  expect(answer).toMatchObject({ status: 200, body: { success: true, predictions: [{ userid: 'unknown', confidence: 0 }] } });
  expect((await python(`${FACE}/list`, {})).body).toMatchObject({ success: true, faces: [] });
});

test('Double Take trains a person, recognises the next frame, and removes the person', async () => {
  expect(await doubleTake(`${FACE}/register`, { image: await jpeg(people.dark), userid: 'Ada' })).toMatchObject({
    ...{ status: 200, body: { success: true, message: 'face added' } },
  });
  const frame = await again(people.dark);
  const { status, body } = await doubleTake(`${FACE}/recognize`, { image: frame });
  expect([status, body.success, body.predictions.length]).toEqual([200, true, 1]);
  const [{ userid, confidence, x_min, y_min, x_max, y_max }] = body.predictions;
  const { width, height } = await sharp(frame).metadata();
  // It counts 60 % as a match.
  expect([userid, confidence > 0.6, x_min >= 0, y_min >= 0, x_max <= width, y_max <= height, x_max > x_min]).toEqual([
    'Ada',
    ...Array<boolean>(6).fill(true),
  ]);
  const stranger = await doubleTake(`${FACE}/recognize`, { image: await again(people.fair) });
  expect(stranger.body.predictions).toMatchObject([{ userid: 'unknown', confidence: 0 }]);
  expect(await doubleTake(`${FACE}/delete`, { userid: 'Ada' })).toMatchObject({ status: 200, body: { success: true } });
  expect((await doubleTake(`${FACE}/recognize`, { image: frame })).body.predictions).toMatchObject([{ userid: 'unknown' }]);
  expect(await doubleTake(`${FACE}/delete`, { userid: 'Ada' })).toMatchObject({
    ...{ status: 404, body: { success: false, error: expect.stringContaining("'Ada'") } },
  });
});

test("Home Assistant's integration registers pictures, lists, recognises with a threshold, and matches two pictures", async () => {
  const images = { image1: await jpeg(people.stern), image2: await again(people.stern) };
  expect(await python(`${FACE}/register`, { userid: 'Ben' }, images)).toMatchObject({ status: 200, body: { success: true } });
  expect((await python(`${FACE}/list`, {})).body).toMatchObject({ success: true, faces: ['Ben'] });
  const image = await sharp(await again(people.stern))
    .flop()
    .toBuffer();
  const found = await python(`${FACE}/recognize`, { min_confidence: '0.5' }, { image });
  expect(found.body.predictions).toMatchObject([{ userid: 'Ben' }]);
  const sure = await python(`${FACE}/recognize`, { min_confidence: '1' }, { image });
  expect(sure.body.predictions).toMatchObject([{ userid: 'unknown' }]);
  const match = async (image1: Buffer, image2: Buffer) => (await python(`${FACE}/match`, {}, { image1, image2 })).body.similarity;
  expect(await match(images.image1, images.image2)).toBeGreaterThan(0.9);
  expect(await match(images.image1, await jpeg(people.dark))).toBeLessThan(0.7);
});

test("the requests of DeepStack's own pages: a list without a body, a person who is deleted without a file", async () => {
  await python(`${FACE}/register`, { userid: 'Dora Day' }, { image: await jpeg(people.fair) });
  const listed = await send(`${FACE}/list`, { Authorization: `Bearer ${percept.key}` }, Buffer.alloc(0));
  expect(listed).toMatchObject({ status: 200, body: { success: true, faces: expect.arrayContaining(['Dora Day']) } });
  expect((await urlencoded(`${FACE}/list`, {})).body).toEqual(listed.body);
  expect(await urlencoded(`${FACE}/delete`, { userid: 'Dora Day' })).toMatchObject({ status: 200, body: { success: true } });
  const unknown = await urlencoded(`${FACE}/delete`, { userid: 'Dora Day' });
  expect(unknown).toMatchObject({ status: 404, body: { success: false, error: "Nobody is registered as 'Dora Day'." } });
});

test('of two pictures that are registered at once, none is kept where one shows no face', async () => {
  const wall = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const answer = await python(`${FACE}/register`, { userid: 'Emil' }, { image1: await jpeg(people.dark), image2: wall });
  expect(answer).toMatchObject({ status: 400, body: { success: false, error: expect.stringContaining("'image2'") } });
  expect((await python(`${FACE}/list`, {})).body.faces).not.toContain('Emil');
});

test('what is missing or wrong is told, and who has no key is refused', async () => {
  const image = await jpeg(people.dark);
  const wall = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const answers = [
    await python(`${FACE}/register`, {}, { image }),
    await python(`${FACE}/register`, { userid: 'Cleo' }),
    await python(`${FACE}/register`, { userid: 'Cleo' }, { image: wall }),
    await python(`${FACE}/match`, {}, { image1: image }),
    await python(`${FACE}/recognize`, { min_confidence: 'high' }, { image }),
    await python(`${FACE}/recognize`, { api_key: 'pk_live_wrong' }, { image }),
  ];
  expect(answers.map(({ status, body }) => [status, body.success, typeof body.error])).toEqual([
    ...Array.from({ length: 5 }, () => [400, false, 'string']),
    [401, false, 'string'],
  ]);
});
