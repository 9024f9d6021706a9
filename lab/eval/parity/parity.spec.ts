/** @jest-environment ./test/onnx-environment.js */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locate } from '../../../libs/core/src/inference/models/registry/location';
import { readManifest } from '../../../libs/core/src/inference/models/manifest/read';
import { prepareModels } from '../../../libs/core/src/inference/models/registry/prepare';
import { ROOT } from '../../bench/service';
import { differenceToPaddle } from './paddle';
import { compareWheels } from './wheels';

const MODELS = join(ROOT, 'models');
const dataDir = mkdtempSync(join(tmpdir(), 'percept-paddle-'));
beforeAll(() => prepareModels({ modelsDir: MODELS, dataDir }));
afterAll(() => rmSync(dataDir, { recursive: true }));

const modelOf = (name: string) => {
  const model = readManifest(join(MODELS, name));
  return { model, location: locate(model, dataDir) };
};

test.each(['ocr-orientation', 'ocr-latin'])(
  '%s answers what its source answers, of the characters that both know',
  async (name) => {
    const { model, location } = modelOf(name);
    expect(await differenceToPaddle(model, location)).toBeLessThan(1e-3);
  },
);

test('another model in its place is seen', async () => {
  const { model, location } = modelOf('ocr-latin');
  const other = modelOf('ocr-chinese').location.file;
  await expect(differenceToPaddle(model, { ...location, file: other })).resolves.toBeGreaterThan(0.1);
});

test('where Python cannot compare the models of wheels, the reason is told', async () => {
  expect(await compareWheels(join(dataDir, 'no-python'))).toMatch(/parity\.py failed .*PERCEPT_LAB_PYTHON/);
});
