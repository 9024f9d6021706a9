import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EXAMPLES, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const IMAGE = readFileSync(join(EXAMPLES, 'crossing.jpg'));
const PASSWORD = 'hush-4711';
const BASIC = `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`;

let percept: RunningPercept;
let store: Server;
let base: string;
const asked: string[] = [];

beforeAll(async () => {
  store = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    if (request.headers.authorization === BASIC && request.url !== '/none.jpg') response.end(IMAGE);
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  percept = await startPercept({ env: { PERCEPT_FETCH_ALLOW: '127.0.0.0/8', PERCEPT_LOG_LEVEL: 'debug' } });
  base = `http://me:${PASSWORD}@127.0.0.1:${(store.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await percept.stop();
  store.close();
  store.closeAllConnections();
  removeDir(percept.dataDir);
});
const { send, post } = sending(() => percept);

test('user and password of a URL reach its server, and show in no answer, event or log', async () => {
  const shown: unknown[] = [];
  const call = async (path: string, body: object) => {
    const answer = await post(path, body);
    shown.push(answer.body);
    return answer;
  };
  expect((await call('/v2/vision/detect', { image_url: `${base}/a.jpg` })).body.total_objects).toBeGreaterThan(0);
  expect((await call('/v2/vision/detect', { image: `${base}/none.jpg` })).body.error.details.reason).toMatch(/status 401/);
  expect((await call('/v2/vision/video/analyze', { video_url: `${base}/a.jpg` })).status).toBe(400);
  expect((await call('/v2/vision/detect', { image_url: [`${base}/a.jpg`] })).status).toBe(400);
  expect((await call('/v2/vision/detect', { image_url: `http://me:${PASSWORD}@[oops/a.jpg` })).status).toBe(400);
  for (const path of asked) expect(path).toMatch(/^\/\S+ Percept\/\d\S* \(\+https:\/\/\S+\)$/);

  const source = `version: 1
name: far
inputs:
  pictures: { type: array }
steps:
  - id: look
    for_each: { urls: "\${{ inputs.pictures }}", as: picture }
    steps:
      - id: found
        uses: vision.detect
        with: { image_url: "\${{ picture.url }}" }
`;
  const pictures = [`${base}/a.jpg`, `${base}/none.jpg`, `ftp://me:${PASSWORD}@host/c.jpg`];
  expect((await send('/v2/pipelines/far', { method: 'PUT', body: { source } })).body.error).toBeUndefined();
  const { body: started } = await call('/v2/pipelines/far/runs', { inputs: { pictures } });
  const run = await waitFor(async () => {
    const { body } = await send(`/v2/runs/${started.id}`);
    return body.ended_at !== null && body;
  });
  expect(run.counts).toMatchObject({ total: 3, succeeded: 1, failed: 2 });
  for (const path of [`/v2/runs/${started.id}/items`, '/v1/events', '/v2/logs', '/v1/audit', '/v2/runs', '/metrics'])
    shown.push(await (await percept.fetch(path)).text());
  const all = JSON.stringify([...shown, run]) + percept.output();
  expect(all).toContain('***@127.0.0.1');
  expect(all).not.toContain(PASSWORD);
  expect(all).not.toContain(BASIC);
});
