import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLES, percept, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

let service: RunningPercept;
beforeAll(async () => {
  service = await startPercept();
});
afterAll(async () => {
  await service.stop();
  removeDir(service.dataDir);
});

const { send, post } = sending(() => service);
const command = (...args: string[]) =>
  percept(args, { env: { PERCEPT_DATA_DIR: service.dataDir, PERCEPT_KEY: service.key }, cwd: service.dataDir });

/** Signs in with the link of the first start. @returns the headers of a page of the dashboard. */
async function signIn(): Promise<Record<string, string>> {
  const [, token] = /#token=([\w-]+)/.exec(service.firstAccess)!;
  const headers = { 'content-type': 'application/json', origin: service.url, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${service.url}/v1/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  expect(answer.status).toBeLessThan(300);
  return { ...headers, cookie: answer.headers.get('set-cookie')!.split(';')[0]! };
}

test('a second service in the folder does not take the commands away from the first', async () => {
  const second = await startPercept({ dataDir: service.dataDir, key: service.key });
  expect(second.url).not.toBe(service.url);
  expect((await command('status')).stdout).toContain(service.url);
  await second.stop();
  expect(await command('status')).toMatchObject({ code: 0, stdout: expect.stringContaining(service.url) });
});

test('a model of one’s own that is broken is called that over REST, and by doctor', async () => {
  const folder = join(service.dataDir, 'models', 'mine');
  const body = readFileSync(join(EXAMPLES, 'crossing.jpg'));
  const ask = async (): Promise<string> => {
    const headers = { 'content-type': 'image/jpeg' };
    const answer = await service.fetch('/v2/vision/detect?model=mine', { method: 'POST', headers, body });
    return ((await answer.json()) as any).error.details.reason;
  };
  expect(await ask()).toContain("no model for object-detection is called 'mine'");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.yaml'), 'task: object-detecting\n');
  await waitFor(async () => (await ask()).startsWith("the model 'mine' is broken: "));
  expect(await ask()).toContain('model.yaml:1:1: task must be one of');
  expect((await command('doctor')).stdout).toContain("The model 'mine' is broken: ");
});

test.each([
  ['GET', '/v2/vision/detect', 'The path takes POST.'],
  ['POST', '/v2/vison/detect', "Did you mean '/v2/vision/detect'?"],
  ['GET', '/v2/piplines/mine', "Did you mean '/v2/pipelines/mine'?"],
  ['DELETE', '/v2/runs/run_1/itms', "Did you mean '/v2/runs/run_1/items'?"],
  ['PUT', '/v1/webhooks/whk_1', 'The path takes GET, PATCH, DELETE.'],
])('%s %s is refused with a hint', async (method, path, hint) => {
  const { status, body } = await send(path, { method });
  expect([status, body.error.message]).toEqual([404, expect.stringContaining(hint)]);
});

test('what the pages of the dashboard ask for themselves is apart in the logs, and checks are not in the audit log', async () => {
  const headers = await signIn();
  const asked = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return `${answer.status}`;
  };
  expect(await asked('/v2/pipelines/draft/validate', { source: 'steps: no' })).toBe('400');
  expect(await asked('/v1/events/test-filter', { filter: 'data.x = 1' })).toBe('400');
  expect(await asked('/v1/events/test-filter', { filter: 'true' })).toBe('200');
  expect(await asked('/v2/text/sentiment', { text: 'What a lovely day' })).toBe('200');
  await post('/v2/pipelines/draft/validate', { source: 'steps: no' });
  const logged = async (query = '') =>
    (await send(`/v2/logs?limit=500${query}`)).body.entries
      .filter(({ path }: any) => /draft|filter|sentiment/.test(path))
      .map(({ caller_kind, path }: any) => `${caller_kind} ${path}`);
  expect(await logged()).toEqual(['key /v2/pipelines/draft/validate', 'administrator /v2/text/sentiment']);
  expect(await logged('&dashboard=true')).toHaveLength(5);
  const { entries } = (await send('/v1/audit?limit=500')).body;
  expect(entries.filter(({ action }: any) => /validate|filter/.test(action))).toEqual([]);
});

test('the logs have the path as it was asked', async () => {
  const { headers } = await send('/v2/runs/run_of_mine?x=1');
  const { body } = await send(`/v2/logs/${headers.get('x-request-id')}`);
  expect(body).toMatchObject({ path: '/v2/runs/run_of_mine', operation: 'GET /v2/runs/:id' });
});

test('the interface begins with Vision, Text and Predict', async () => {
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as any;
  const tags = Object.values<any>(paths).map((item) => Object.values<any>(item)[0].tags[0]);
  expect([...new Set(tags)].slice(0, 3)).toEqual(['vision', 'text', 'predict']);
});
