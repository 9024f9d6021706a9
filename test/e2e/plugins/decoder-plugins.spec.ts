import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { brightness, tinyModel, writeModel } from '../../harness/fixtures/tiny-models';
import { removeDir, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';

/** A decoder outside the repository: a row is left, top, right, bottom, score and label. */
const ROWS = `{ outputs: { boxes: 'output' }, decode: ({ boxes: { data } }) =>
  [{ left: data[0], top: data[1], right: data[2], bottom: data[3], score: data[4], label: data[5] }] }`;
const plugin = (name: string, decoders: string) =>
  `module.exports = { name: '${name}', version: '1.0.0', decoders: { ${decoders} } };`;
/** An apple in every white image, left of its middle. */
const apples = (decoder: string) => ({
  page: `task: object-detection\nfile: net.onnx\nsource: computed by the tests\nlicence: Apache-2.0
input: { size: 64, resize: stretch, layout: NCHW, type: float32, std: [255] }
output: { decoder: ${decoder}, names: { boxes: net } }\nlabels: [pear, apple]\n`,
  onnx: tinyModel({
    shape: [1, 3, 64, 64],
    full: 1,
    outputs: [{ name: 'net', shape: [1, 1, 6], values: [8, 24, 24, 40, 0.9, 1] }],
  }),
});

const folder = tempDir();
let percept: RunningPercept;
let image: string;
beforeAll(async () => {
  writeFileSync(join(folder, 'rows.js'), plugin('rows', `rows: ${ROWS}`));
  writeFileSync(join(folder, 'taken.js'), plugin('taken', `yolox: ${ROWS}`));
  writeFileSync(join(folder, 'empty.js'), plugin('empty', 'empty: {}'));
  writeFileSync(join(folder, 'task.js'), `module.exports = { name: 'task', version: '1.0.0', modelTasks: {} };`);
  const models = join(folder, 'models');
  writeModel(models, 'orchard', apples('rows'));
  writeModel(models, 'nowhere', apples('nowhere'));
  writeModel(models, 'bright', brightness(['light', 'dark']));
  const PERCEPT_PLUGINS = ['rows', 'taken', 'empty', 'task'].map((name) => join(folder, `${name}.js`)).join(',');
  percept = await startPercept({ env: { PERCEPT_PLUGINS, PERCEPT_MODELS_DIR: models } });
  const create = { width: 64, height: 64, channels: 3, background: '#fff' } as const;
  image = (await sharp({ create }).png().toBuffer()).toString('base64');
});
afterAll(async () => {
  await percept.stop();
  for (const each of [folder, percept.dataDir]) removeDir(each);
});
const { post } = sending(() => percept);

test('a detector is read by the decoder of a plugin', async () => {
  const { status, body } = await post('/v2/vision/detect', { image, model: 'orchard' });
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(status).toBe(200);
  const bounding_box = { x: 8, y: 24, width: 16, height: 16 };
  expect(body.detections).toMatchObject([{ object: 'apple', bounding_box }]);
});

test('plugins that do not fit harm nobody, and a model that no decoder reads says so', async () => {
  const { status, body } = await post('/v2/vision/detect', { image, model: 'nowhere' });
  expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  expect(body.error.message).toContain("'nowhere'");
  expect((await post('/v2/vision/classify', { image, model: 'bright' })).body.classifications[0].label).toBe('light');
  expect((await post('/v2/vision/detect', { image })).status).toBe(200);
  expect((await post('/v2/text/sentiment', { text: 'What a wonderful day!' })).body.sentiment).toBe('positive');
});

test('what is wrong with a plugin is in the log', () => {
  expect(percept.output()).toContain("its decoder 'empty' needs the function 'decode'");
  expect(percept.output()).toContain("'modelTasks' is for plugins that come with Percept");
});
