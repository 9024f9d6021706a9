import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { percept as command, removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const VALUE = 'token-of-the-camera-7f3a';

let percept: RunningPercept;
let camera: Server;
let asked: string[] = [];
/** Where the camera sends its callers on. */
let elsewhere: string | undefined;
/** Keys of another project than the first: one with every scope, one of a pipeline author. */
let admin: string;
let author: string;

beforeAll(async () => {
  camera = createServer((request, response) => {
    asked.push(request.url!);
    if (elsewhere) response.writeHead(302, { location: elsewhere }).end();
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  percept = await startPercept({ env: { PERCEPT_FETCH_ALLOW: '127.0.0.0/8', PERCEPT_LOG_LEVEL: 'debug' } });
  const { body } = await post('/v2/projects', { name: 'yard' });
  const keyOf = async (scopes: string[]) =>
    (await post('/v1/keys', { name: scopes.join(), scopes }, { headers: { 'percept-project': body.id } })).body.key;
  admin = await keyOf(['predict', 'pipelines', 'webhooks', 'admin']);
  author = await keyOf(['predict', 'pipelines']);
});
afterAll(async () => {
  await percept.stop();
  camera.close();
  camera.closeAllConnections();
  removeDir(percept.dataDir);
});

const { send, post } = sending(() => percept);
const set = (body: object, key = admin, name = 'CAMERA') => send(`/v2/secrets/${name}`, { method: 'PUT', key, body });
const pipeline = () => `version: 1
name: look
secrets: [CAMERA]
steps:
  - id: look
    uses: vision.detect
    with: { image_url: "http://127.0.0.1:${(camera.address() as AddressInfo).port}/now.jpg?token=\${{ secrets.CAMERA }}" }
`;
const save = (key: string) => send('/v2/pipelines/look', { method: 'PUT', key, body: { source: pipeline() } });

/** Runs the pipeline. @returns the run when it has ended. */
async function run(key = author): Promise<any> {
  const started = await post('/v2/pipelines/look/runs', {}, { key });
  if (started.status !== 202) return started;
  return waitFor(async () => {
    const { body } = await send(`/v2/runs/${started.body.id}`, { key });
    return body.ended_at !== null && body;
  });
}

test('a secret is written, listed without its value, and never read again', async () => {
  const made = await set({ value: VALUE, hosts: ['127.0.0.1'] });
  expect([made.status, made.body]).toMatchObject([201, { name: 'CAMERA', hosts: ['127.0.0.1'] }]);
  expect((await set({ value: VALUE, hosts: ['127.0.0.1'] })).status).toBe(200);
  const { body, headers } = await send('/v2/secrets', { key: admin });
  expect(body.secrets).toEqual([{ ...made.body, updated_at: expect.any(String) }]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await send('/v2/secrets')).body.secrets).toEqual([]);
});

test('who writes pipelines uses a secret, and can neither set it nor say where it goes', async () => {
  expect((await save(author)).status).toBe(201);
  for (const { status } of [
    await set({ value: 'mine' }, author),
    await send('/v2/secrets', { key: author }),
    await send('/v2/secrets/CAMERA', { method: 'DELETE', key: author }),
  ])
    expect(status).toBe(403);
  // The camera has no picture; the address is what counts.
  await run();
  expect(asked).toEqual([`/now.jpg?token=${VALUE}`]);
});

test('it goes to its hosts only: others cannot be added without the value', async () => {
  asked = [];
  expect((await set({ hosts: ['*.example.com'] })).body.error.details.field).toBe('value');
  expect((await set({ value: VALUE, hosts: ['*.example.com'] })).status).toBe(200);
  const { items } = (await send(`/v2/runs/${(await run()).id}/items`, { key: author })).body;
  expect(items[0].error.reason).toContain('an administrator of the project can name the host');
  expect(asked).toEqual([]);
});

test('it does not follow a redirect to another host', async () => {
  asked = [];
  expect((await set({ value: VALUE, hosts: ['127.0.0.1'] })).status).toBe(200);
  const port = (camera.address() as AddressInfo).port;
  elsewhere = `http://localhost:${port}/steal?${Buffer.from(VALUE).toString('base64')}`;
  const { items } = (await send(`/v2/runs/${(await run()).id}/items`, { key: author })).body;
  elsewhere = undefined;
  expect(items[0].error.reason).toContain('redirects to a host that may not receive a secret');
  expect(asked).toEqual([`/now.jpg?token=${VALUE}`]);
});

test('another project has none of it', async () => {
  expect((await save(percept.key)).status).toBe(201);
  const refused = await run(percept.key);
  expect(refused.body.error.details).toMatchObject({
    field: 'secrets',
    reason: expect.stringContaining('percept secrets set CAMERA'),
  });
  expect((await send('/v2/secrets/CAMERA', { method: 'DELETE' })).status).toBe(404);
});

test.each([
  ['camera', {}, 'name'],
  ['CAMERA', { hosts: ['https://example.com/x'] }, 'hosts'],
  ['CAMERA', { hosts: ['*'] }, 'hosts'],
  ['CAMERA', { value: '' }, 'value'],
])('%s with %j is refused', async (name, body, field) => {
  const { status, body: answer } = await set({ value: 'x', ...body }, admin, name);
  expect([status, answer.error.details.field.replace(/\[.*/, '')]).toEqual([400, field]);
});

test('the command line sets, lists and deletes; the value is in no file and no log', async () => {
  const env = { PERCEPT_DATA_DIR: percept.dataDir };
  const args = ['secrets', 'set', 'DOOR', '--project', 'yard', '--hosts', 'door.example.com'];
  expect((await command(args, { env, stdin: `${VALUE}-door\n` })).stdout).toContain('Set DOOR; it may go to door.example.com.');
  const listed = await command(['secrets', 'list', '--project', 'yard', '--json'], { env });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'CAMERA' }, { name: 'DOOR', hosts: ['door.example.com'] }]);
  expect((await command(['secrets', 'delete', 'DOOR', '--project', 'yard'], { env })).stdout).toBe('Deleted DOOR.\n');
  expect((await send('/v2/secrets/CAMERA', { method: 'DELETE', key: admin })).status).toBe(204);
  expect((await run()).body.error.details.field).toBe('secrets');
  const files = ['percept.sqlite', 'percept.sqlite-wal'].map((name) => readFileSync(join(percept.dataDir, name)));
  for (const text of [percept.output(), ...files]) expect(text.includes(VALUE)).toBe(false);
});
