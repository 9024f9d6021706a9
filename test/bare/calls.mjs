// Runs on the bare machine, with Node alone: starts Percept as a user does, calls everything, and starts it again.
// node calls.mjs '{"command": [...], "examples": FOLDER, "videos": [FILE, ...]}'; prints one line of JSON for each call.
/* global fetch, FormData, Blob, Buffer, AbortSignal */
import { ok as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryPrintedLines } from './printed-lines.mjs';
import { startReceiver } from './receiver.mjs';
import { startService } from './service.mjs';

const { command, examples, videos } = JSON.parse(process.argv[2]);
const CALL_LIMIT_MS = 180_000;
const RUN_LIMIT_MS = 180_000;
const DAY_MS = 86_400_000;
const DETECTABLE = 'crossing.jpg';

const image = (name) => readFileSync(join(examples, 'images', name));
const state = {};
const called = new Set();

async function request(path, { method = 'POST', json, body, type, headers = {} } = {}) {
  called.add(path.split('?')[0]);
  const answer = await fetch(`${state.service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${state.key}`,
      ...(json ? { 'content-type': 'application/json' } : type ? { 'content-type': type } : {}),
      ...headers,
    },
    body: json ? JSON.stringify(json) : body,
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
  return answer.headers.get('content-type')?.includes('application/json') ? JSON.parse(text) : text;
}
const get = (path) => request(path, { method: 'GET' });

/** Reports one call. What needs a call that failed is not tried. */
async function call(name, run) {
  const started = Date.now();
  const line = { call: name };
  const before = state.service?.output().length ?? 0;
  try {
    await run();
    line.ok = true;
  } catch (error) {
    const logged = (state.service?.output() ?? '')
      .slice(before)
      .split('\n')
      .filter((each) => /"level":[56]0/.test(each));
    line.error = [error.message, error.cause?.message, logged.join('\n')].filter(Boolean).join('\n');
  }
  line.seconds = (Date.now() - started) / 1000;
  console.log(JSON.stringify(line));
  return Boolean(line.ok);
}

async function start() {
  state.service = await startService(command);
  state.key ??= state.service.key;
  assert(state.key, `The first start printed no API key:\n${state.service.output()}`);
}

async function detect() {
  const form = new FormData();
  form.append('image', new Blob([image(DETECTABLE)]), DETECTABLE);
  const { detections } = await request('/v2/vision/detect', { body: form });
  const found = detections.map(({ object }) => object);
  assert(found.includes('stop sign'), `No stop sign in ${DETECTABLE}: ${found.join(', ') || 'nothing found'}`);
}

async function classify() {
  const encoded = `data:image/png;base64,${Buffer.from(image('clock-tower.png')).toString('base64')}`;
  const { classifications, image_properties } = await request('/v2/vision/classify', {
    json: { image: encoded, min_confidence: 0 },
  });
  assert(classifications.length > 0 && image_properties.width === 720, 'No classification of clock-tower.png');
}

async function textAndFaces() {
  const photo = { body: image('desk.jpg'), type: 'image/jpeg' };
  const { text } = await request('/v2/vision/text', photo);
  const { faces } = await request('/v2/vision/faces', photo);
  assert(typeof text === 'string' && Array.isArray(faces), 'text or faces is missing');
}

/** An asynchronous call answers at once, and its result is there later. */
async function later() {
  let analysis = await request('/v2/text/sentiment/async', { json: { text: 'The room was lovely.' } });
  const deadline = Date.now() + RUN_LIMIT_MS;
  while (['queued', 'processing', 'running'].includes(analysis.status) && Date.now() < deadline) {
    await wait(100);
    analysis = await get(`/v2/analyses/${analysis.id}`);
  }
  assert(analysis.result?.sentiment === 'positive', `The analysis is ${JSON.stringify(analysis)}`);
}

async function analyze() {
  const { objects, faces, text, colors } = await request('/v2/vision/analyze', {
    body: image('harbour.webp'),
    type: 'image/webp',
  });
  assert(
    objects.some(({ name }) => name === 'boat'),
    'No boat in harbour.webp',
  );
  assert(Array.isArray(faces) && Array.isArray(text) && colors.length > 0, 'faces, text or colors is missing');
}

async function video() {
  for (const file of videos) {
    const form = new FormData();
    form.append('video', new Blob([readFileSync(file)]), basename(file));
    const path = '/v2/vision/video/analyze';
    const { video_info, timeline, summary } = await request(`${path}?frame_interval=10`, {
      body: form,
      headers: { prefer: 'wait=120' },
    });
    assert(video_info?.total_frames > 0 && timeline.length > 0, `${basename(file)}: no frames in the answer`);
    const { dominant_objects: found } = summary;
    if (basename(file) === 'harbour.mp4')
      assert(found.includes('boat'), `No boat in harbour.mp4: ${found.join(', ') || 'nothing found'}`);
  }
}

async function vectors() {
  const picture = { body: image('harbour.webp'), type: 'image/webp' };
  const { embedding } = await request('/v2/vision/embed', picture);
  const { embedding: ofText } = await request('/v2/text/embed', { json: { text: 'The boat is late.' } });
  assert(embedding.length === 1280 && ofText.length === 384, 'A vector has the wrong length');
  await request('/v2/text/redact', { json: { text: 'Write to ada@example.com.' } });
  await request('/v2/text/classify', { json: { text: 'Where is my parcel?', labels: ['billing', 'delivery'] } });
  await request('/v2/vision/barcodes', picture);
  await request('/v2/vision/redact', picture);
  await request('/v2/vision/annotate', picture);
  const named = await request('/v2/vision/recognize', picture).catch((error) => error.message);
  assert(/403.*PERCEPT_FACE_RECOGNITION/.test(named), `Faces are named without consent: ${JSON.stringify(named)}`);
}

async function sentiment() {
  const answer = await request('/v2/text/sentiment', { json: { text: 'The room was lovely and the breakfast excellent.' } });
  assert(answer.sentiment === 'positive', `A good review is ${answer.sentiment}`);
}

async function entities() {
  const answer = await request('/v2/text/entities', { json: { text: 'Angela Merkel visited Microsoft in Paris.' } });
  const found = answer.entities.map(({ text }) => text);
  assert(found.includes('Paris'), `Paris is not among the entities: ${found.join(', ')}`);
}

async function doors() {
  const { data, usage } = await request('/v1/embeddings', { json: { model: 'text-embedding-3-small', input: ['A late boat.'] } });
  assert(data[0].embedding.length === 384 && usage.prompt_tokens > 0, `Embedded: ${JSON.stringify(usage)}`);
  const documents = [{ id: '1', language: 'en', text: 'A wonderful day!' }];
  const judged = await request('/text/analytics/v3.1/sentiment', { json: { documents } });
  assert(judged.documents[0].sentiment === 'positive', `Judged: ${JSON.stringify(judged)}`);
  const tags = await request('/computervision/imageanalysis:analyze?api-version=2024-02-01&features=tags', {
    body: image(DETECTABLE),
    type: 'image/jpeg',
  });
  assert(tags.tagsResult.values.length > 0, `Tagged: ${JSON.stringify(tags)}`);
}

async function forecast() {
  const day = (i) => new Date(Date.UTC(2026, 0, 1) + i * DAY_MS).toISOString().slice(0, 10);
  const data = Array.from({ length: 56 }, (_, i) => ({ timestamp: day(i), value: 100 + i + (i % 7) * 5 }));
  const { predictions } = await request('/v2/predict/timeseries', { json: { data, periods: 7 } });
  assert(predictions.length === 7 && predictions[0].timestamp.startsWith(day(56)), 'The forecast is not of the next seven days');
  const { total_anomalies: unusual } = await request('/v2/predict/anomalies', {
    json: { data: [...data, { timestamp: day(56), value: 900 }] },
  });
  assert(unusual > 0, 'The value of 900 is as usual');
  await request('/v2/predict/changepoints', { json: { data } });
  await request('/v2/predict/backtest', { json: { data, periods: 7 } });
  for (const what of ['timeseries', 'anomalies', 'changepoints']) {
    const options = what === 'timeseries' ? { periods: 2 } : {};
    const many = {
      series: [
        { id: 'a', data },
        { id: 'b', data: [] },
      ],
      ...options,
    };
    const { series_answered: answered } = await request(`/v2/predict/${what}/batch`, { json: many });
    assert(answered === 1, `${answered} of two series were answered, one of them empty`);
  }
  const rows = data.map(({ timestamp, value }) => ({ shop: 'a', timestamp, value }));
  await request('/v2/table/anomalies', { json: { rows, by: ['shop'] } });
  await request('/v2/table/forecast', { json: { rows, by: ['shop'], periods: 3 } });
}

async function tables() {
  const rows = [
    { id: 1, value: 2 },
    { id: 1, value: 3 },
  ];
  const { rows: sums } = await request('/v2/table/aggregate', { json: { rows, by: ['id'], sum: { value: 'value' } } });
  assert(sums.length === 1 && sums[0].value === 5, `The sum is ${JSON.stringify(sums)}`);
  await request('/v2/table/sort', { json: { rows, by: ['value desc'] } });
  await request('/v2/table/join', { json: { left: rows, right: [{ id: 1, name: 'a' }], on: ['id'] } });
  const { rows: read } = await request('/v2/table/read', {
    json: { data: 'day,amount\n2026-01-01,3.5\n', types: { amount: 'number' } },
  });
  assert(read[0].amount === 3.5, `Read: ${JSON.stringify(read)}`);
  const { rows: large } = await request('/v2/table/filter', { json: { rows, where: 'row.value > 2' } });
  const { rows: twice } = await request('/v2/table/map', { json: { rows, columns: { twice: 'row.value * 2' } } });
  assert(large.length === 1 && twice[1].twice === 6, `Filtered and mapped: ${JSON.stringify([large, twice])}`);
}

async function everyRoute() {
  const { paths } = await get('/openapi.json');
  const ours = Object.keys(paths).filter((path) => /^\/v2\/(vision|text|predict|table)\//.test(path));
  // The asynchronous form is the same capability, and one call of it is tried.
  const missing = ours.filter((path) => !path.endsWith('/async') && !called.has(path));
  assert(missing.length === 0, `test/bare/calls.mjs has no call of ${missing.join(', ')}`);
}

async function webhookEndpoint() {
  state.receiver = await startReceiver();
  const { id, secret } = await request('/v1/webhooks', { json: { url: state.receiver.url, events: ['batch.completed'] } });
  Object.assign(state, { webhook: id, secret });
}

async function pipeline() {
  let run = await request('/v2/pipelines/detect-folder/runs', { json: {} });
  const deadline = Date.now() + RUN_LIMIT_MS;
  while (['queued', 'running'].includes(run.status) && Date.now() < deadline) {
    await wait(100);
    run = await get(`/v2/runs/${run.id}`);
  }
  state.run = run.id;
  assert(run.status === 'succeeded', `The run is ${run.status}: ${JSON.stringify(run.error ?? run.failures)}`);
  await resultIsThere();
}

async function resultIsThere() {
  assert((await get('/v2/customer')).usage.length === 30, 'The page for customers has no usage');
  assert((await get('/v2/logs/hours')).hours.length === 24, 'The log has no hours');
  const { lanes } = await get(`/v2/runs/${state.run}/timeline`);
  assert(lanes.length > 0, 'The timeline has no worker');
  const rows = await get(`/v2/runs/${state.run}/artifacts/detections.jsonl`);
  assert(rows.trim().split('\n').length === 5, `detections.jsonl does not have 5 rows: ${rows}`);
}

async function secondStart() {
  await state.service.stop();
  await start();
  assert((await get(`/v2/runs/${state.run}`)).status === 'succeeded', 'The run of before is gone');
  await resultIsThere();
  assert((await get(`/v1/webhooks/${state.webhook}`)).url === state.receiver.url, 'The webhook of before is gone');
  await detect();
}

try {
  if (await call('start', start)) {
    await call('clean start', () => assert(!state.service.noise(), `The start printed: ${state.service.noise()}`));
    await call('printed lines', () => tryPrintedLines(state.service, state.key));
    await call('classify', classify);
    await call('detect', detect);
    await call('analyze', analyze);
    await call('video', video);
    await call('text, faces', textAndFaces);
    await call('vectors', vectors);
    await call('sentiment', sentiment);
    await call('async', later);
    await call('entities', entities);
    await call('doors', doors);
    await call('forecast', forecast);
    await call('table', async () => {
      await tables();
      await everyRoute();
    });
    await call('webhook', async () => {
      await webhookEndpoint();
      await request(`/v1/webhooks/${state.webhook}/test`);
      await state.receiver.delivery(state.secret);
    });
    if (await call('pipeline', pipeline)) {
      await call('event', async () => {
        const { type, data } = await state.receiver.delivery(state.secret, 'batch.completed');
        assert(
          data.run_id === state.run || JSON.stringify(data).includes(state.run),
          `${type} is of another run: ${JSON.stringify(data)}`,
        );
      });
      await call('second start', secondStart);
    }
  }
} finally {
  await state.service?.stop().catch(() => undefined);
  state.receiver?.close();
}
