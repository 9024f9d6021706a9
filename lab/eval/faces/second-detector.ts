import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import sharp from 'sharp';
import { ROOT } from '../../bench/service';
import type { Box } from '../scoring/boxes';

// A program: finds the faces of files with another detector than Percept's, by another author. Its arguments are the least score
// and the files; it prints the boxes of each file.

const PACKAGE = join(ROOT, 'node_modules', '@vladmandic', 'face-api');
const WEIGHTS = 'tiny_face_detector_model';

interface FaceApi {
  tf: {
    setBackend(name: string): Promise<boolean>;
    io: { decodeWeights(bytes: ArrayBuffer, weights: object[]): object };
    tensor3d(values: Uint8Array, shape: number[], type: string): { dispose(): void };
  };
  nets: { tinyFaceDetector: { loadFromWeightMap(weights: object): void } };
  TinyFaceDetectorOptions: new (options: { inputSize: number; scoreThreshold: number }) => object;
  detectAllFaces(image: object, options: object): PromiseLike<{ box: Box }[]>;
}

async function openDetector(minScore: number): Promise<(path: string) => Promise<Box[]>> {
  // In a process it would ask for TensorFlow's own programs; in a page it calculates by itself.
  Object.assign(globalThis, { window: globalThis, document: { createElement: () => ({ getContext: () => null }) } });
  const script = readFileSync(join(PACKAGE, 'dist', 'face-api.js'), 'utf8');
  const { tf, nets, ...api } = runInThisContext(`${script}; faceapi`) as FaceApi;
  await tf.setBackend('cpu');
  const [{ weights }] = JSON.parse(readFileSync(join(PACKAGE, 'model', `${WEIGHTS}-weights_manifest.json`), 'utf8')) as [
    { weights: object[] },
  ];
  const bytes = Uint8Array.from(readFileSync(join(PACKAGE, 'model', `${WEIGHTS}.bin`)));
  nets.tinyFaceDetector.loadFromWeightMap(tf.io.decodeWeights(bytes.buffer, weights));
  const options = new api.TinyFaceDetectorOptions({ inputSize: 416, scoreThreshold: minScore });
  return async (path) => {
    const pixels = sharp(path).rotate().removeAlpha().toColourspace('srgb').raw();
    const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
    const tensor = tf.tensor3d(new Uint8Array(data), [info.height, info.width, info.channels], 'int32');
    const found = await api.detectAllFaces(tensor, options);
    tensor.dispose();
    return found.map(({ box: { x, y, width, height } }) => ({ x, y, width, height }));
  };
}

async function main([minScore, ...files]: string[]): Promise<void> {
  const find = await openDetector(Number(minScore));
  const found: Box[][] = [];
  for (const file of files) found.push(await find(file));
  // It greets on the standard output, too.
  process.stdout.write(`\n${JSON.stringify(found)}\n`);
}

void main(process.argv.slice(2));
