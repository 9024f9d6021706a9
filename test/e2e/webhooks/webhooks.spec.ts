import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { Webhook } from 'standardwebhooks';
import { statuses, TestReceiver } from '../../harness/fixtures/webhook-harness';
import { EXAMPLES, removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

type Json = Record<string, any>;

let dir: string;
let percept: RunningPercept;
let receiver: TestReceiver;
let webhook: Json;

beforeAll(async () => {
  dir = tempDir();
  for (const folder of ['good', 'bad']) mkdirSync(join(dir, 'roots', folder), { recursive: true });
  writeFileSync(join(dir, 'roots', 'good', 'a.jpg'), readFileSync(join(EXAMPLES, 'crossing.jpg')));
  writeFileSync(join(dir, 'roots', 'bad', 'a.jpg'), 'no image');
  mkdirSync(join(dir, 'pipelines'));
  const pipeline = readFileSync(join(ROOT, 'pipelines', 'detect-folder.yaml'), 'utf8');
  writeFileSync(join(dir, 'pipelines', 'detect-folder.yaml'), pipeline);
  writeFileSync(
    join(dir, 'pipelines', 'alert.yaml'),
    'version: 1\nname: alert\nsteps:\n  - { id: alert, uses: notify, with: { title: Stock is low, data: { value: 17.5 } } }\n',
  );
  receiver = await TestReceiver.start(statuses(200));
  percept = await startPercept({
    env: {
      PERCEPT_PIPELINES_DIR: join(dir, 'pipelines'),
      PERCEPT_DATA_ROOTS: join(dir, 'roots'),
      PERCEPT_WEBHOOK_ALLOW_LOOPBACK: 'true',
    },
  });
  webhook = await send('/v1/webhooks', { url: receiver.url });
});

afterAll(async () => {
  await percept.stop();
  await receiver.stop();
  removeDir(percept.dataDir);
  removeDir(dir);
});

async function send(path: string, body?: unknown, method = 'POST'): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const answer = await percept.fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  return { status: answer.status, ...((await answer.json()) as Json) };
}
const get = (path: string) => send(path, undefined, 'GET');
const events = (type: string) =>
  receiver.received.map(({ body }) => JSON.parse(body) as Json).filter((event) => event['type'] === type);

test('all seven events arrive, each as the schema that is served says', async () => {
  const image = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
  expect((await send('/v2/vision/detect', { image })).status).toBe(200);
  await send('/v2/pipelines/detect-folder/runs', { inputs: { folder: join(dir, 'roots', 'good') } });
  await send('/v2/pipelines/detect-folder/runs', { inputs: { folder: join(dir, 'roots', 'bad') } });
  await send('/v2/pipelines/alert/runs', {});
  const gone = await TestReceiver.start(statuses(410));
  await send('/v1/webhooks', { url: gone.url, events: ['quota.*'] });
  const { key } = await send('/v1/keys', { name: 'small', plan: 'enterprise', monthly_limit: 1, scopes: ['predict'] });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key as string}` };
  await percept.fetch('/v2/vision/detect', { method: 'POST', headers, body: JSON.stringify({ image }) });
  const { schemas } = (await (await percept.fetch('/v1/events/schemas', { headers: {} })).json()) as { schemas: Json[] };
  expect(schemas).toHaveLength(7);
  const ajv = new Ajv2020({ validateFormats: false });
  const validators = new Map<string, ValidateFunction>(schemas.map(({ type, schema }) => [type, ajv.compile(schema)]));
  for (const { type } of schemas) await waitFor(() => events(type as string).length > 0);
  for (const { body } of receiver.received) {
    const event = JSON.parse(body) as { type: string };
    const validate = validators.get(event.type)!;
    validate(event);
    expect([event, validate.errors]).toEqual([event, null]);
  }
  expect(new Set(events('prediction.completed').map(({ data }) => data.source))).toEqual(new Set(['request', 'pipeline']));
  const notified = (kind: string) => events('system.notification').find(({ data }) => data.kind === kind);
  await waitFor(() => notified('pipeline') !== undefined && notified('webhook_disabled') !== undefined);
  expect(notified('pipeline')).toMatchObject({ data: { title: 'Stock is low', data: { value: 17.5 } } });
  expect(notified('webhook_disabled')).toMatchObject({ data: { url: gone.url, reason: 'The receiver answered 410 Gone.' } });
  await gone.stop();
});

test('a filter is tried on the events that were delivered lately and on an example of each, and sends nothing', async () => {
  // What happened before may still be delivered, under load.
  await waitFor(async () => (await get('/v1/deliveries?states=pending,sending,retrying')).deliveries.length === 0);
  const sent = receiver.received.length;
  const { events: tested } = await send('/v1/events/test-filter', { filter: "type == 'batch.failed' && data.counts.failed > 0" });
  const found = (source: string): Json[] => (tested as Json[]).filter((event) => event['source'] === source);
  expect(found('recent').length).toBeGreaterThan(6);
  for (const event of found('recent'))
    expect(event['passes']).toBe(event['type'] === 'batch.failed' && event['data'].counts.failed > 0);
  expect(
    found('example')
      .filter(({ passes }) => passes)
      .map(({ type }) => type),
  ).toEqual(['batch.failed']);
  expect(found('example')).toHaveLength(7);
  const { error } = await send('/v1/events/test-filter', { filter: 'data.status = 1' });
  expect(error.details).toMatchObject({ field: 'filter', reason: expect.stringMatching(/^At character \d+/) });
  expect(receiver.received).toHaveLength(sent);
});

test('the OpenAPI document says what is posted, and a schema is served by name', async () => {
  const document = await get('/openapi.json');
  expect(Object.keys(document['webhooks'] as Json)).toEqual(
    expect.arrayContaining(['prediction.completed', 'system.notification']),
  );
  expect(await get('/v1/events/schemas/batch.failed')).toMatchObject({ status: 200, title: 'batch.failed' });
  expect(await get('/v1/events/schemas/batch.faild')).toMatchObject({
    status: 404,
    error: { code: 'NOT_FOUND', message: expect.stringContaining("'batch.failed'") },
  });
  const [event] = events('batch.completed');
  expect(await get(`/v1/events/${event!['id'] as string}`)).toEqual({ status: 200, ...event });
});

test('over HTTP an endpoint is tested, rotated, switched off and on, and its deliveries are sent again', async () => {
  const path = `/v1/webhooks/${webhook['id'] as string}`;
  const tested = await send(`${path}/test`, { type: 'batch.failed' });
  expect(tested).toMatchObject({ status: 202, event_type: 'batch.failed', payload: { data: { test: true } } });
  const delivery = `/v1/deliveries/${tested['id'] as string}`;
  await waitFor(async () => (await get(delivery))['state'] === 'succeeded');
  expect(await send(`${delivery}/redeliver`)).toMatchObject({ status: 202, id: tested['id'] });
  await waitFor(async () => (await get(delivery))['attempts'].length === 2);
  const listed = await get(`/v1/deliveries?webhook_id=${webhook['id'] as string}&types=batch.failed,batch.started&limit=200`);
  expect(listed['deliveries']).toContainEqual(expect.objectContaining({ id: tested['id'] }));
  expect(await get('/v1/deliveries?states=lost')).toMatchObject({ status: 400, error: { details: { field: 'states' } } });
  expect(await send(`${path}/disable`)).toMatchObject({ status: 200, active: false });
  expect(await send(`${path}/test`)).toMatchObject({ status: 409 });
  expect(await send(`${path}/enable`)).toMatchObject({ status: 200, active: true });
  const rotated = await send(`${path}/rotate-secret`);
  expect(rotated).toMatchObject({ status: 200, secret: expect.stringMatching(/^whsec_/), old_secret_until: expect.any(String) });
  const before = receiver.received.length;
  await send(`${path}/test`);
  await waitFor(() => receiver.received.length > before);
  const { body, headers } = receiver.received.at(-1)!;
  for (const secret of [webhook['secret'], rotated['secret']])
    expect(new Webhook(secret as string).verify(body, headers)).toBeDefined();
  const revoked = await send(`${path}/rotate-secret`, { revoke: true });
  expect(revoked).toMatchObject({ status: 200, old_secret_until: null });
  expect(revoked['secret']).toBeUndefined();
  expect(await send(`${path}/rotate-secret`, { revoke: true })).toMatchObject({ status: 409 });
  const count = await send(`${path}/recover`, { since: '2020-01-01T00:00:00Z', states: ['succeeded'], dry_run: true });
  expect(count).toMatchObject({ status: 202, dry_run: true, count: expect.any(Number) });
  expect(count['count']).toBeGreaterThan(5);
});
