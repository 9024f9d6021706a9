/** @jest-environment ./test/onnx-environment.js */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { clock, stopSign } from '../../../../../test/harness/fixtures/drawings';
import { drawFaces, group, portrait, type FaceDrawing } from '../../../../../test/harness/fixtures/faces';
import {
  type Models,
  encodedImage,
  openImage,
  openModels,
  overlap,
  prepareModels,
} from '../../../../../test/harness/model-tasks';
import type { Image, TimingRecorder } from '@percept/sdk';
import type { DetectedFace } from '@percept/sdk/models';

const MODELS = resolve(__dirname, '../../../../../models');
type Box = { x: number; y: number; width: number; height: number };
const LIMITS = { maxBytes: 1e8, maxSide: 1e5 };

let folder: string;
let paths: { modelsDir: string; dataDir: string };
let models: Models;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'percept-faces-'));
  paths = { modelsDir: join(folder, 'models'), dataDir: join(folder, 'data') };
  for (const name of ['blazeface', 'face-expression'])
    cpSync(join(MODELS, name), join(paths.modelsDir, name), { recursive: true });
  await prepareModels(paths);
  models = openModels(paths);
});
afterAll(async () => {
  await models.close();
  rmSync(folder, { recursive: true, force: true });
});

const drawn = async ({ svg }: { svg: string }): Promise<Image> =>
  openImage(await sharp(Buffer.from(svg)).flatten().png().toBuffer(), LIMITS);
const facesOf = async (image: Image, minConfidence = 0.6) => (await models.get('face-detection')).run(image, { minConfidence });

async function expectFaces(drawing: FaceDrawing): Promise<void> {
  const found = await facesOf(await drawn(drawing));
  expect(found).toHaveLength(drawing.boxes.length);
  for (const box of drawing.boxes)
    expect(Math.max(...found.map(({ bounding_box }) => overlap(bounding_box, box)))).toBeGreaterThan(0.6);
}

describe('faces', () => {
  test('a portrait has one', () => expectFaces(portrait));
  test('all thirty of a group are found, each once', () => expectFaces(group));

  test.each([24, 60, 300, 620])('one of %i pixels is found', async (width) => {
    await expectFaces(drawFaces(800, 800, [{ x: 400, y: 360, width }]));
  });

  test('one in a thumbnail is found', () => expectFaces(drawFaces(72, 72, [{ x: 36, y: 32, width: 36 }])));

  test.each([0, 0.05, 0.1])('one that fills the image to its borders, and %f more, is found whole', async (less) => {
    const drawing = drawFaces(400, 400, [{ x: 200, y: 200, width: 200 }]);
    const [{ x, y, width, height }] = drawing.boxes as [FaceDrawing['boxes'][number]];
    const inner = {
      left: x + width * less,
      top: y + height * less,
      width: width * (1 - 2 * less),
      height: height * (1 - 2 * less),
    };
    const part = Object.fromEntries(Object.entries(inner).map(([side, value]) => [side, Math.round(value)])) as typeof inner;
    const bytes = await sharp(Buffer.from(drawing.svg)).flatten().extract(part).png().toBuffer();
    const image = await openImage(await sharp(bytes).resize(96, 96, { fit: 'fill' }).png().toBuffer(), LIMITS);
    const found = await facesOf(image);
    expect(found).toHaveLength(1);
    expect(overlap(found[0]!.bounding_box, { x: 0, y: 0, width: 96, height: 96 })).toBeGreaterThan(0.6);
  });

  test('a close-up costs nothing where nothing large may be a face', async () => {
    const looksAt = async (drawing: FaceDrawing): Promise<number> => {
      let looks = 0;
      const count = (stage: string) => void (stage === 'inference' && looks++);
      const timer: TimingRecorder = { time: (stage, work) => (count(stage), work()) };
      await (await models.get('face-detection')).run(await drawn(drawing), { minConfidence: 0.6, timer });
      return looks;
    };
    expect(await looksAt(drawFaces(240, 160, []))).toBe(2);
    expect(await looksAt(drawFaces(240, 240, [{ x: 120, y: 120, width: 160 }]))).toBe(3);
  });

  test('that is tilted says by how much', async () => {
    const turned = await sharp(Buffer.from(portrait.svg)).flatten().rotate(20, { background: '#888' }).png().toBuffer();
    const [face] = await facesOf(await openImage(turned, LIMITS));
    expect(face!.roll).toBeCloseTo((20 * Math.PI) / 180, 1);
  });

  test('has its points, left and right as seen, also tilted and in a close-up', async () => {
    const upright = await sharp(Buffer.from(portrait.svg)).flatten().png().toBuffer();
    const [{ landmarks }] = (await facesOf(await openImage(upright, LIMITS))) as [DetectedFace];
    // As it is drawn: 240 pixels wide around (240, 240).
    const drawn = {
      ...{ left_eye: [189, 228], right_eye: [291, 228], nose: [240, 285], mouth: [240, 340] },
      ...{ left_ear: [114, 248], right_ear: [366, 248] },
    };
    expect(Object.keys(landmarks!)).toEqual(Object.keys(drawn));
    for (const [name, { x, y }] of Object.entries(landmarks!)) {
      const [toX, toY] = drawn[name as keyof typeof drawn] as [number, number];
      expect({ name, away: Math.hypot(x - toX, y - toY) < 30 }).toEqual({ name, away: true });
    }
    const turned = await sharp(upright).rotate(20, { background: '#888' }).png().toBuffer();
    const [{ landmarks: tilted }] = (await facesOf(await openImage(turned, LIMITS))) as [DetectedFace];
    expect(tilted!.right_eye.y - tilted!.left_eye.y).toBeGreaterThan(15);
    const lying = await sharp(upright).rotate(90).png().toBuffer();
    for (const each of await facesOf(await openImage(lying, LIMITS), 0.1)) expect(Math.abs(each.roll ?? 0)).toBeLessThan(0.8);
  });

  test('boxes are whole pixels inside the borders, also of a face that is cut off', async () => {
    const found = await facesOf(await drawn(drawFaces(300, 400, [{ x: 40, y: 60, width: 150 }])), 0.2);
    expect(found).not.toHaveLength(0);
    for (const { bounding_box: box } of found) {
      for (const side of Object.values(box)) expect(Number.isInteger(side)).toBe(true);
      expect([box.x >= 0, box.y >= 0, box.x + box.width <= 300, box.y + box.height <= 400]).toEqual(Array(4).fill(true));
    }
  });

  test.each([
    ['a clock', clock],
    ['a stop sign', stopSign],
    ['a wall', drawFaces(640, 480, [])],
  ])('%s has none', async (_, drawing) => {
    expect(await facesOf(await drawn(drawing))).toEqual([]);
  });

  test('come with the most confident first, and a lower confidence shows no less', async () => {
    const image = await drawn(group);
    const all = await facesOf(image, 0);
    const confidences = all.map(({ confidence }) => confidence);
    expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
    expect(await facesOf(image, 0.9)).toEqual(all.filter(({ confidence }) => confidence >= 0.9));
  });

  test('an image of one pixel, and one that is a line, have none', async () => {
    for (const [width, height] of [
      [1, 1],
      [4096, 2],
      [3, 900],
    ] as const) {
      expect(await facesOf(await drawn(drawFaces(width, height, [])))).toEqual([]);
    }
  });

  test('every look is taken from one decode', async () => {
    const opened = await drawn(group);
    let decodes = 0;
    const watched = encodedImage(opened.properties, opened.bytes, {
      rgb: (size) => {
        decodes++;
        return opened.rgb(size);
      },
      metadata: () => opened.metadata(),
    });
    await facesOf(watched);
    expect(decodes).toBe(1);
  });

  test('a decoder that is not known, and an output that is missing, are refused by name', async () => {
    for (const [from, to, message] of [
      ['decoder: blazeface', 'decoder: blazeFace', "output.decoder is 'blazeFace', but must be one of blazeface, "],
      ['name: boxes_8', 'name: boxes_9', "has no output 'boxes_8', which 'blazeface' reads."],
    ] as const) {
      const other = mkdtempSync(join(folder, 'other-'));
      cpSync(join(paths.modelsDir, 'blazeface'), join(other, 'blazeface'), { recursive: true });
      const file = join(other, 'blazeface/model.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
      await prepareModels({ ...paths, modelsDir: other });
      const broken = openModels({ ...paths, modelsDir: other });
      await expect(broken.get('face-detection')).rejects.toThrow(message);
      await broken.close();
    }
  });
});

describe('expressions', () => {
  test('sum to 1, one list for each face in its order', async () => {
    const image = await drawn(group);
    const faces = await facesOf(image);
    const reader = await models.get('facial-expression');
    const answers = await reader.run(image, [...faces, ...faces.slice(0, 5)]);
    expect(answers).toHaveLength(35);
    expect(answers.slice(30).map((each) => each.happy)).toEqual(
      answers.slice(0, 5).map((each) => expect.closeTo(each.happy!, 4)),
    );
    for (const answer of answers) {
      expect(Object.keys(answer)).toEqual(reader.labels);
      expect(Object.values(answer).reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
    }
  });

  /** The same network, which is never sure. */
  function openHot(): Models {
    const other = mkdtempSync(join(folder, 'hot-'));
    cpSync(join(paths.modelsDir, 'face-expression'), join(other, 'face-expression'), { recursive: true });
    const file = join(other, 'face-expression/model.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/temperature: .*/, 'temperature: 20'));
    return openModels({ ...paths, modelsDir: other });
  }

  test('are less sure at a higher temperature, in the same order', async () => {
    const image = await drawn(portrait);
    const faces = await facesOf(image);
    const hot = openHot();
    const read = async (from: Models) => Object.entries((await (await from.get('facial-expression')).run(image, faces))[0]!);
    const [usual, even] = [await read(models), await read(hot)];
    await hot.close();
    const order = (each: typeof usual) => each.toSorted(([, one], [, next]) => next - one).map(([label]) => label);
    expect(order(even)).toEqual(order(usual));
    expect(Math.max(...even.map(([, value]) => value))).toBeLessThan(Math.max(...usual.map(([, value]) => value)));
    expect(even.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(1, 6);
  });

  test('of a face of which the network is not sure, and of its mirror image, are the same', async () => {
    const png = await sharp(Buffer.from(portrait.svg)).flatten().png().toBuffer();
    const { width = 0 } = await sharp(png).metadata();
    const [face] = await facesOf(await openImage(png, LIMITS));
    const box = face!.bounding_box;
    // Beside the face, so that the crop is not symmetrical.
    const beside = { ...box, x: box.x + Math.round(box.width / 4) };
    const hot = openHot();
    const reader = await hot.get('facial-expression');
    const read = async (bytes: Buffer, bounding_box: Box) =>
      (await reader.run(await openImage(bytes, LIMITS), [{ bounding_box }]))[0]!;
    const usual = await read(png, beside);
    const mirrored = await read(await sharp(png).flop().toBuffer(), { ...beside, x: width - beside.x - beside.width });
    for (const [label, value] of Object.entries(usual)) expect(mirrored[label]).toBeCloseTo(value, 2);
    await hot.close();
  });

  test('of no face there are none', async () => {
    expect(await (await models.get('facial-expression')).run(await drawn(portrait), [])).toEqual([]);
  });
});
