/** @jest-environment ./test/onnx-environment.js */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tinyModel } from '../../../../../../test/harness/fixtures/tiny-models';
import { NativeGate } from './native-gate';
import { openNetwork } from './network';
import { remains } from '../../../../../../test/harness/wait-for';

const folder = mkdtempSync(join(tmpdir(), 'percept-network-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'net.onnx');
const gate = new NativeGate(NativeGate.memory(), 0);
const half = { type: 'float32' as const, dims: [1, 2, 2, 3], data: new Float32Array(12).fill(0.5) };

beforeAll(() =>
  writeFileSync(file, tinyModel({ shape: [1, 2, 2, 3], full: 1, outputs: [{ name: 'depth', shape: [2], values: [4, 8] }] })),
);

test("a plugin's own network runs on tensors that the plugin makes", async () => {
  const network = await openNetwork(file, gate);
  expect(network.inputs).toEqual([{ name: 'image', type: 'float32', shape: [1, 2, 2, 3] }]);
  const { depth } = await network.run({ image: half });
  expect([depth!.dims, Array.from(depth!.data as Float32Array)]).toEqual([[2], [2, 4]]);
});

test('a tensor that does not fit and a file that is not a network are errors, not crashes', async () => {
  const network = await openNetwork(file, gate);
  await expect(network.run({ image: { ...half, dims: [1, 3, 2, 2] } })).rejects.toThrow(/dimension/i);
  await expect(network.run({ photo: half })).rejects.toThrow(/image/);
  writeFileSync(join(folder, 'broken.onnx'), 'no network');
  await expect(openNetwork(join(folder, 'broken.onnx'), gate)).rejects.toThrow(
    /cannot load \S+broken\.onnx: Protobuf parsing failed\. If/,
  );
});

test('it does not begin in a thread that is about to be ended', async () => {
  const memory = NativeGate.memory();
  const network = await openNetwork(file, new NativeGate(memory, 1));
  await new NativeGate(memory, 1).close();
  const ended = jest.fn();
  void network.run({ image: half }).then(ended, ended);
  await remains(() => ended.mock.calls.length === 0, { ms: 50 });
});
