import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { endless, HOSTILE_PAGE, lightOf } from '../../harness/fixtures/hostile-models';
import { hostPlugin } from '../../harness/compiled';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

// Counted in turns, not in milliseconds: a slow machine makes every turn longer, and changes no order.

const WORKERS = 2;
const FLOOD = 60;
const CALLS = 5;
/** Calls that may begin before the one of the other project: a turn, what other workers begin beside it, and what was begun and not yet written. */
const MAX_TURNS = 3 * WORKERS;

const dir = tempDir();
const file = join(dir, 'turns');
let percept: RunningPercept;
beforeAll(async () => {
  writeFileSync(file, '');
  const settings = { PERCEPT_WORKERS: `${WORKERS}`, PERCEPT_PLUGINS: hostPlugin('turns'), PERCEPT_CALL_TIMEOUT: '120s' };
  percept = await startPercept({ env: settings });
});
afterAll(async () => {
  // A model that never ends is under way.
  await percept.kill();
  for (const folder of [percept.dataDir, dir]) removeDir(folder);
});

const { post, send } = sending(() => percept);
const take = async (who: string, key: string): Promise<number> =>
  (await post('/v2/turns/take', { who, file, ms: 200 }, { key })).status;
/** Who began, in order. */
const begun = (): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);
/** Calls that have arrived: those that began, and those that wait. Read in this order it is never too many. */
const arrived = async (): Promise<number> => {
  const before = begun().length;
  const text = await (await percept.fetch('/metrics')).text();
  return before + Number(/^percept_queue_calls (\d+)/m.exec(text)![1]);
};

test(`a call of one project passes ${FLOOD} waiting calls of another: at most ${MAX_TURNS} of them begin between its arrival and its turn`, async () => {
  const { body: project } = await post('/v2/projects', { name: 'other', plan: 'enterprise' });
  const terms = { name: 'caller', plan: 'enterprise', scopes: ['predict'] };
  const flooding = (await post('/v1/keys', terms)).body.key as string;
  const own = (await post('/v1/keys', terms, { headers: { 'percept-project': project.id } })).body.key as string;
  expect((await send('/v2/capabilities/turns.take', { key: own })).status).toBe(200);
  const flood = Array.from({ length: FLOOD }, () => take('flood', flooding));
  await waitFor(async () => (await arrived()) === FLOOD);

  const passed: number[] = [];
  for (let call = 1; call <= CALLS; call++) {
    const name = `call ${call}`;
    const answer = take(name, own);
    await waitFor(async () => begun().includes(name) || (await arrived()) >= FLOOD + call, { interval: 1 });
    const before = begun().length;
    expect(await answer).toBe(200);
    passed.push(Math.max(0, begun().indexOf(name) - before));
  }
  console.log(`calls of the other project that began before each of ${CALLS}: ${passed.join(', ')}`);
  expect(Math.max(...passed)).toBeLessThanOrEqual(MAX_TURNS);
  expect(await Promise.all(flood)).toEqual(Array.from({ length: FLOOD }, () => 200));
  expect(begun()).toHaveLength(FLOOD + CALLS);
});

test('calls with a model of a project, however long they take, leave a worker for the calls of others', async () => {
  const { body: project } = await post('/v2/projects', { name: 'slow', plan: 'enterprise' });
  const administrator = { 'percept-project': project.id };
  const form = new FormData();
  form.set('manifest', HOSTILE_PAGE);
  form.set('file', new Blob([new Uint8Array(endless())]), 'net.onnx');
  const sent = await percept.fetch('/v2/models/endless', { method: 'PUT', headers: administrator, body: form });
  expect([sent.status, await sent.text()]).toEqual([200, expect.anything()]);
  const terms = { name: 'slow', plan: 'enterprise', scopes: ['predict'] };
  const key = (await post('/v1/keys', terms, { headers: administrator })).body.key as string;
  const white = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const ended: unknown[] = [];
  // Raw tensors and an image each: one of every kind for each worker.
  const calls = Array.from({ length: WORKERS }, () => [
    post('/v2/models/endless/infer', lightOf(1), { key }),
    post('/v2/vision/classify', { image: white.toString('base64'), model: 'endless' }, { key }),
  ]).flat();
  for (const call of calls) call.then(({ status, body }) => ended.push([status, body])).catch(() => undefined);
  const gauge = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await (await percept.fetch('/metrics')).text())![1]);
  await waitFor(async () => (await gauge('percept_queue_calls')) + (await gauge('percept_workers_busy')) === calls.length);
  expect(await take('beside', percept.key)).toBe(200);
  expect(ended).toEqual([]);
});
