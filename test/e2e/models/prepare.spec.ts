/** @jest-environment ./test/onnx-environment.js */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeModels } from '../../../libs/core/src/inference/models/registry/list';
import { prepareModels, type PrepareProgress } from '../../../libs/core/src/inference/models/registry/prepare';
import { scanPrepared } from '../../../libs/core/src/inference/models/scan-models';
import { readModelRegistry } from '../../../libs/core/src/inference/models/registry/registry';
import { compiled } from '../../harness/compiled';

const ROOT = resolve(__dirname, '../../..');
const CHILD = compiled('test/harness/children/prepare-models');
const run = promisify(execFile);

let folder: string;
let places: { modelsDir: string; dataDir: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-prepare-'));
  places = { modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') };
  for (const name of ['emotion', 'blazeface'])
    cpSync(join(ROOT, 'models', name), join(places.modelsDir, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const prepared = (name: string) => readdirSync(join(places.dataDir, 'models', name));

function edit(name: string, change: (text: string) => string): void {
  const file = join(places.modelsDir, name, 'model.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

test('models are converted the first time only', async () => {
  const told: PrepareProgress[] = [];
  expect(await prepareModels({ ...places, onProgress: (progress) => told.push(progress) })).toEqual(['blazeface', 'emotion']);
  expect(told.map(({ name, state, index, total }) => `${name} ${state} ${index}/${total}`)).toEqual([
    'blazeface converting 1/2',
    'blazeface ready 1/2',
    'emotion converting 2/2',
    'emotion ready 2/2',
  ]);
  expect(await prepareModels(places)).toEqual([]);
});

test('what only a switched-off capability uses is converted when that is switched on', async () => {
  const scan = { trialPath: compiled('libs/core/src/inference/models/trial-process') };
  const states = () => describeModels(readModelRegistry(places)).map(({ name, state }) => `${name} ${state}`);
  await scanPrepared(places, { ...scan, unused: ['face-detection'] });
  expect(states()).toEqual(['blazeface unprepared', 'emotion ready']);
  await scanPrepared(places, { ...scan, unused: ['face-detection'] });
  expect(states()).toEqual(['blazeface unprepared', 'emotion ready']);
  await scanPrepared(places, scan);
  expect(states()).toEqual(['blazeface ready', 'emotion ready']);
});

test('a converted file with one changed bit is converted again', async () => {
  const scan = { trialPath: compiled('libs/core/src/inference/models/trial-process') };
  await scanPrepared(places, scan);
  const file = join(places.dataDir, 'models/emotion', prepared('emotion')[0]!);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1]! ^= 4;
  writeFileSync(file, damaged);
  await scanPrepared(places, scan);
  expect(readFileSync(file).equals(whole)).toBe(true);
});

test('a changed conversion is done again, any other change of the manifest is not', async () => {
  await prepareModels(places);
  edit('emotion', (text) => text.replace('licence: MIT', 'licence: unknown'));
  expect(await prepareModels(places)).toEqual([]);
  edit('emotion', (text) => text.replace('name: probabilities', 'name: other'));
  expect(await prepareModels(places)).toEqual(['emotion']);
});

test('processes that prepare at the same time all succeed and leave one whole file', async () => {
  const children = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, [CHILD, places.modelsDir, places.dataDir], { encoding: 'utf8' })),
  );
  expect(children.map(({ stderr }) => stderr)).toEqual(['', '', '']);
  expect(prepared('emotion')).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.onnx$/)]);
  expect(describeModels(readModelRegistry(places)).map(({ state }) => state)).toEqual(['ready', 'ready']);
});

test('the list tells what is prepared, what waits and what is broken', async () => {
  expect(describeModels(readModelRegistry(places)).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'blazeface unprepared',
    'emotion unprepared',
  ]);
  await prepareModels(places);
  edit('blazeface', (text) => text.replace('task: face-detection', 'task: face-detecting'));
  const [blazeface, emotion] = describeModels(readModelRegistry(places));
  expect(blazeface).toMatchObject({ name: 'blazeface', state: 'broken', reason: expect.stringContaining('task must be one of') });
  expect(emotion).toMatchObject({ task: 'facial-expression', version: '1.0', state: 'ready', licence: 'MIT', reason: null });
  expect(emotion!.digest).toMatch(/^[0-9a-f]{64}$/);
});

test('one model that cannot be prepared does not keep the others from it, and is named', async () => {
  edit('blazeface', (text) => text.replace("'@vladmandic/human'", "'@vladmandic/inhuman'"));
  await expect(prepareModels(places)).rejects.toThrow(
    "Model 'blazeface': the npm package @vladmandic/inhuman is not installed; run 'npm ci'.",
  );
  expect(prepared('emotion')).toHaveLength(1);
  const problems: string[] = [];
  expect(await prepareModels({ ...places, onProblem: (problem) => problems.push(problem) })).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("Model 'blazeface'")]);
});

test('a file that is not the one of the manifest is refused with both digests', async () => {
  rmSync(join(places.modelsDir, 'blazeface'), { recursive: true });
  const own = join(places.modelsDir, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'net.onnx'), 'weights');
  const manifest = readFileSync(join(places.modelsDir, 'emotion', 'model.yaml'), 'utf8');
  const digest = '05a24e6feb50aba76db4b95e3c4c7fddef00b5da3d6cf5d5fa2dbb6ee4c0d9b1';
  writeFileSync(join(own, 'model.yaml'), manifest.replace(/^conversion:\n(?: .*\n)+/m, `file: net.onnx\nsha256: '${digest}'\n`));
  await expect(prepareModels(places)).rejects.toThrow(
    new RegExp(`net\\.onnx has the SHA-256 [0-9a-f]{64}, but its manifest says ${digest}`),
  );
  truncateSync(join(own, 'net.onnx'), 0);
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  writeFileSync(join(own, 'model.yaml'), readFileSync(join(own, 'model.yaml'), 'utf8').replace(digest, empty));
  expect(describeModels(readModelRegistry(places)).find(({ name }) => name === 'own')).toMatchObject({
    state: 'ready',
    digest: empty,
  });
});
