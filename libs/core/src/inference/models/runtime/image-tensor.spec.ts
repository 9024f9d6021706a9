/** @jest-environment ./test/onnx-environment.js */
import { readManifest } from '../manifest/read';
import type { InputSection } from '../manifest/sections';
import { resolve } from 'node:path';
import { framePixels, imageToTensor } from './image-tensor';

const { input } = readManifest(resolve(__dirname, '../../../../../../models/centernet')).manifest;
const section = (change: Partial<InputSection>): InputSection => ({ ...input, ...change });
const frame = { width: 2, height: 1, content: { x: 0, y: 0, width: 2, height: 1 } };
const PIXELS = Uint8Array.of(10, 20, 30, 40, 50, 60);

test('raw RGB bytes are taken as they are, without a copy', () => {
  const tensor = imageToTensor(PIXELS, frame, section({}));
  expect(tensor.dims).toEqual([1, 1, 2, 3]);
  expect(tensor.data).toBe(PIXELS);
});

test.each<[string, Partial<InputSection>, number[], number[]]>([
  ['floats in planes', { type: 'float32', layout: 'NCHW' }, [1, 3, 1, 2], [10, 40, 20, 50, 30, 60]],
  ['blue first', { type: 'uint8', colour: 'BGR' }, [1, 1, 2, 3], [30, 20, 10, 60, 50, 40]],
  ['scaled by channel', { type: 'float32', mean: [10, 20, 30], std: [1, 2, 3] }, [1, 1, 2, 3], [0, 0, 0, 30, 15, 10]],
  ['scaled alike', { type: 'float32', mean: [10], std: [10] }, [1, 1, 2, 3], [0, 1, 2, 3, 4, 5]],
  ['grey', { type: 'uint8', colour: 'grey' }, [1, 1, 2, 1], [18, 48]],
])('%s: values and shape are those of the manifest', (_, change, shape, values) => {
  const tensor = imageToTensor(PIXELS, frame, section(change));
  expect(tensor.dims).toEqual(shape);
  expect(Array.from(tensor.data as Float32Array)).toEqual(values);
});

test('a letterboxed image lies between black bars', async () => {
  const asked: unknown[] = [];
  const rgb = async (size: { width: number; height: number }) => {
    asked.push(size);
    return Uint8Array.of(1, 2, 3);
  };
  const image = { rgb };
  const boxed = { width: 3, height: 2, content: { x: 1, y: 1, width: 1, height: 1 } };
  expect(Array.from(await framePixels(image, boxed))).toEqual([...Array<number>(12).fill(0), 1, 2, 3, 0, 0, 0]);
  expect(asked).toEqual([{ width: 1, height: 1 }]);
});
