import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { tinyModel, writeModel } from '../../harness/fixtures/tiny-models';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending, type Answer } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

/** A task outside the repository. With the label `endless`, the mathematics of the plugin never ends on a light image. */
const TASK = `{ id: 'levels.level', tryOut: (model) => model.run({ rgb: async () => new Uint8Array(192) }),
  open: ({ identity, manifest, network: { inputs: [input], outputs: [output], run } }) => {
    if (input.shape[1] !== 3) throw new Error('The network must take an image.');
    return { identity, async run(image) {
      const data = Float32Array.from(await image.rgb({ width: 8, height: 8 }));
      while (manifest.labels[0] === 'endless' && data[0] > 0);
      const answer = await run({ [input.name]: { type: 'float32', dims: [1, 3, 8, 8], data } });
      return Number(answer[output.name].data[0]);
    } };
  } }`;
const PLUGIN = `const { defineCapability, ImageInput } = require('${ROOT}/sdk');
const { IsNumber, IsString, IsOptional } = require('${ROOT}/sdk/decorators');
const task = ${TASK};
class Input extends ImageInput {}
IsString()(Input.prototype, 'model');
IsOptional()(Input.prototype, 'model');
class Output {}
IsNumber()(Output.prototype, 'level');
const measure = defineCapability({ id: 'levels.measure', summary: 'Measures.', input: Input, output: Output, tasks: [task.id],
  setup: ({ model: open }) => async ({ image, model }, { used }) => {
    const opened = await open(task, model);
    used(opened.identity);
    return { level: await opened.run(image) };
  } });
const level = { outputs: { boxes: 'output' }, decode: ({ boxes: { data } }) =>
  [{ left: data[0], top: data[1], right: data[2], bottom: data[3], score: data[4], label: data[5] }] };
module.exports = { name: 'levels', version: '1.0.0', tasks: [task], decoders: { level }, capabilities: [measure] };`;
const broken = (name: string, task: string) => `module.exports = { name: '${name}', version: '1.0.0', tasks: [${task}] };`;

/** A network that answers \`value\` for a white image. */
const model = (value: number, { channels = 3, labels = 'any', task = 'levels.level' } = {}) => ({
  page: `task: ${task}\nfile: net.onnx\nsource: computed by the tests\nlicence: Apache-2.0\nlabels: [${labels}]\n`,
  onnx: tinyModel({ shape: [1, channels, 8, 8], full: 255, outputs: [{ name: 'out', shape: [1], values: [value] }] }),
});

/** A detector that the decoder of the plugin reads: an apple in every white image. */
const apples = {
  page: `task: object-detection\nfile: net.onnx\nsource: computed by the tests\nlicence: Apache-2.0
input: { size: 64, resize: stretch, layout: NCHW, type: float32, std: [255] }
output: { decoder: level, names: { boxes: out } }\nlabels: [pear, apple]\n`,
  onnx: tinyModel({
    shape: [1, 3, 64, 64],
    full: 1,
    outputs: [{ name: 'out', shape: [1, 1, 6], values: [8, 24, 24, 40, 0.9, 1] }],
  }),
};

const folder = tempDir();
let percept: RunningPercept;
let image: string;
const keys: Record<string, string> = {};
beforeAll(async () => {
  const plugins = {
    levels: PLUGIN,
    stolen: broken('stolen', TASK),
    ours: broken('ours', `{ id: 'object-detection', open() {}, tryOut() {} }`),
    empty: broken('empty', `{ id: 'empty.task', open() {} }`),
  };
  for (const [name, text] of Object.entries(plugins)) writeFileSync(join(folder, `${name}.js`), text);
  const models = join(folder, 'models');
  writeModel(models, 'shared-level', model(0.25));
  writeModel(models, 'grey', model(0.25, { channels: 1 }));
  writeModel(models, 'unknown', model(0.25, { task: 'depths.depth' }));
  percept = await startPercept({
    env: {
      PERCEPT_PLUGINS: Object.keys(plugins)
        .map((name) => join(folder, `${name}.js`))
        .join(','),
      PERCEPT_MODELS_DIR: models,
      PERCEPT_WORKERS: '1',
      PERCEPT_CALL_TIMEOUT: '5s',
      PERCEPT_QUEUE_MB: '256,calls=4',
      PERCEPT_PROJECT_LIMITS: 'models=3',
    },
  });
  image = (
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  ).toString('base64');
  for (const name of ['orchard', 'other']) {
    const { id } = (await post('/v2/projects', { name, plan: 'enterprise' })).body;
    const terms = { name, plan: 'enterprise', scopes: ALL_SCOPES };
    keys[name] = (await post('/v1/keys', terms, { headers: { 'percept-project': id } })).body.key;
  }
});
afterAll(async () => {
  // A call that never ends may be under way.
  await percept.kill();
  for (const each of [folder, percept.dataDir]) removeDir(each);
});
const { post, send } = sending(() => percept);
const measure = (name?: string, key = keys['orchard']!): Promise<Answer> =>
  post('/v2/levels/measure', { image, ...(name && { model: name }) }, { key });
const detect = (name: string, key = keys['orchard']!): Promise<Answer> =>
  post('/v2/vision/detect', { image, model: name }, { key });
async function put(name: string, { page, onnx }: ReturnType<typeof model>): Promise<Answer> {
  const form = new FormData();
  form.set('manifest', page);
  form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
  const headers = { authorization: `Bearer ${keys['orchard']}` };
  const answer = await fetch(`${percept.url}/v2/models/${name}`, { method: 'PUT', headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}
const stateOf = async (name: string) =>
  (await send('/v2/models')).body.models.find((each: { name: string }) => each.name === name);

test('a model of a task of a plugin is listed, and is the default that answers every project', async () => {
  expect(await stateOf('shared-level')).toMatchObject({ task: 'levels.level', state: 'ready', default: true });
  for (const key of Object.values(keys)) {
    const { status, body, headers } = await measure(undefined, key);
    expect([status, body.level ?? body]).toEqual([200, 0.25]);
    expect(headers.get('percept-models')).toContain('shared-level');
  }
  expect((await measure(undefined, 'pk_live_wrong')).status).toBe(401);
});

test('a network that does not fit, and a task that no plugin brings, make a broken model with the reason', async () => {
  expect(await stateOf('grey')).toMatchObject({ state: 'broken', reason: expect.stringContaining('must take an image') });
  expect(await stateOf('unknown')).toMatchObject({ state: 'broken', reason: expect.stringContaining('depths.depth') });
});

test('a plugin that takes a task of somebody else, or lacks a function, is left out with the reason', () => {
  expect(percept.output()).toContain("its model task 'levels.level' needs an 'id' such as 'stolen.depth'");
  expect(percept.output()).toContain("its model task 'object-detection' needs an 'id' such as 'ours.depth'");
  expect(percept.output()).toContain("its model task 'empty.task' needs the function 'tryOut'");
});

test('a project sends a model of the task within its limits, and no other project can name it', async () => {
  expect((await put('grey-one', model(0.5, { channels: 1 }))).body.error.message).toContain('must take an image');
  expect((await put('half', model(0.5))).status).toBe(200);
  expect((await measure('half')).body.level).toBe(0.5);
  const { status, body } = await measure('half', keys['other']);
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(body.error.message).not.toContain('0.5');
  expect((await put('endless', model(0.5, { labels: 'endless' }))).status).toBe(200);
});

test('a project sends a detector that the decoder of a plugin reads, and no other project can name it', async () => {
  expect(await put('apples', apples)).toMatchObject({ status: 200 });
  expect((await detect('apples')).body.detections).toMatchObject([{ object: 'apple' }]);
  const { status, body } = await detect('apples', keys['other']);
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect((await put('third', model(0.5))).body.error.message).toContain('models');
});

test('a task that never ends holds the only worker until the time limit; a full queue refuses, and others are answered', async () => {
  const stuck = measure('endless');
  await waitFor(async () => /^percept_workers_busy 1$/m.test(await (await percept.fetch('/metrics')).text()));
  const flood = Array.from({ length: 8 }, (_, at) => (at % 2 ? measure('half') : detect('apples')));
  const late = await stuck;
  expect([late.status, late.body.error?.code]).toEqual([504, 'TIMEOUT']);
  const answers = await Promise.all(flood);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  for (const { status, body } of answers)
    if (status === 200) expect(body.level ?? body.detections[0].object).toBe(body.detections ? 'apple' : 0.5);
  expect(answers.every(({ status }) => [200, 503].includes(status))).toBe(true);
  expect((await measure(undefined, keys['other'])).body.level).toBe(0.25);
});
