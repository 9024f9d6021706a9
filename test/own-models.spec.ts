import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { picture } from './fixtures/pictures';
import { brightness, tinyModel, writeModel } from './fixtures/tiny-models';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from './percept';

let dataDir: string;
let models: string;
let service: RunningPercept;
let body: Buffer;
beforeAll(async () => {
  dataDir = tempDir();
  models = join(dataDir, 'models');
  mkdirSync(models);
  writeModel(models, 'light', brightness(['day', 'night']));
  body = await picture({ format: 'png' });
  service = await startPercept({ dataDir, env: { PERCEPT_WORKERS: '2', PERCEPT_RATE_PER_MINUTE: '100000' } });
}, 90_000);
afterAll(async () => {
  await service?.stop();
  removeDir(dataDir);
});

const post = (path: string) =>
  service.fetch(`/v2/vision/${path}`, { method: 'POST', headers: { 'content-type': 'image/png' }, body: new Uint8Array(body) });
const labels = async (answer: Response) =>
  ((await answer.json()) as { classifications: { label: string }[] }).classifications.map(({ label }) => label);

interface Entry {
  name: string;
  state: string;
  version: string;
  reason: string | null;
  default: boolean;
  labels: number;
}
async function entry(name: string): Promise<Entry | undefined> {
  const { models: all } = (await (await service.fetch('/v2/models')).json()) as { models: Entry[] };
  return all.find((each) => each.name === name);
}

/** Waits for what a watcher and a swap bring about; the test's own time limit is the only one. */
async function until<T>(find: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found) return found;
    await wait(100);
  }
}

test('a request names a model of the users, and the answer names it too', async () => {
  const answer = await post('classify?model=light&confidence_threshold=0');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('percept-models')).toBe('light/1');
  expect((await labels(answer)).sort()).toEqual(['day', 'night']);
  expect((await post('classify')).headers.get('percept-models')).toMatch(/^classifier\/1\.0, centernet\/1\.0$/);
});

test.each([
  [
    'classify?model=ligth',
    /no model for image-classification is called 'ligth'\. Did you mean 'light'\? Known: classifier, light\./,
  ],
  ['detect?model=light', /'light' is a model for image-classification, and this needs object-detection: centernet\./],
  ['detect?model=', /model/],
])('%s is refused with what there is', async (path, message) => {
  const answer = await post(path);
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { code: string; message: string; details: { field: string } } };
  expect(error).toMatchObject({ code: 'INVALID_REQUEST', details: { field: 'model' } });
  expect(error.message).toMatch(message);
});

test('models are listed with their task, digest and default, and one is shown with its card', async () => {
  expect(await entry('light')).toMatchObject({
    task: 'image-classification',
    own: true,
    default: false,
    labels: 2,
    state: 'ready',
  });
  expect(await entry('classifier')).toMatchObject({ own: false, default: true, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await (await service.fetch('/v2/models/classifier')).json()).toMatchObject({ card: expect.stringContaining('# ') });
  expect((await service.fetch('/v2/models/clasifier')).status).toBe(404);
  const schema = await fetch(`${service.url}/schemas/model.json`);
  expect(await schema.json()).toMatchObject({ properties: { task: expect.anything(), input: expect.anything() } });
});

test('a changed model is swapped under load and no request fails; a broken one leaves the old in place', async () => {
  let going = true;
  const statuses = new Map<number, number>();
  const seen = new Set<string>();
  const client = async () => {
    while (going) {
      const answer = await post('classify?model=light&confidence_threshold=0');
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      for (const label of await labels(answer)) seen.add(label);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const next = brightness(['noon', 'midnight'], '2');
  // As one does who copies over a file that is in use: first the page, then the weights.
  writeModel(models, 'light', next);
  await until(async () => (await entry('light'))?.version === '2');
  await until(async () => seen.has('noon'));
  writeFileSync(join(models, 'light', 'model.yaml'), next.page.replace('licence', 'license'));
  const broken = await until(async () => {
    const found = await entry('light');
    return found?.state === 'broken' && found;
  });
  expect(broken.reason).toMatch(/light\/model\.yaml:\d+:\d+: license is no field of a manifest\. Did you mean 'licence'\?/);
  expect(broken.version).toBe('2');
  writeFileSync(join(models, 'light', 'model.yaml'), next.page);
  await until(async () => (await entry('light'))?.state === 'ready');
  going = false;
  await Promise.all(clients);
  expect([...statuses.keys()]).toEqual([200]);
  expect(seen).toContain('day');
  expect(service.output()).toMatch(/models changed/);
}, 120_000);

test('models come and go while the service runs, and a model that is none for its task is listed as broken', async () => {
  writeModel(models, 'dusk', brightness(['dawn', 'dusk']));
  writeModel(models, 'sums', {
    page: brightness(['a', 'b']).page.replace('size: 16', 'size: 32'),
    onnx: tinyModel({ shape: [1, 3, 16, 16], full: 1, outputs: [{ name: 'o', shape: [1, 2], values: [1, 2] }] }),
  });
  await until(async () => (await post('classify?model=dusk')).status === 200);
  const sums = await until(async () => entry('sums'));
  expect(sums).toMatchObject({ state: 'broken' });
  expect(sums.reason).toMatch(/its input 'picture' is 1 × 3 × 16 × 16, but the manifest says 32 × 32 pixels/);
  rmSync(join(models, 'dusk'), { recursive: true });
  await until(async () => (await post('classify?model=dusk')).status === 400);
}, 120_000);

test('the configuration names the default for a task; the command line lists the same', async () => {
  const env = { PERCEPT_DATA_DIR: dataDir, PERCEPT_DEFAULT_MODELS: 'image-classification=light' };
  const listed = await percept(['models', 'list'], { env });
  expect(listed.stdout).toMatch(/light +image-classification +2 +ready +yes/);
  const image = join(dataDir, 'p.png');
  writeFileSync(image, body);
  const answer = await percept(['run', 'vision.classify', '--image', image], { env });
  expect(answer.stdout).toMatch(/noon|midnight/);
});
