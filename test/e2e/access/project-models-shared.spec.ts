import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { brightness, tinyModel } from '../../harness/fixtures/tiny-models';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending, type Answer } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

// Two services share a database and a folder of models, as machines behind a proxy do: a project sends its model to one of them.

const models = tempDir();
let first: RunningPercept;
let second: RunningPercept;
let white: Buffer;
const project: Record<string, { id: string; key: string }> = {};
beforeAll(async () => {
  const limits = { PERCEPT_PROJECT_LIMITS: 'models=4,models_mb=1' };
  // The calls are made in a loop, as many as a slow machine has time for: neither their rate nor their number has a limit.
  const env = { ...limits, PERCEPT_MODELS_DIR: models };
  first = await startPercept({ env });
  second = await startPercept({ env, dataDir: first.dataDir, key: first.key });
  const create = { width: 64, height: 64, channels: 3, background: '#fff' } as const;
  white = await sharp({ create }).png().toBuffer();
  const { post } = sending(() => first);
  for (const name of ['orchard', 'nobody']) {
    const { id } = (await post('/v2/projects', { name, plan: 'enterprise' })).body;
    const made = await post('/v1/keys', { name, plan: 'enterprise', scopes: ALL_SCOPES }, { headers: { 'percept-project': id } });
    project[name] = { id, key: made.body.key };
  }
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  for (const folder of [first.dataDir, models]) removeDir(folder);
});

/** An apple in every white image, left of its middle. */
const apples = {
  page: `task: object-detection\nfile: net.onnx\nsource: computed by the tests\nlicence: Apache-2.0
input: { size: 64, resize: stretch, layout: NCHW, type: float32, std: [255] }\noutput: { decoder: yolov10 }\nlabels: [pear, apple]\n`,
  onnx: tinyModel({
    shape: [1, 3, 64, 64],
    full: 1,
    outputs: [{ name: 'net', shape: [1, 1, 6], values: [8, 24, 24, 40, 0.9, 1] }],
  }),
};

type Sent = { page: string; onnx: Uint8Array };
async function put(service: RunningPercept, name: string, { page, onnx }: Sent, key = project['orchard']!.key): Promise<Answer> {
  const form = new FormData();
  form.set('manifest', page);
  form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.url}/v2/models/${name}`, { method: 'PUT', headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}
const asking = (service: RunningPercept) => sending(() => service);
const remove = (service: RunningPercept, name: string): Promise<Answer> =>
  asking(service).send(`/v2/models/${name}`, { method: 'DELETE', key: project['orchard']!.key });
const classify = (service: RunningPercept, model: string): Promise<Answer> => {
  const body = { image: white.toString('base64'), model, confidence_threshold: 0 };
  return asking(service).post('/v2/vision/classify', body, { key: project['orchard']!.key });
};
/** What the model of this name says there: a label, or why it says nothing. */
const said = async (service: RunningPercept, model: string): Promise<string> => {
  const { status, body } = await classify(service, model);
  // Whatever the other process does at this moment, a call is answered or refused, and never fails.
  expect([200, 400]).toContain(status);
  return status === 200 ? body.classifications[0].label : body.error.message;
};
const isSaid = (service: RunningPercept, model: string, what: string | RegExp): Promise<unknown> =>
  waitFor(async () => new RegExp(what).test(await said(service, model)));

test('a model that one process takes is called through the other one, replaced there, and deleted here', async () => {
  expect(await put(first, 'ripe', brightness(['red', 'dark']))).toMatchObject({ status: 200 });
  expect(await said(first, 'ripe')).toBe('red');
  await isSaid(second, 'ripe', /^red$/);
  expect(await put(second, 'ripe', brightness(['green', 'dark'], '2'))).toMatchObject({ status: 200 });
  expect(await said(second, 'ripe')).toBe('green');
  await isSaid(first, 'ripe', /^green$/);
  expect((await remove(first, 'ripe')).status).toBe(204);
  expect(await said(first, 'ripe')).toMatch(/ripe/);
  await isSaid(second, 'ripe', /no model|not a model|unknown|ripe/);
  const { body } = await asking(second).send('/v2/models', { key: project['orchard']!.key });
  expect(body.models.filter(({ own }: any) => own)).toEqual([]);
});

test('what one process has taken is deleted through the other one before that has noticed it', async () => {
  expect(await put(first, 'brief', brightness(['red', 'dark']))).toMatchObject({ status: 200 });
  expect((await remove(second, 'brief')).status).toBe(204);
  expect((await remove(second, 'brief')).status).toBe(404);
  await isSaid(first, 'brief', /brief/);
});

test('uploads of one name through both at once leave one of them whole, and calls meanwhile are answered', async () => {
  expect(await put(first, 'raced', brightness(['red', 'dark']))).toMatchObject({ status: 200 });
  await isSaid(second, 'raced', /^red$/);
  let isOver = false;
  const calls = [first, second].map(async (service) => {
    const heard = new Set<string>();
    while (!isOver) {
      heard.add(await said(service, 'raced'));
      // The uploads need the machine, too.
      await sleep(50);
    }
    return [...heard];
  });
  const sent = ['a', 'b', 'c', 'd'].map((label, n) => put(n % 2 ? first : second, 'raced', brightness([label, 'dark'], label)));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  isOver = true;
  for (const heard of await Promise.all(calls)) for (const each of heard) expect(each).toMatch(/^(red|[abcd])$/);
  // Whichever came last: neither process may know it yet.
  const manifest = await readFile(join(models, '.projects', project['orchard']!.id, 'raced', 'model.yaml'), 'utf8');
  const [, last] = /^labels: \[(\w+)/m.exec(manifest)!;
  for (const service of [first, second]) await isSaid(service, 'raced', `^${last}$`);
});

test('the room of a project is one, whichever process is asked', async () => {
  const sent = ['1', '2', '3', '4', '5', '6'].map((name, n) =>
    put(n % 2 ? first : second, `many-${name}`, brightness(['x', 'dark'])),
  );
  // One is there already.
  expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
});

test("DeepStack's custom route calls the detector of the project, through either process", async () => {
  expect((await remove(first, 'raced')).status).toBe(204);
  expect(await put(first, 'apples', apples)).toMatchObject({ status: 200 });
  const custom = async (service: RunningPercept, who: string): Promise<any> => {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(white)]), 'image.png');
    form.set('api_key', project[who]!.key);
    return (await fetch(`${service.url}/v1/vision/custom/apples`, { method: 'POST', body: form })).json();
  };
  const found = [expect.objectContaining({ label: 'apple', x_min: 8, y_min: 24, x_max: 24, y_max: 40 })];
  expect(await custom(first, 'orchard')).toMatchObject({ success: true, predictions: found });
  expect(await waitFor(async () => (await custom(second, 'orchard')).predictions)).toEqual(found);
  for (const service of [first, second]) {
    expect(await custom(service, 'nobody')).toMatchObject({ success: false, error: expect.stringContaining('apples') });
  }
});

test('a project that is removed through one process loses its models in the other one', async () => {
  expect((await asking(second).send(`/v2/projects/${project['orchard']!.id}`, { method: 'DELETE' })).status).toBe(202);
  expect((await put(first, 'late', apples)).status).toBe(401);
  await waitFor(async () => {
    const { body } = await asking(first).send('/v2/models');
    return !JSON.stringify(body).includes('apples');
  });
  for (const service of [first, second]) expect((await classify(service, 'apples')).status).toBe(401);
});
