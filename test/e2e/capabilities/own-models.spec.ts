import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeCatalogue } from '../../harness/fixtures/catalogue';
import { testImage } from '../../harness/fixtures/images';
import { brightness, tinyModel, writeModel } from '../../harness/fixtures/tiny-models';
import { percept, removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

let dataDir: string;
let models: string;
let service: RunningPercept;
let body: Buffer;
let mirror: Server;
/** What the mirror still owes. */
let rest: (() => void) | undefined;

/** Sends the first half of the model, and the rest when it is told to. */
function slowMirror(onnx: Uint8Array): Server {
  const half = onnx.length >> 1;
  const serve = (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200).write(onnx.subarray(0, half));
    rest = () => response.end(onnx.subarray(half));
  };
  return createServer(serve).listen(0, '127.0.0.1');
}

beforeAll(async () => {
  dataDir = tempDir();
  models = join(dataDir, 'models');
  mkdirSync(models);
  writeModel(models, 'light', brightness(['day', 'night']));
  body = await testImage({ format: 'png' });
  const { onnx } = writeCatalogue(dataDir, models);
  mirror = slowMirror(onnx);
  await once(mirror, 'listening');
  const { port } = mirror.address() as AddressInfo;
  const env = { PERCEPT_WORKERS: '2', PERCEPT_MODELS_MIRROR: `http://127.0.0.1:${port}` };
  service = await startPercept({ dataDir, env });
});
afterAll(async () => {
  await service?.stop();
  mirror.close();
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

/** Waits for a watcher and a swap. The service limits requests per minute. */
const until = <T>(find: () => Promise<T | undefined | false>) => waitFor(find, { interval: 100 });

test('a request names a model of the users, and the answer names it too', async () => {
  const answer = await post('classify?model=light&confidence_threshold=0');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('percept-models')).toBe('light/1');
  expect((await labels(answer)).sort()).toEqual(['day', 'night']);
  expect((await post('classify')).headers.get('percept-models')).toMatch(
    /^classifier\/2\.1, efficientnet-lite0\/1\.0, centernet\/1\.0$/,
  );
});

test.each([
  [
    'classify?model=ligth',
    /no model for image-classification is called 'ligth'\. Did you mean 'light'\? Known: classifier, light\./,
  ],
  ['detect?model=light', /'light' is a model for image-classification, and this needs object-detection: centernet\./],
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
  expect(broken.reason).toMatch(/light\/model\.yaml:\d+:\d+: license is not a field of a manifest\. Did you mean 'licence'\?/);
  expect(broken.version).toBe('2');
  writeFileSync(join(models, 'light', 'model.yaml'), next.page);
  await until(async () => (await entry('light'))?.state === 'ready');
  going = false;
  await Promise.all(clients);
  expect([...statuses.keys()]).toEqual([200]);
  expect(seen).toContain('day');
  expect(service.output()).toMatch(/models changed/);
});

test('models come and go while the service runs, and a model that does not fit its task is listed as broken', async () => {
  writeModel(models, 'dusk', brightness(['dawn', 'dusk']));
  writeModel(models, 'sums', {
    page: brightness(['a', 'b']).page.replace('size: 16', 'size: 32'),
    onnx: tinyModel({ shape: [1, 3, 16, 16], full: 1, outputs: [{ name: 'o', shape: [1, 2], values: [1, 2] }] }),
  });
  await until(async () => (await post('classify?model=dusk')).status === 200);
  const sums = await until(async () => entry('sums'));
  expect(sums).toMatchObject({ state: 'broken' });
  expect(sums.reason).toMatch(/its input 'image' is 1 × 3 × 16 × 16, but the manifest says 32 × 32 pixels/);
  rmSync(join(models, 'dusk'), { recursive: true });
  await until(async () => (await post('classify?model=dusk')).status === 400);
});

test('the configuration names the default for a task; the command line lists the same', async () => {
  const env = { PERCEPT_DATA_DIR: dataDir, PERCEPT_DEFAULT_MODELS: 'image-classification=light' };
  const listed = await percept(['models', 'list'], { env });
  expect(listed.stdout).toMatch(/light +image-classification +2 +ready +yes/);
  const image = join(dataDir, 'p.png');
  writeFileSync(image, body);
  const answer = await percept(['run', 'vision.classify', '--image', image], { env });
  expect(answer.stdout).toMatch(/noon|midnight/);
});

describe('a model is pulled over HTTP', () => {
  const pull = (name: string, headers = {}) => service.fetch(`/v2/models/${name}/pull`, { method: 'POST', headers });
  const state = async (): Promise<{ status: string; bytes_done: number; bytes_total: number }> =>
    (await (await service.fetch('/v2/models/tiny/pull')).json()) as never;

  test('from the catalogue of the users, with its progress, and answers at once when it is there', async () => {
    const { models: catalogue } = (await (await service.fetch('/v2/catalogue')).json()) as { models: object[] };
    expect(catalogue).toContainEqual(expect.objectContaining({ name: 'tiny', task: 'image-classification', present: false }));
    expect(catalogue).toContainEqual(expect.objectContaining({ name: 'yolox-nano', pull: null }));
    expect((await service.fetch('/v2/models/tiny/pull')).status).toBe(404);
    const answer = await pull('tiny');
    expect([answer.status, answer.headers.get('location')]).toEqual([202, '/v2/models/tiny/pull']);
    const half = await until(async () => {
      const seen = await state();
      return seen.bytes_done === seen.bytes_total >> 1 && seen;
    });
    expect(half).toMatchObject({ status: 'running' });
    // Who asks again joins it.
    expect(await (await pull('tiny')).json()).toMatchObject({ status: 'running', bytes_done: half.bytes_done });
    const events = (await service.fetch('/v2/models/tiny/pull/events')).text();
    rest!();
    expect(await events).toMatch(/event: end\n.*\ndata: .*"status":"succeeded"/);
    expect(await entry('tiny')).toMatchObject({ state: 'ready', own: true });
    expect((await post('classify?model=tiny&confidence_threshold=0')).headers.get('percept-models')).toBe('tiny/1');
  });

  test('it becomes the default of its task and answers when a request names none, until another one does', async () => {
    const use = (name: string) => service.fetch(`/v2/models/${name}/default`, { method: 'POST' });
    expect(await (await use('tiny')).json()).toMatchObject({ name: 'tiny', default: true, bytes: expect.any(Number) });
    await until(async () => (await post('classify?confidence_threshold=0')).headers.get('percept-models') === 'tiny/1');
    expect(await (await use('classifier')).json()).toMatchObject({ name: 'classifier', default: true });
    expect(await entry('tiny')).toMatchObject({ default: false });
    expect((await use('tinny')).status).toBe(404);
  });

  test('a name that the catalogue does not have is 404 with the nearest, and a key without the scope admin may not', async () => {
    const unknown = (await (await pull('yolox-nanno')).json()) as { error: { code: string; message: string } };
    expect(unknown.error.code).toBe('NOT_FOUND');
    expect(unknown.error.message).toMatch(/Did you mean 'yolox-nano'\?/);
    const made = await service.fetch('/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'eyes', scopes: ['predict'] }),
    });
    const { key } = (await made.json()) as { key: string };
    expect((await pull('tiny', { authorization: `Bearer ${key}` })).status).toBe(403);
  });

  test('one that cannot be had says why, and the next try may succeed', async () => {
    mirror.removeAllListeners('request').on('request', (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(503).end();
    });
    rmSync(join(models, 'tiny'), { recursive: true });
    await pull('tiny');
    const failed = await until(async () => {
      const seen = await state();
      return seen.status !== 'running' && seen;
    });
    expect(failed).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^Cannot fetch tiny\/tiny\.onnx .*503/) });
  });
});

describe('a model that is uploaded', () => {
  const upload = (name: string, manifest: string, onnx?: Uint8Array) => {
    const form = new FormData();
    form.set('manifest', manifest);
    if (onnx) form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
    return service.fetch(`/v2/models/${name}`, { method: 'PUT', body: form });
  };
  const refusal = async (answer: Response) => {
    const { error } = (await answer.json()) as { error: { message: string; details?: { field: string; findings?: object[] } } };
    return { status: answer.status, ...error };
  };

  test('answers at once, and a request runs it with the time of its inference', async () => {
    const { page, onnx } = brightness(['noon', 'night']);
    const answer = await upload('sent', page, onnx);
    expect(await answer.json()).toMatchObject({ name: 'sent', state: 'ready', own: true, labels: 2, default: false });
    expect((await labels(await post('classify?model=sent&confidence_threshold=0'))).sort()).toEqual(['night', 'noon']);
    const { inputs } = (await (await service.fetch('/v2/models/sent')).json()) as { inputs: { name: string }[] };
    const data = Array.from({ length: 3 * 16 * 16 }, () => 0);
    const tensor = { name: inputs[0]!.name, datatype: 'FP32', shape: [1, 3, 16, 16], data };
    const headers = { 'content-type': 'application/json' };
    const raw = await service.fetch('/v2/models/sent/infer', {
      ...{ method: 'POST', headers },
      body: JSON.stringify({ inputs: [tensor] }),
    });
    expect(raw.headers.get('server-timing')).toMatch(/inference;dur=[\d.]+/);
  });

  test('is refused with each mistake at its line, and what cannot be run leaves what was there', async () => {
    const { page, onnx } = brightness(['dawn', 'dusk']);
    const wrong = page.replace('licence:', 'licens:').replace('stretch', 'strech');
    const findings = [
      { file: 'model.yaml', line: 5, column: 1, message: "licens is not a field of a manifest. Did you mean 'licence'?" },
      { file: 'model.yaml', line: 6, column: 20, message: expect.stringContaining('input.resize must be one of') },
    ];
    for (const answer of [
      await upload('sent', wrong, onnx),
      await service.fetch('/v2/models/sent/validate', {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ manifest: wrong }),
      }),
    ])
      expect(await refusal(answer)).toMatchObject({
        status: 400,
        details: { field: 'manifest', findings: expect.arrayContaining(findings) },
      });
    expect(await refusal(await upload('sent', page, Buffer.from('no network')))).toMatchObject({
      ...{ status: 400, details: { field: 'file' } },
    });
    expect(await entry('sent')).toMatchObject({ state: 'ready', labels: 2 });
    expect((await labels(await post('classify?model=sent&confidence_threshold=0'))).sort()).toEqual(['night', 'noon']);
    expect(await refusal(await upload('sent', page))).toMatchObject({ status: 400, details: { field: 'file' } });
  });

  test.each([
    ['Sent!', 400, (page: string) => page, /small letters/],
    ['classifier', 409, (page: string) => page, /comes with Percept/],
    ['other', 400, (page: string) => page.replace('net.onnx', '../../net.onnx'), /one ONNX file/],
    ['other', 400, (page: string) => page.replace(/labels: .*/, 'labels: ../../../etc/passwd'), /must be the list itself/],
  ])('as %s is refused with %d and says why', async (name, status, change, message) => {
    const { page, onnx } = brightness(['dawn', 'dusk']);
    const refused = await refusal(await upload(name, change(page), onnx));
    expect(refused).toMatchObject({ status, message: expect.stringMatching(message) });
  });
});
