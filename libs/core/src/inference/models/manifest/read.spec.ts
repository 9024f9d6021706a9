import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { modelFolders, readManifest } from './read';

const MODELS = resolve(__dirname, '../../../../../../models');
const SOUND = `task: object-detection
version: '1'
file: net.onnx
sha256: ${'a'.repeat(64)}
source: ours
licence: Apache-2.0
input: { size: 320, resize: letterbox }
output: { decoder: centernet }
labels: [cat, dog]
calibration: { method: score-size, intercept: 1, score: 2 }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-manifest-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string) {
  writeFileSync(join(folder, 'model.yaml'), text);
  return readManifest(folder).manifest;
}

test('every manifest that we ship is sound, and has a card', () => {
  const models = modelFolders(MODELS).map((each) => readManifest(each));
  expect(models.map(({ name }) => name)).toEqual([
    'blazeface',
    'centernet',
    'classifier',
    'e5-small',
    'efficientnet-lite0',
    'emotion',
    'entities',
    'entities-en',
    'face-descriptor',
    'face-expression',
    'movenet',
    'ocr-chinese',
    'ocr-detection',
    'ocr-european',
    'ocr-latin',
    'ocr-multilingual',
    'ocr-orientation',
    'sentiment',
    'sentiment-fast',
  ]);
  for (const model of models) expect(readdirSync(model.folder)).toContain('CARD.md');
  expect(models.find(({ name }) => name === 'centernet')!.manifest.labels).toHaveLength(80);
});

test('what a manifest leaves out has its default', () => {
  const manifest = read(SOUND);
  expect(manifest.input).toMatchObject({ layout: 'NHWC', type: 'uint8', colour: 'RGB', mean: [0], std: [1], multiple: 32 });
  expect(manifest.default).toBe(false);
  expect(manifest.calibration).toMatchObject({ size: 0, labels: {} });
});

test('labels may be the lines of a file', () => {
  writeFileSync(join(folder, 'names.txt'), 'cat\ntraffic light\n\n');
  expect(read(SOUND.replace('[cat, dog]', 'names.txt')).labels).toEqual(['cat', 'traffic light']);
});

test.each([
  ['a wrong task', /task: .*/, 'task: object-detecting', 'model.yaml:1:1: task must be one of the following values'],
  ['a wrong number', 'size: 320', 'size: 8', 'model.yaml:7:10: input.size must not be less than 16'],
  ['a wrong word', 'letterbox', 'squeeze', 'model.yaml:7:21: input.resize must be one of the following values'],
  [
    'an unknown field',
    'licence:',
    'license: x\nlicence:',
    "model.yaml:6:1: license is not a field of a manifest. Did you mean 'licence'?",
  ],
  ['a missing field', /licence: .*\n/, '', /^\S+model\.yaml:1:1: licence is missing\.$/],
  ['neither file nor conversion', /(file|sha256): .*\n/g, '', "exactly one of 'file', 'conversion' and 'rewrite'"],
  ['an invalid digest', /sha256: .*/, 'sha256: abc', 'sha256 must be the 64 hex digits'],
  ['a calibration that falls', 'score: 2', 'score: -2', 'calibration.score must be a positive number'],
  [
    'a calibrated stranger',
    'score: 2',
    'score: 2, labels: { cot: 1 }',
    "calibration.labels names 'cot', which is not a label. Did you mean 'cat'?",
  ],
  [
    'a factor of a stranger',
    'decoder: centernet',
    'decoder: centernet, factors: { cot: 0.5 }',
    "output.factors names 'cot', which is not a label. Did you mean 'cat'?",
  ],
  [
    'a factor of nothing',
    'decoder: centernet',
    'decoder: centernet, factors: { cat: 0 }',
    'output.factors must have a number above 0',
  ],
  ['two means', 'size: 320', 'size: 320, mean: [1, 2]', 'input.mean must have one number'],
  ['a labels file that is not there', '[cat, dog]', 'gone.txt', "labels names the file 'gone.txt', which does not exist"],
  ['a mistyped word', 'letterbox', 'letterbx', "Did you mean 'letterbox'?"],
  ['a tab', 'task:', '\ttask:', 'model.yaml:1:1: '],
  ['a text', /[^]*/, 'detector', 'a manifest is a list of fields'],
])('%s is refused with file and field', (_, from, to, message) => {
  expect(() => read(SOUND.replace(from, to))).toThrow(message);
});

const CLASSIFIER = `${SOUND.replace('object-detection', 'image-classification')
  .replace('decoder: centernet', 'decoder: head')
  .replace(/input: .*\n/, '')}
trunk: features
presence: { model: centernet, intercept: 3, slope: 2 }
scenes: [{ label: kennel, head: { dog: 0.5 }, objects: { bowl: 0.5 } }]
categories: { animal: [cat, dog], scene: [kennel] }
parents: { cat: pet }
answer: { name: { intercept: 1 }, box: { intercept: 1 } }
`;

test.each([
  ['labels', 'cat\ndog\n'],
  ['parents', 'cat: pet\n'],
])('%s in a file with a flipped bit are refused before anything else is said of them', (field, content) => {
  const text = CLASSIFIER.replace(/^(labels|parents): .*\n/gm, (line, name) => (name === field ? '' : line));
  const digest = createHash('sha256').update(content).digest('hex');
  const named = `${text}${field}: list.txt\ndigests: { list.txt: ${digest} }\n`;
  writeFileSync(join(folder, 'list.txt'), content);
  expect(read(named)).toMatchObject({ labels: ['cat', 'dog'], parents: { cat: 'pet' } });
  writeFileSync(join(folder, 'list.txt'), content.replace('cat', 'cau'));
  expect(() => read(named)).toThrow(new RegExp(`model\\.yaml:\\d+:1: .*list\\.txt has the SHA-256 .* digests says ${digest}`));
});

test('a classifier that reads the features of a trunk is read with its parts', () => {
  const { trunk, input, presence, scenes, categories, parents } = read(CLASSIFIER);
  expect(parents).toEqual({ cat: 'pet' });
  expect([trunk, input]).toEqual(['features', undefined]);
  expect(presence).toEqual({ model: 'centernet', intercept: 3, slope: 2 });
  expect(scenes).toEqual([{ label: 'kennel', head: { dog: 0.5 }, objects: { bowl: 0.5 }, against: {} }]);
  expect(categories).toEqual({ animal: ['cat', 'dog'], scene: ['kennel'] });
});

test.each([
  ['a trunk that is a number', 'trunk: features', 'trunk: 5', 'trunk must be a string'],
  [
    'a head without a trunk',
    'trunk: features',
    'input: { size: 64, resize: crop }',
    "'trunk' must name the model whose features",
  ],
  ['a trunk beside an input', 'trunk:', 'input: { size: 64, resize: crop }\ntrunk:', "'trunk' and 'input' exclude each other"],
  ['a region outside the image', 'trunk:', 'region: [0.5, 0, 0.6, 1]\ntrunk:', 'region must lie inside the image'],
  ['a region of three numbers', 'trunk:', 'region: [0, 0, 1]\ntrunk:', 'region must contain at least 4'],
  ['an answer that no head gives', 'decoder: head', 'decoder: centernet', "'answer' and 'output.decoder: head' go together"],
  ['a head without an answer', /answer: .*/, '', "'answer' and 'output.decoder: head' go together"],
  ['parents in a file that is not there', 'parents: { cat: pet }', 'parents: gone.yaml', "parents names the file 'gone.yaml'"],
  ['a presence that falls', 'slope: 2', 'slope: -2', 'presence.slope must be a positive number'],
  ['a weight over 1', 'dog: 0.5', 'dog: 1.5', 'scenes[0].head must be a list of labels, each with a weight from 0 to 1'],
  ['a strange label in a scene', 'dog: 0.5', 'dig: 0.5', "scenes[0].head names 'dig', which is not a label"],
  ['objects that nobody finds', /presence: .*/, '', "'presence' must say which detector finds them"],
  ['a label in two categories', 'scene: [kennel]', 'scene: [cat]', "categories names 'cat' twice"],
  ['a category that is not a list', 'scene: [kennel]', 'scene: kennel', 'categories must be a list of categories'],
])('%s is refused', (_, from, to, message) => {
  expect(() => read(CLASSIFIER.replace(from, to))).toThrow(message);
});

test('all mistakes are reported at once', () => {
  expect(() => read(SOUND.replace('size: 320', 'size: 8').replace('licence: Apache-2.0\n', ''))).toThrow(
    /licence is missing[^]*input\.size must/,
  );
});

test('a nested output of a conversion is named by its place', () => {
  const conversion = 'conversion: { package: p, file: f, input: {}, outputs: [{ node: a, name: b }, { node: c }] }\n';
  expect(() => read(SOUND.replace(/(file|sha256): .*\n/g, '') + conversion)).toThrow('conversion.outputs[1].name is missing');
});

test('the folder of a model may be a link', () => {
  const [models, elsewhere] = [join(folder, 'linking'), join(folder, 'elsewhere')];
  for (const each of [models, elsewhere]) mkdirSync(each);
  writeFileSync(join(elsewhere, 'model.yaml'), '');
  symlinkSync(elsewhere, join(models, 'linked'));
  symlinkSync(join(folder, 'nowhere'), join(models, 'dangling'));
  expect(modelFolders(models)).toEqual([join(models, 'linked')]);
});

test('a folder of models that does not exist is named', () => {
  expect(() => modelFolders(join(folder, 'gone'))).toThrow(`There is no folder of models at ${join(folder, 'gone')}.`);
});
