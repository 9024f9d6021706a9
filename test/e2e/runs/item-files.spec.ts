import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES, percept as command, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { PrivateS3, withoutS3 } from '../../harness/s3';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const VIDEO = readFileSync(join(ROOT, 'examples', 'videos', 'harbour.mp4'));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const LOOK = `version: 1
name: look
inputs:
  files: { type: string, default: 'photos/*' }
steps:
  - id: photos
    for_each: { files: "\${{ inputs.files }}", as: photo }
    steps:
      - { id: say, uses: text.sentiment, with: { text: "\${{ photo.name }}" } }
      - { id: colors, uses: vision.analyze, with: { image: "\${{ photo.path }}", features: [colors] } }
`;
const LISTED = `version: 1
name: listed
inputs:
  pictures: { type: array }
steps:
  - id: pictures
    for_each: { items: "\${{ inputs.pictures }}", as: picture }
    steps:
      - { id: colors, uses: vision.analyze, with: { image: "\${{ picture }}", features: [colors] } }
  - { id: words, uses: text.sentiment, with: { text: good } }
`;

let dir: string;
let percept: RunningPercept;
let s3: PrivateS3 | undefined;
const { send, post } = sending(() => percept);

beforeAll(async () => {
  dir = tempDir();
  for (const folder of ['data/photos', 'outside']) mkdirSync(join(dir, folder), { recursive: true });
  const put = (name: string, bytes: string | Uint8Array): void => writeFileSync(join(dir, 'data', 'photos', name), bytes);
  put('a.jpg', IMAGE);
  put('cut off.jpg', IMAGE.subarray(0, IMAGE.length / 2));
  put('page.jpg', '<!doctype html><script>alert(1)</script>');
  put('drawing.jpg', SVG);
  put('video.jpg', VIDEO);
  put(
    'huge.jpg',
    await sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  );
  put('many.jpg', 'x');
  truncateSync(join(dir, 'data', 'photos', 'many.jpg'), 60 * 1024 * 1024);
  put('gone.jpg', 'x');
  put('replaced.jpg', 'x');
  writeFileSync(join(dir, 'outside', 'secret.jpg'), IMAGE);
  if (!withoutS3) {
    s3 = await PrivateS3.start('photos', 'closed');
    for (const bucket of ['photos', 'closed']) await s3.put(`s3://${bucket}/a.jpg`, IMAGE);
  }
  const roots = { PERCEPT_DATA_ROOTS: join(dir, 'data'), PERCEPT_PIPELINES_DIR: join(dir, 'pipelines') };
  percept = await startPercept({ env: { ...roots, ...s3?.env, PERCEPT_S3_BUCKETS: 'photos' } });
  for (const [name, source] of Object.entries({ look: LOOK, listed: LISTED }))
    expect((await send(`/v2/pipelines/${name}`, { method: 'PUT', body: { source } })).status).toBe(201);
});
afterAll(async () => {
  await percept.stop();
  await s3?.stop();
  for (const folder of [percept.dataDir, dir]) removeDir(folder);
});

interface Run {
  id: string;
  items: any[];
}

async function run(pipeline: string, inputs: object): Promise<Run> {
  const started = await post(`/v2/pipelines/${pipeline}/runs`, { inputs });
  expect([started.status, started.body]).toEqual([202, started.body]);
  const { id } = started.body as Run;
  await waitFor(async () => (await send(`/v2/runs/${id}`)).body.ended_at !== null);
  return { id, items: (await send(`/v2/runs/${id}/items`)).body.items };
}

let looked: Promise<Run> | undefined;
/** Every file of the folder, once for all tests. */
const photos = (): Promise<Run> => (looked ??= run('look', {}));
const urlOf = ({ items }: Run, name: string): string => items.find(({ key }) => key.endsWith(name)).file_url;

/** The answer's status, its headers, and its bytes or its error. */
async function get(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; bytes: Buffer; error: any }> {
  const answer = await percept.fetch(path, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const error = answer.ok ? undefined : (JSON.parse(bytes.toString()) as { error: unknown }).error;
  return { status: answer.status, headers: answer.headers, bytes, error };
}

test('an item gives the image that its steps look at, which runs nothing in a page', async () => {
  const url = urlOf(await photos(), 'a.jpg');
  const { status, headers, bytes } = await get(url);
  const { headers: ofPreview } = await get(`${url}&width=64`);
  // Boxes of results are in pixels of the picture, not of the preview.
  expect(ofPreview.get('percept-image-size')).toBe((await sizeOf(IMAGE)).join('x'));
  expect([status, IMAGE.equals(bytes)]).toEqual([200, true]);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('content-disposition')).toBe("inline; filename*=UTF-8''a.jpg");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a video is called by its bytes and downloaded; its preview is its first frame', async () => {
  const url = urlOf(await photos(), 'video.jpg');
  const { headers, bytes } = await get(url);
  expect([headers.get('content-type'), VIDEO.equals(bytes)]).toEqual(['video/mp4', true]);
  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  const frame = await get(`${url}&width=64`);
  expect(frame.headers.get('content-type')).toBe('image/jpeg');
  expect(Math.max(...(await sizeOf(frame.bytes)))).toBe(64);
  expect(frame.headers.get('percept-image-size')).toMatch(/^\d+x\d+$/);
});

const sizeOf = async (bytes: Buffer): Promise<number[]> => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};

test('a preview shows what could not be analyzed: an image that is cut off, and one that is too large', async () => {
  const all = await photos();
  const failed = all.items.filter(({ state }) => state === 'failed').map(({ key }) => key.replace(/.*\//, ''));
  expect(failed).toEqual(expect.arrayContaining(['cut off.jpg', 'huge.jpg']));
  for (const name of ['cut off.jpg', 'huge.jpg']) {
    const { status, headers, bytes } = await get(`${urlOf(all, name)}&width=160`);
    expect([name, status, headers.get('content-disposition')]).toEqual([name, 200, "inline; filename*=UTF-8''preview.jpg"]);
    expect(Math.max(...(await sizeOf(bytes)))).toBe(160);
  }
});

test.each([
  ['page.jpg', 400, 'UNSUPPORTED_MEDIA', 'a web page (HTML)'],
  ['drawing.jpg', 400, 'UNSUPPORTED_MEDIA', 'an SVG'],
  ['many.jpg', 413, 'PAYLOAD_TOO_LARGE', '50 MB'],
])('%s is refused, as a file and as a preview', async (name, status, code, reason) => {
  const url = urlOf(await photos(), name);
  for (const path of [url, `${url}&width=160`]) {
    const { status: answered, error } = await get(path);
    expect([answered, error.code]).toEqual([status, code]);
    expect(error.message).toContain(reason);
  }
});

test('a file that is gone, or that a link has replaced, is not found or not allowed', async () => {
  const all = await photos();
  const photo = (name: string): string => join(dir, 'data', 'photos', name);
  rmSync(photo('gone.jpg'));
  renameSync(photo('replaced.jpg'), photo('replaced.txt'));
  symlinkSync(join(dir, 'outside', 'secret.jpg'), photo('replaced.jpg'));
  for (const more of ['', '&width=160']) {
    const gone = await get(urlOf(all, 'gone.jpg') + more);
    expect([gone.status, gone.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(gone.error.message).toContain('The file of this item is gone.');
    const replaced = await get(urlOf(all, 'replaced.jpg') + more);
    expect([replaced.status, replaced.error.code]).toEqual([403, 'FORBIDDEN']);
  }
});

test('paths of items lead nowhere that the run may not read, and items that look at nothing have no file', async () => {
  const outside = join(dir, 'outside', 'secret.jpg');
  const pictures = [outside, '../outside/secret.jpg', 'photos/a.jpg', 'https://example.com/a.jpg', 'photos', '\u0000'];
  const { id, items } = await run('listed', { pictures });
  const at = (key: string, step = 'pictures'): string =>
    `/v2/runs/${id}/items/file?${new URLSearchParams({ step, key }).toString()}`;
  const answers = await Promise.all(pictures.map((_, index) => get(at(String(index)))));
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 404, 404, 404]);
  expect(answers[3]!.error.message).toContain('is at https://example.com/a.jpg. Percept keeps no copy of it.');
  expect(items.find(({ step }) => step === 'words').file_url).toBeNull();
  const nothing = await get(at('', 'words'));
  expect([nothing.status, nothing.error.message]).toEqual([404, 'The steps of this item look at no image or video.']);
  // Only items that the run has: what a caller writes into the address is not taken as a path.
  for (const key of [outside, '../../etc/passwd', '7']) expect((await get(at(key))).status).toBe(404);
});

test('percept runs show prints where the pictures of failed items are', async () => {
  const all = await photos();
  const env = { PERCEPT_URL: percept.url, PERCEPT_KEY: percept.key };
  const { stdout } = await command(['runs', 'show', all.id], { env });
  expect(stdout).toContain(`\npicture  ${percept.url}${urlOf(all, 'cut off.jpg')}&width=1600\n`);
  expect(stdout).not.toContain('a.jpg&width');
});

test('an upload of the project is found by its handle', async () => {
  const headers = { 'content-type': 'image/jpeg' };
  const upload = await percept.fetch('/v2/uploads', { method: 'POST', headers, body: new Uint8Array(IMAGE) });
  const { id } = (await upload.json()) as Run;
  const { items } = await run('listed', { pictures: [id] });
  const [{ file_url: url }] = items.filter(({ step }) => step === 'pictures');
  expect(IMAGE.equals((await get(url)).bytes)).toBe(true);
  expect(Math.max(...(await sizeOf((await get(`${url}&width=32`)).bytes)))).toBe(32);
});

test('another project and a key without the scope get nothing', async () => {
  const url = urlOf(await photos(), 'a.jpg');
  const { body: project } = await post('/v2/projects', { name: 'stranger' });
  const keyOf = async (scopes: string[], headers?: Record<string, string>): Promise<string> =>
    (await post('/v1/keys', { name: 'k', scopes }, { headers })).body.key;
  const foreign = await keyOf(['predict', 'pipelines', 'webhooks', 'admin'], { 'percept-project': project.id });
  for (const path of [url, `${url}&width=160`, url.replace(/key=.*/, 'key=')])
    expect((await send(path, { key: foreign })).status).toBe(404);
  expect((await send(url, { key: await keyOf(['predict']) })).status).toBe(403);
  expect((await send(url, { key: '' })).status).toBe(401);
});

test.each(['15', '2049', 'x', '1e3.5'])('a width of %s is refused', async (width) => {
  const { status, error } = await get(`${urlOf(await photos(), 'a.jpg')}&width=${width}`);
  expect([status, error.details.field]).toEqual([400, 'width']);
});

(withoutS3 ? test.skip : test)('an object of an allowed bucket is shown, one of another bucket is not', async () => {
  const { id } = await run('listed', { pictures: ['s3://photos/a.jpg', 's3://closed/a.jpg', 's3://photos/none.jpg'] });
  const at = (key: number, more = ''): string => `/v2/runs/${id}/items/file?step=pictures&key=${key}${more}`;
  expect(IMAGE.equals((await get(at(0))).bytes)).toBe(true);
  expect(Math.max(...(await sizeOf((await get(at(0, '&width=48'))).bytes)))).toBe(48);
  expect([(await get(at(1))).status, (await get(at(2))).status]).toEqual([403, 404]);
});
