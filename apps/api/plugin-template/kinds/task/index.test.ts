import { modelTaskContract, runCapability } from '@percept/sdk/testing';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { level, measure } from './index.js';

/** An ONNX file that answers the mean of an image of 8 × 8 pixels. */
const MEAN =
  'CAgSBXRlc3RzOm0KMgoFaW1hZ2USBWxldmVsGgVsZXZlbCIKUmVkdWNlTWVhbioPCghrZWVwZGltcxgAoAECEgVncmFwaFofCgVpbWFnZRIWChQIARIQ' +
  'CgIIAQoCCAMKAggICgIICGIPCgVsZXZlbBIGCgQIARIAQgQKABAR';
const folder = mkdtempSync(join(tmpdir(), 'percept-plugin-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'mean.onnx');
writeFileSync(file, Buffer.from(MEAN, 'base64'));

/** A white image, as the decoder of Percept gives it. */
const white = {
  rgb: async ({ width, height }: { width: number; height: number }) => new Uint8Array(width * height * 3).fill(255),
};

for (const { name, run } of modelTaskContract(level, { file, call: (model) => model.run(white) })) test(name, run);

test('the capability answers what the model says', async () => {
  const model = { identity: { name: 'half', version: '1', digest: '' }, run: async () => 0.5 };
  const bytes = Buffer.from('424d3a000000000000003600000028000000010000000100000001001800'.padEnd(116, '0'), 'hex');
  const answer = await runCapability(measure, {}, { models: { [level.id]: model }, media: { field: 'image', bytes } });
  assert.deepEqual(answer, { level: 0.5 });
});
