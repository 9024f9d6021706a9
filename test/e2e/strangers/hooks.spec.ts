import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXAMPLES, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const SECRET = "It's a Secret to Everybody";
const dir = tempDir();
const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const JSON_TYPE = { 'content-type': 'application/json' };

const pipeline = (name: string, trigger: string) => `version: 1
name: ${name}
secrets: [GITHUB]
inputs:
  event: { type: object, default: {} }
  sent: { type: object, default: {} }
  asked: { type: object, default: {} }
triggers:
  - webhook: events
    input: event
    headers: sent
    query: asked
${trigger}
steps:
  - id: nothing
    for_each: { items: [1] }
    steps:
      - { id: detect, if: 'false', uses: vision.detect, with: { image: x } }
`;

let percept: RunningPercept;
let open: string;
let trusted: string;

beforeAll(async () => {
  const pipelines = join(dir, 'pipelines');
  mkdirSync(pipelines, { recursive: true });
  writeFileSync(join(pipelines, 'open.yaml'), pipeline('open', ''));
  writeFileSync(join(pipelines, 'trusted.yaml'), pipeline('trusted', '    verify: { github: "${{ secrets.GITHUB }}" }'));
  percept = await startPercept({
    env: { PERCEPT_PIPELINES_DIR: pipelines, PERCEPT_SECRET_GITHUB: SECRET, PERCEPT_COMPAT: 'google' },
  });
  const addressOf = (id: string) =>
    waitFor(async () => {
      const answer = await percept.fetch(`/v2/schedules/${id}/address`, { method: 'POST' });
      return answer.status === 201 && percept.url + ((await answer.json()) as { url: string }).url;
    });
  open = await addressOf('open/1');
  trusted = await addressOf('trusted/1');
});
afterAll(async () => {
  await percept?.stop();
  for (const folder of [percept?.dataDir, dir]) if (folder) removeDir(folder);
});

type Body = NonNullable<RequestInit['body']>;

async function post(url: string, body: Body, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as any };
}

async function inputsOf({ status, body }: { status: number; body: any }): Promise<any> {
  expect([status, body]).toEqual([202, body]);
  return ((await (await percept.fetch(`/v2/runs/${body.id}`)).json()) as { inputs: unknown }).inputs;
}

const form = new FormData();
form.append('From', '+15550100');

test.each([
  ['text/plain with JSON, as SNS sends it', '{"a":1}', 'text/plain; charset=UTF-8', { a: 1 }],
  ['a CloudEvent', '{"a":1}', 'application/cloudevents+json', { a: 1 }],
  ['any +json', '{"a":1}', 'application/vnd.api+json', { a: 1 }],
  ['a form of Twilio', new URLSearchParams({ From: '+15550100', Body: 'hi' }), undefined, { From: '+15550100', Body: 'hi' }],
  ['a form of GitHub and Slack', new URLSearchParams({ payload: '{"a":1}' }), undefined, { a: 1 }],
  ['a form in parts', form, undefined, { From: '+15550100' }],
  ['JSON with a byte order mark', '\uFEFF{"a":1}', 'application/json', { a: 1 }],
  ['JSON that says nothing of itself', new Uint8Array(Buffer.from('{"a":1}')), 'application/octet-stream', { a: 1 }],
  ['no body at all', '', undefined, {}],
] as [string, Body, string | undefined, unknown][])('a hook takes %s', async (_what, body, type, event) => {
  const answer = await post(open, body, type === undefined ? {} : { 'content-type': type });
  expect(await inputsOf(answer)).toMatchObject({ event });
});

test.each([
  ['a picture', 'x', 'image/png'],
  ['broken JSON', '{"a":', 'application/json'],
  ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xf6, 0x7d]), 'application/json'],
] as [string, Body, string][])('a hook refuses %s', async (_what, body, type) => {
  expect(await post(open, body, { 'content-type': type })).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_REQUEST' } },
  });
});

test('headers and query reach the inputs, without what is secret', async () => {
  const headers = { ...JSON_TYPE, 'x-github-event': 'push', authorization: 'Bearer hush-hush', cookie: 'sid=hush-hush' };
  const inputs = await inputsOf(await post(`${open}?from=github&tag=a&tag=b`, '{}', headers));
  expect(inputs).toMatchObject({ sent: { 'x-github-event': 'push' }, asked: { from: 'github', tag: ['a', 'b'] } });
  expect(JSON.stringify(inputs)).not.toContain('hush-hush');
});

test('a hook of GitHub takes what has its signature, over the bytes as they came, and answers anything else with 401', async () => {
  const body = '{ "zen" : "Keep it logically awesome." }';
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const headers = { ...JSON_TYPE, 'x-hub-signature-256': signature };
  expect(await inputsOf(await post(trusted, body, headers))).toMatchObject({ event: { zen: 'Keep it logically awesome.' } });
  for (const [text, more] of [
    [body, JSON_TYPE],
    [body.replace(' ', ''), headers],
    ['', { 'x-hub-signature-256': signature }],
  ] as const)
    expect(await post(trusted, text, more)).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
  const { ticks } = (await (await percept.fetch('/v2/pipelines/trusted/ticks')).json()) as {
    ticks: { state: string; reason: string }[];
  };
  expect(ticks.map(({ state }) => state).sort()).toEqual(expect.arrayContaining(['skipped', 'started']));
  expect(ticks.find(({ state }) => state === 'skipped')!.reason).toMatch(/^A request was refused: /);
});

test('the challenge of Slack is answered', async () => {
  const challenge = { type: 'url_verification', challenge: 'abc' };
  expect(await post(open, JSON.stringify(challenge), JSON_TYPE)).toEqual({ status: 200, body: { challenge: 'abc' } });
});

describe('a body that is packed with gzip', () => {
  const gzip = { 'content-encoding': 'gzip' };
  const send = async (path: string, body: Uint8Array, headers: Record<string, string>) => {
    const answer = await percept.fetch(path, { method: 'POST', body: new Uint8Array(body), headers: { ...gzip, ...headers } });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const json = (value: unknown) => gzipSync(JSON.stringify(value));

  test('is taken as JSON, with and without media, raw, in parts, at a door and at a hook', async () => {
    const image = IMAGE.toString('base64');
    expect(await send('/v2/vision/analyze', json({ image, features: ['colors'] }), JSON_TYPE)).toMatchObject({ status: 200 });
    expect(await send('/v2/table/sort', json({ rows: [{ a: 1 }], by: ['a'] }), JSON_TYPE)).toMatchObject({ status: 200 });
    expect(await send('/v2/pipelines/open/runs', json({ inputs: {} }), JSON_TYPE)).toMatchObject({ status: 202 });
    const requests = [{ image: { content: image }, features: [{ type: 'IMAGE_PROPERTIES' }] }];
    expect(await send('/v1/images:annotate', json({ requests }), JSON_TYPE)).toMatchObject({ status: 200 });
    const raw = await send('/v2/vision/analyze?features=colors', gzipSync(IMAGE), { 'content-type': 'image/jpeg' });
    expect(raw).toMatchObject({ status: 200 });
    const parts = new FormData();
    parts.append('image', new Blob([new Uint8Array(IMAGE)]), 'a.jpg');
    parts.append('features', 'colors');
    const sent = new Response(parts);
    const type = { 'content-type': sent.headers.get('content-type')! };
    expect(await send('/v2/vision/analyze', gzipSync(Buffer.from(await sent.arrayBuffer())), type)).toMatchObject({
      status: 200,
    });
    expect(await inputsOf(await post(open, new Uint8Array(json({ a: 1 })), { ...JSON_TYPE, ...gzip }))).toMatchObject({
      event: { a: 1 },
    });
    const hookForm = new Response(form);
    const bytes = gzipSync(Buffer.from(await hookForm.arrayBuffer()));
    const formType = { 'content-type': hookForm.headers.get('content-type')! };
    expect(await inputsOf(await post(open, new Uint8Array(bytes), { ...formType, ...gzip }))).toMatchObject({
      event: { From: '+15550100' },
    });
  });

  test.each([
    ['that is plain', Buffer.from('{"rows":[],"by":["a"]}')],
    ['that is cut off', gzipSync('{"rows":[],"by":["a"]}').subarray(0, 15)],
  ])('%s is 400', async (_what, body) => {
    expect(await send('/v2/table/sort', body, JSON_TYPE)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('gzip') } },
    });
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await send('/v2/vision/analyze', body, type)).toMatchObject({ status: 400 });
  });

  test('is bounded by its size without gzip, and the next request is answered', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });
    expect(await send('/v2/pipelines/open/runs', bomb, JSON_TYPE)).toMatchObject({ status: 413 });
    expect(await send('/v2/vision/analyze', gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 }), JSON_TYPE)).toMatchObject({
      status: 413,
    });
    expect(await send('/v2/table/sort', json({ rows: [{ a: 1 }], by: ['a'] }), JSON_TYPE)).toMatchObject({ status: 200 });
  });
});
