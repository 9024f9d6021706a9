/** @jest-environment ./test/onnx-environment.js */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { differenceToTensorFlow, TENSORFLOW_MODELS } from '../../../../../../test/harness/tensorflow';
import { readManifest } from '../manifest/read';
import { locate } from '../registry/location';
import { prepareModels } from '../registry/prepare';

const MODELS = resolve(__dirname, '../../../../../../models');
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'percept-parity-'));
  await prepareModels({ modelsDir: MODELS, dataDir });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test.each(Object.keys(TENSORFLOW_MODELS))(
  '%s, converted to ONNX, gives what TensorFlow.js gives, within a thousandth',
  async (name) => {
    const model = readManifest(join(MODELS, name));
    expect(await differenceToTensorFlow(model, locate(model, dataDir))).toBeLessThan(1e-3);
  },
);
