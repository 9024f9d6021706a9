import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { CACHE_DIR, EXAMPLES, removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

const MODEL = 'movenet';
const SIDE = 192;
const HEAD = 'inference-header-content-length';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept();
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post, make } = sending(() => percept);
const path = `/v2/models/${MODEL}/infer`;

/** The picture as the network takes it, in a size that needs no scaling. */
const pixels = async (): Promise<Buffer> =>
  sharp(join(EXAMPLES, 'crossing.jpg')).resize(SIDE, SIDE).removeAlpha().raw().toBuffer();
const png = async (): Promise<Buffer> =>
  sharp(await pixels(), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();

interface Ports {
  inputs: { name: string; datatype: string; shape: number[] }[];
  outputs: { name: string; datatype: string; shape: number[] }[];
}
const ports = async (name = MODEL): Promise<Ports & Record<string, unknown>> => (await send(`/v2/models/${name}`)).body;

const BARE = `
const { InferenceSession, Tensor } = require('onnxruntime-node');
(async () => {
  const [file, side] = process.argv.slice(1);
  const pixels = Buffer.from(require('node:fs').readFileSync(0, 'latin1'), 'latin1');
  const session = await InferenceSession.create(file);
  const outputs = await session.run({ [session.inputNames[0]]: new Tensor('uint8', Uint8Array.from(pixels), [1, +side, +side, 3]) });
  const [name] = session.outputNames;
  console.log(JSON.stringify({ name, values: [...outputs[name].data] }));
})();`;

/** What ONNX Runtime itself answers, in a process of its own: it does not know Jest's typed arrays. */
async function bare(): Promise<{ name: string; values: number[] }> {
  const folder = join(CACHE_DIR, 'models', MODEL);
  const [file] = (await readdir(folder)).filter((each) => each.endsWith('.onnx'));
  const run = promisify(execFile)(process.execPath, ['-e', BARE, join(folder, file!), String(SIDE)], { cwd: ROOT });
  run.child.stdin!.end(await pixels());
  return JSON.parse((await run).stdout) as { name: string; values: number[] };
}

/** A request of the binary extension, as Triton's client writes it. */
async function binary(inputs: object[], tail: Uint8Array, more: { parameters?: object; headers?: object; model?: string } = {}) {
  const head = Buffer.from(JSON.stringify({ inputs, parameters: more.parameters }));
  const body = Buffer.concat([head, tail]);
  const headers = { authorization: `Bearer ${percept.key}`, [HEAD]: String(head.length), ...more.headers };
  const to = more.model === undefined ? path : `/v2/models/${more.model}/infer`;
  const response = await fetch(`${percept.url}${to}`, { method: 'POST', body, headers });
  return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('the server and its models', () => {
  test('health, metadata and versions answer as the protocol says', async () => {
    expect(await send('/v2/health/live', { key: '' })).toMatchObject({ status: 200, body: { live: true } });
    expect(await send('/v2/health/ready', { key: '' })).toMatchObject({ status: 200, body: { ready: true } });
    expect((await send('/v2')).body).toMatchObject({ name: 'percept', extensions: ['binary_tensor_data'] });
    const model = await ports();
    expect(model).toMatchObject({ name: MODEL, task: 'pose-estimation', platform: 'onnxruntime_onnx', state: 'ready' });
    expect(model.inputs).toEqual([{ name: expect.any(String), datatype: 'UINT8', shape: [1, SIDE, SIDE, 3] }]);
    const [version] = model.versions as string[];
    expect((await send(`/v2/models/${MODEL}/versions/${version}`)).body).toMatchObject({
      versions: [version],
      inputs: model.inputs,
    });
    expect((await send(`/v2/models/${MODEL}/versions/${version}/ready`)).body).toEqual({ name: MODEL, ready: true });
    expect((await send(`/v2/models/${MODEL}/ready`)).status).toBe(200);
  });

  test('every network describes its tensors and answers one of its own shape', async () => {
    const { models } = (await send('/v2/models')).body as { models: { name: string; state: string }[] };
    const answered: string[] = [];
    for (const { name } of models.filter(({ state }) => state === 'ready')) {
      const { platform, inputs, outputs } = await ports(name);
      if (platform === null) continue;
      const zeros = inputs.map(({ shape, ...each }) => {
        const sides = shape.map((side, index) => (side > 0 ? side : index === 0 ? 1 : 64));
        return { ...each, shape: sides, data: new Array<number>(sides.reduce((product, side) => product * side, 1)).fill(0) };
      });
      const { status, body } = await post(`/v2/models/${name}/infer`, { inputs: zeros });
      const found = body.outputs?.map((each: { name: string; datatype: string }) => [each.name, each.datatype]);
      expect({ name, status, found }).toEqual({ name, status: 200, found: outputs.map((each) => [each.name, each.datatype]) });
      answered.push(name);
    }
    expect(answered).toEqual(expect.arrayContaining(['blazeface', 'centernet', 'classifier', 'movenet', 'ocr-detection']));
  });
});

describe('raw tensors', () => {
  test('in JSON and as bytes, the answer is that of ONNX Runtime itself', async () => {
    const expected = await bare();
    const [input] = (await ports()).inputs;
    const tensor = { ...input, shape: [1, SIDE, SIDE, 3] };
    const data = await pixels();
    const json = await post(path, { id: 'one', inputs: [{ ...tensor, data: [...data] }] });
    expect(json.body).toMatchObject({ model_name: MODEL, id: 'one', outputs: [{ name: expected.name, datatype: 'FP32' }] });
    expect(json.body.outputs[0].data).toEqual(expected.values);

    const sent = { ...tensor, parameters: { binary_data_size: data.length } };
    const { response, bytes } = await binary([sent], data, { parameters: { binary_data_output: true } });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    const length = Number(response.headers.get(HEAD));
    const [output] = JSON.parse(bytes.subarray(0, length).toString()).outputs;
    expect(output.parameters.binary_data_size).toBe(bytes.length - length);
    const values = new Float32Array(Uint8Array.from(bytes.subarray(length)).buffer);
    expect([...values]).toEqual(expected.values);
  });

  test('a picture as BYTES is decoded and scaled here, as bytes and as Base64', async () => {
    const expected = await bare();
    const [input] = (await ports()).inputs;
    const picture = await png();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(picture.length);
    const tensor = { name: input!.name, datatype: 'BYTES', shape: [1] };
    const sent = { ...tensor, parameters: { binary_data_size: picture.length + 4 } };
    const { status, bytes } = await binary([sent], Buffer.concat([length, picture]));
    expect(status).toBe(200);
    expect(JSON.parse(bytes.toString()).outputs[0].data).toEqual(expected.values);
    const text = await post(path, { inputs: [{ ...tensor, data: [picture.toString('base64')] }] });
    expect(text.body.outputs[0].data).toEqual(expected.values);
    const jpeg = readFileSync(join(EXAMPLES, 'crossing.jpg')).toString('base64');
    expect((await post(path, { inputs: [{ ...tensor, data: [jpeg] }] })).body.outputs[0].shape).toEqual([1, 1, 17, 3]);
  });
});

/** How many processes below this one run a model. */
function processesOfModels(pid: number): number {
  try {
    const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isOne = own[0] === process.execPath && own.some((part) => part.endsWith('model-process.js'));
    const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    return children.reduce((sum, child) => sum + processesOfModels(child), isOne ? 1 : 0);
  } catch {
    return 0;
  }
}

describe('tensors whose size the caller chooses', () => {
  const restarts = async (): Promise<string | undefined> =>
    /^percept_worker_restarts_total (\d+)$/m.exec(await (await fetch(`${percept.url}/metrics`)).text())?.[1];
  const infer = async (model: string, shape: number[]) => {
    const size = shape.reduce((product, side) => product * side, 1);
    const [input] = (await ports(model)).inputs;
    const tensor = { name: input!.name, datatype: 'UINT8', shape, parameters: { binary_data_size: size } };
    const { status, bytes, response } = await binary([tensor], Buffer.alloc(size), {
      model,
      parameters: { binary_data_output: true },
    });
    const head = Number(response.headers.get(HEAD) ?? bytes.length);
    return { status, body: JSON.parse(bytes.subarray(0, head).toString()) };
  };

  test('up to a picture of the manifest run here; larger ones in a process of their own, within its memory', async () => {
    expect(await infer('centernet', [1, 512, 512, 3])).toMatchObject({ status: 200 });
    const alone = processesOfModels(percept.process.pid!);
    const batch = await infer('efficientnet-lite0', [4, 224, 224, 3]);
    expect([batch.status, batch.body.outputs[0].shape[0]]).toEqual([200, 4]);
    if (existsSync('/proc/self/task')) expect([alone, processesOfModels(percept.process.pid!)]).toEqual([0, 1]);
    // In the service it would keep gigabytes; there it ends where the memory does.
    const large = await infer('centernet', [1, 1664, 1664, 3]);
    expect([200, 400]).toContain(large.status);
    expect(await infer('centernet', [1, 512, 512, 3])).toMatchObject({ status: 200 });
    expect(await restarts()).toBe('0');
  });

  test('more than 16 pictures of the manifest are refused before anything runs', async () => {
    const { status, body } = await infer('efficientnet-lite0', [17, 224, 224, 3]);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/at most 2408448 elements are taken/)]);
  });
});

describe("mistakes are the protocol's errors", () => {
  const good = async () => ({ ...(await ports()).inputs[0]!, shape: [1, SIDE, SIDE, 3] });
  const zeros = new Array<number>(SIDE * SIDE * 3).fill(0);

  test.each([
    [
      'a wrong shape',
      { shape: [1, 3, SIDE, SIDE], data: zeros },
      /has the shape \[1, 3, 192, 192\]; the model takes \[1, 192, 192, 3\]/,
    ],
    ['a wrong datatype', { datatype: 'FP32', data: zeros }, /the model takes UINT8/],
    ['too few elements', { data: [1, 2, 3] }, /has 3 elements, but its shape needs 110592/],
    ['an element out of range', { data: [256, ...zeros.slice(1)] }, /element 0 is 256, which is not UINT8/],
    ['an unknown input', { name: 'imagee', data: zeros }, /has no input 'imagee'/],
    ['no data', {}, /has no data/],
    ['a negative side', { shape: [1, -1, 3], data: [] }, /must be a list of at most 8 whole numbers/],
    [
      'BYTES that do not hold a picture',
      { datatype: 'BYTES', shape: [1], data: [Buffer.from('no picture').toString('base64')] },
      /images are read/,
    ],
    ['two pictures', { datatype: 'BYTES', shape: [2], data: ['a', 'b'] }, /send one picture/],
  ])('%s', async (_name, change, message) => {
    const { status, body } = await post(path, { inputs: [{ ...(await good()), ...change }] });
    expect({ status, ...body }).toEqual({ status: 400, error: expect.stringMatching(message) });
  });

  test('wrong bytes, headers, bodies, models, versions, outputs and keys', async () => {
    const input = await good();
    const few = await binary([{ ...input, parameters: { binary_data_size: 5 } }], Buffer.alloc(5));
    expect(JSON.parse(few.bytes.toString()).error).toMatch(/has 5 bytes of data, but its shape and UINT8 need 110592/);
    const cut = await binary([{ ...input, parameters: { binary_data_size: 50 } }], Buffer.alloc(5));
    expect(JSON.parse(cut.bytes.toString()).error).toMatch(/promises 50 bytes of binary data, but the body has only 5 left/);
    const rest = await binary([{ ...input, data: zeros }], Buffer.alloc(5));
    expect(JSON.parse(rest.bytes.toString()).error).toMatch(/5 bytes behind the last tensor/);
    for (const value of ['-1', 'many', '99999999']) {
      const { status, bytes } = await binary([input], Buffer.alloc(5), { headers: { [HEAD]: value } });
      expect([status, JSON.parse(bytes.toString()).error]).toEqual([
        400,
        expect.stringContaining('Inference-Header-Content-Length'),
      ]);
    }
    const inputs = [{ ...input, data: zeros }];
    expect((await post(path, { inputs, outputs: [{ name: 'boxes' }] })).body.error).toMatch(/no output 'boxes'/);
    expect((await post(path, { inputs, outputs: [{ name: 'x', parameters: { classification: 3 } }] })).body.error).toMatch(
      /leave it out/,
    );
    expect((await post(path, { inputs: [...inputs, ...inputs] })).body.error).toMatch(/is there twice/);
    const { name } = (await ports()).outputs[0]!;
    expect((await post(path, { inputs, outputs: [{ name }, { name }] })).body.error).toMatch(/is there twice/);
    expect((await post(path, [])).body).toEqual({ error: expect.stringContaining('must be an object') });
    expect(await post('/v2/models/movenett/infer', { inputs })).toMatchObject({ status: 404, body: { error: /movenet/ } });
    expect(await post(`/v2/models/${MODEL}/versions/99/infer`, { inputs })).toMatchObject({ status: 404 });
    expect(await post('/v2/models/sentiment-fast/infer', { inputs })).toMatchObject({ status: 400 });
    expect(await post(path, { inputs }, { key: 'pk_live_wrong' })).toMatchObject({
      status: 401,
      body: { error: expect.any(String) },
    });
  });
});

test('a call counts once, a refused one not at all, and the usage report and the event name it', async () => {
  const made = await make({ plan: 'free' });
  const [input] = (await ports()).inputs;
  const inputs = [{ ...input, data: [...(await pixels())] }];
  const left = async (body: object): Promise<number> =>
    Number((await post(path, body, { key: made.key })).headers.get('x-ratelimit-remaining'));
  expect(await left({ inputs: [] })).toBe(1000);
  expect(await left({ inputs })).toBe(999);
  const operations = async () => (await send(`/v1/usage?key_id=${made.id}`)).body.operations as { operation: string }[];
  const used = await waitFor(async () => (await operations()).find(({ operation }) => operation === 'model.infer'));
  expect(used).toMatchObject({ requests: 2, errors: 1 });
  const database = openSqliteFile(join(percept.dataDir, 'percept.sqlite'));
  const [row] = database.prepare("SELECT data FROM events WHERE type = 'prediction.completed' ORDER BY id DESC").all();
  database.close();
  const { data } = row as { data: string };
  expect(JSON.parse(data)).toMatchObject({ capability: 'model.infer', result: { outputs: [{ datatype: 'FP32' }] } });
  expect(data).not.toContain('"data"');
});
