/** Against a running service: PERCEPT_URL, PERCEPT_KEY, IMAGE (a photograph) and SIGNED (webhooks that it signed, as JSON). */
import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { test } from 'node:test';
import { FailedError, Percept, PerceptError, verifyWebhook } from '../src/index.js';

const { PERCEPT_URL: url = '', PERCEPT_KEY: key = '', IMAGE = '', SIGNED = '[]' } = process.env;
const percept = new Percept({ url, key });

void test('the lines of the README work, and their answers have types', async () => {
  const { sentiment } = await percept.analyze('/v2/text/sentiment', { text: 'A lovely day.' });
  const known: 'positive' | 'negative' | 'neutral' = sentiment;
  assert.equal(known, 'positive');
  const { detections } = await percept.analyze('/v2/vision/detect', { image: await openAsBlob(IMAGE), object_types: ['cup'] });
  assert.ok(detections.length > 0 && detections.every(({ object, bounding_box }) => object === 'cup' && bounding_box.width > 0));
  const run = await percept.waitForRun(await percept.startRun('detect-folder'));
  assert.equal(run.counts.succeeded, run.counts.total);
  const keys: string[] = [];
  for await (const { key } of percept.each('/v2/runs/{id}/items', { path: { id: run.id }, query: { limit: 1 } })) keys.push(key);
  assert.equal(new Set(keys).size, run.counts.total);
});

void test('a form takes lists of objects, and documents', async () => {
  const image = await openAsBlob(IMAGE);
  const regions = [{ x: 1, y: 2, width: 30, height: 40 }];
  const { redactions } = await percept.analyze('/v2/vision/redact', { image, faces: false, regions });
  assert.deepEqual(
    redactions.map(({ bounding_box }) => bounding_box),
    regions,
  );
  const { pages } = await percept.analyze('/v2/documents/read', { document: image });
  assert.equal(pages.length, 1);
});

void test('operations are typed by their paths', async () => {
  const { data } = await percept.api.GET('/v2/pipelines');
  assert.ok(data!.pipelines.some(({ name }) => name === 'detect-folder'));
  // @ts-expect-error There is no such path.
  await assert.rejects(percept.api.GET('/v2/nothing'), { name: 'PerceptError', status: 404 });
  // @ts-expect-error A text is needed.
  await assert.rejects(percept.analyze('/v2/text/sentiment', {}), (error: PerceptError) => {
    assert.deepEqual([error.code, error.details?.field, error.status], ['INVALID_REQUEST', 'text', 400]);
    return error.requestId !== undefined;
  });
});

void test('a file is uploaded once for several calls', async () => {
  const { id, media_type } = await percept.upload(await openAsBlob(IMAGE), { expiresIn: 600 });
  const { detections } = await percept.analyze('/v2/vision/detect', { image_url: id, object_types: ['cup'] });
  assert.ok(detections.length > 0 && media_type === 'image/jpeg');
  await percept.api.DELETE('/v2/uploads/{id}', { params: { path: { id } } });
  await assert.rejects(percept.analyze('/v2/vision/detect', { image_url: id }), { code: 'INVALID_REQUEST' });
});

void test('what is done later is waited for, and a failure is said', async () => {
  const accepted = await percept.analyzeLater('/v2/text/sentiment', { text: 'A lovely day.' });
  const seen: string[] = [];
  const result = await percept.waitForAnalysis<'/v2/text/sentiment'>(accepted, { onState: ({ status }) => seen.push(status) });
  assert.deepEqual([result.sentiment, seen.at(-1)], ['positive', 'succeeded']);
  const broken = await percept
    .analyzeLater('/v2/vision/detect', { image: new Blob([new Uint8Array(64)]) })
    .catch((error: unknown) => error);
  if (!(broken instanceof PerceptError)) {
    const failed = await percept.waitForAnalysis(broken as { id: string }).catch((error: unknown) => error);
    assert.ok(failed instanceof FailedError && /UNSUPPORTED|supported|image/.test(failed.message));
  }
});

void test('what is refused for the moment is sent again as it was, and what lasts is not', async () => {
  const waits: number[] = [];
  const sent: { key: string | null; body: string }[] = [];
  const answers = [
    new Response(null, { status: 503, headers: { 'retry-after': '3' } }),
    new Response(null, { status: 429 }),
    Response.json({ sentiment: 'positive' }),
  ];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
    return answers.shift()!;
  };
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const patient = new Percept({ url, key, fetch, sleep });
  assert.equal((await patient.analyze('/v2/text/sentiment', { text: 'Fine.' })).sentiment, 'positive');
  assert.deepEqual(waits, [3_000, 2_000]);
  assert.equal(sent.length, 3);
  assert.ok(sent[0]!.key && sent.every((each) => each.key === sent[0]!.key && each.body === '{"text":"Fine."}'));
  const month = { error: { code: 'QUOTA_EXCEEDED', message: 'The month is used up.', request_id: 'req_1' } };
  answers.push(Response.json(month, { status: 429, headers: { 'retry-after': '86400' } }));
  await assert.rejects(patient.api.GET('/v2/runs'), { code: 'QUOTA_EXCEEDED', retryAfter: 86_400 });
  assert.equal(waits.length, 2);
  const soon = { 'retry-after': new Date().toUTCString() };
  answers.push(new Response(null, { status: 503, headers: soon }), Response.json({ runs: [] }));
  assert.equal((await patient.api.GET('/v2/runs')).response.status, 200);
  assert.deepEqual(waits.slice(2), [1_000]);
});

void test('waiting ends with its signal, even while an answer does not come', async () => {
  let controller = new AbortController();
  const fetch = (request: Request): Promise<Response> =>
    new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      controller.abort();
    });
  const hanging = new Percept({ url, key, fetch });
  for (const wait of [hanging.waitForRun.bind(hanging), hanging.waitForAnalysis.bind(hanging)]) {
    controller = new AbortController();
    await assert.rejects(wait({ id: 'one' }, { signal: controller.signal }), { name: 'AbortError' });
  }
});

void test('a webhook of the service is verified, and a changed one refused', () => {
  const signed = JSON.parse(SIGNED) as { secret: string; body: string; headers: Record<string, string> }[];
  assert.equal(signed.length, 2);
  for (const { secret, body, headers } of signed) {
    assert.equal(verifyWebhook(body, headers, secret).type, 'batch.completed');
    assert.equal(verifyWebhook(new TextEncoder().encode(body), new Headers(headers), secret).id, 'evt_1');
    assert.throws(() => verifyWebhook(`${body} `, headers, secret));
    assert.throws(() => verifyWebhook(body, headers, `${secret.slice(0, -4)}AAA=`));
    assert.throws(() => verifyWebhook(body, { ...headers, 'webhook-timestamp': '1000000000' }, secret));
  }
});
