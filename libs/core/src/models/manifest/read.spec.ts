import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { modelFolders, readManifest } from '.';

const MODELS = resolve(__dirname, '../../../../../models');
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
  expect(models.map(({ name }) => name)).toEqual(['blazeface', 'centernet', 'emotion', 'movenet']);
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
  ['a wrong task', /task: .*/, 'task: object-detecting', 'model.yaml: task must be one of the following values'],
  ['a wrong number', 'size: 320', 'size: 8', 'model.yaml: input.size must not be less than 16'],
  ['a wrong word', 'letterbox', 'squeeze', 'model.yaml: input.resize must be one of the following values'],
  [
    'an unknown field',
    'licence:',
    'license: x\nlicence:',
    "model.yaml: license is no field of a manifest. Did you mean 'licence'?",
  ],
  ['a missing field', /licence: .*\n/, '', 'model.yaml: licence must be a string'],
  ['neither file nor conversion', /(file|sha256): .*\n/g, '', "exactly one of 'file' and 'conversion'"],
  ['a file without its digest', /sha256: .*\n/, '', 'sha256 must be the 64 hex digits'],
  ['a calibration that falls', 'score: 2', 'score: -2', 'calibration.score must be a positive number'],
  [
    'a calibrated stranger',
    'score: 2',
    'score: 2, labels: { cot: 1 }',
    "calibration.labels names 'cot', which is no label. Did you mean 'cat'?",
  ],
  ['two means', 'size: 320', 'size: 320, mean: [1, 2]', 'input.mean must have one number'],
  ['a labels file that is not there', '[cat, dog]', 'gone.txt', "labels names the file 'gone.txt', which does not exist"],
  ['a tab', 'task:', '\ttask:', 'model.yaml:1:1: '],
  ['a text', /[^]*/, 'detector', 'a manifest is a list of fields'],
])('%s is refused with file and field', (_, from, to, message) => {
  expect(() => read(SOUND.replace(from, to))).toThrow(message);
});

test('all mistakes are told at once', () => {
  expect(() => read(SOUND.replace('size: 320', 'size: 8').replace('licence: Apache-2.0\n', ''))).toThrow(
    /licence must be[^]*input\.size must/,
  );
});

test('a nested output of a conversion is named by its place', () => {
  const conversion = 'conversion: { package: p, file: f, input: {}, outputs: [{ node: a, name: b }, { node: c }] }\n';
  expect(() => read(SOUND.replace(/(file|sha256): .*\n/g, '') + conversion)).toThrow('conversion.outputs[1].name must be');
});

test('a folder of models that does not exist is named', () => {
  expect(() => modelFolders(join(folder, 'gone'))).toThrow(`There is no folder of models at ${join(folder, 'gone')}.`);
});
