import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';
import { sending, type Answer } from '../../harness/sending';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const image = IMAGE.toString('base64');
const later = { prefer: 'respond-async' };

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const detect = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  post('/v2/vision/detect', body, { headers: { ...later, ...headers } });

async function ended(url: string, key = percept.key): Promise<any> {
  return waitFor(
    async () => {
      const { body } = await send(url, { key });
      return !['queued', 'running'].includes(body.status) && body;
    },
    { interval: 100 },
  );
}

/** What was sent is removed with the end of its analysis; it never comes where it stays. */
async function untilNoneWaits(): Promise<void> {
  const waiting = () => readdirSync(join(percept.dataDir, 'analyses')).filter((name) => name !== 'owner');
  await waitFor(() => waiting().length === 0);
}

test('a call with Prefer: respond-async is accepted with 202, and its result is that of the call that waits', async () => {
  const { status, body, headers } = await detect({ image, min_confidence: 0.4 });
  expect([status, Object.keys(body)]).toEqual([202, ['id', 'status', 'status_url']]);
  expect(headers.get('location')).toBe(body.status_url);
  expect(headers.get('preference-applied')).toBe('respond-async');
  const analysis = await ended(body.status_url);
  expect(analysis).toMatchObject({ id: body.id, capability: 'vision.detect', status: 'succeeded', error: null });
  const waited = (await post('/v2/vision/detect', { image, min_confidence: 0.4 })).body;
  expect(analysis.result.detections).toEqual(waited.detections);
  await untilNoneWaits();
});

test('the bytes of cancelled analyses go with their cancellation, begun or not', async () => {
  const accepted = await Promise.all(Array.from({ length: 20 }, () => detect({ image })));
  const ends = await Promise.all(accepted.map(({ body }) => post(`${body.status_url}/cancel`, {})));
  expect(ends.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(ends.every(({ status }) => status === 200 || status === 409)).toBe(true);
  await untilNoneWaits();
});

test('uploads and raw bodies go the same way', async () => {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(IMAGE)]), 'photo.jpg');
  form.append('min_confidence', '0.4');
  const path = '/v2/vision/detect';
  const answers = await Promise.all([
    percept.fetch(path, { method: 'POST', headers: later, body: form }),
    percept.fetch(`${path}?min_confidence=0.4`, {
      method: 'POST',
      headers: { ...later, 'content-type': 'image/jpeg' },
      body: new Uint8Array(IMAGE),
    }),
  ]);
  const results = await Promise.all(answers.map(async (answer) => ended(((await answer.json()) as any).status_url)));
  expect(results.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  expect(results[0].result.detections).toEqual(results[1].result.detections);
});

test('an invalid request is rejected at once; a later error fails the analysis with its reason', async () => {
  expect((await detect({ image, min_confidence: 2 })).body.error.details.field).toBe('min_confidence');
  expect((await detect({})).status).toBe(400);
  const { body } = await detect({ image: Buffer.from('no image').toString('base64') });
  expect(await ended(body.status_url)).toMatchObject({ status: 'failed', result: null, error: { code: 'UNSUPPORTED_MEDIA' } });
});

test('a killed process leaves what it had accepted to the next', async () => {
  const accepted = await Promise.all(Array.from({ length: 6 }, () => detect({ image })));
  await percept.kill();
  percept = await startPercept({ dataDir: percept.dataDir, key: percept.key });
  for (const { body } of accepted) expect((await ended(body.status_url)).status).toBe('succeeded');
  await untilNoneWaits();
});

test('of requests with one Idempotency-Key one is done', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => detect({ image }, { 'idempotency-key': 'one' })));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual(answers.map(({ body }) => body.status_url));
  expect((await detect({ image, min_confidence: 0.9 }, { 'idempotency-key': 'one' })).status).toBe(409);
});

test('counts one when it succeeds and nothing when it fails', async () => {
  const { key, id } = await make({ plan: 'pro' });
  const used = async () => (await send(`/v1/usage?key_id=${id}`)).body.keys[0].quota.used;
  const own = { key, headers: later };
  const good = await post('/v2/vision/detect', { image }, own);
  await ended(good.body.status_url);
  expect(await used()).toBe(1);
  const bad = await post('/v2/vision/detect', { image: 'AAAA' }, own);
  await ended(bad.body.status_url);
  await waitFor(async () => (await used()) === 1);
});

test('an analysis of nobody is not found, and nothing of the data folder is read by its name', async () => {
  for (const id of ['ana_none', 'owner', '..%2Fpercept.sqlite']) expect((await send(`/v2/analyses/${id}`)).status).toBe(404);
  expect(existsSync(join(percept.dataDir, 'analyses', 'owner'))).toBe(true);
});
