import sharp from 'sharp';
import { drawFaces } from '../../../../../test/harness/fixtures/faces';
import { openImage } from '../../../../../test/harness/model-tasks';
import { cropFace } from './face-crop';

const LIMITS = { maxBytes: 1e8, maxSide: 1e5 };
const INPUT = { size: 112, resize: 'upright', margin: 1.1 } as const;
const TILT = 20;

/** The drawing of a face, turned around its centre, and the square in the middle that has the face. */
async function turnedFace(degrees: number) {
  const { svg } = drawFaces(400, 400, [{ x: 200, y: 200, width: 160 }]);
  const image = await openImage(
    await sharp(Buffer.from(svg)).flatten().rotate(degrees, { background: '#888' }).png().toBuffer(),
    LIMITS,
  );
  const { width, height } = image.properties;
  return { image, bounding_box: { x: width / 2 - 80, y: height / 2 - 80, width: 160, height: 160 } };
}

const difference = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length;

test('a tilted face is turned upright', async () => {
  const [level, tilted] = [await turnedFace(0), await turnedFace(TILT)];
  const upright = await cropFace(level.image, level, INPUT);
  const roll = (TILT * Math.PI) / 180;
  expect(difference(await cropFace(tilted.image, { ...tilted, roll }, INPUT), upright)).toBeLessThan(3);
  expect(difference(await cropFace(tilted.image, tilted, INPUT), upright)).toBeGreaterThan(9);
});

test('a face at the border is completed by what is there', async () => {
  const { image } = await turnedFace(0);
  const box = { x: 0, y: 0, width: 400, height: 400 };
  expect(await cropFace(image, { bounding_box: box, roll: 0.5 }, INPUT)).toHaveLength(112 * 112 * 3);
});

test('without upright, the box is stretched', async () => {
  const { image } = await turnedFace(0);
  const box = { x: 100, y: 120, width: 200, height: 100 };
  const stretched = await cropFace(image, { bounding_box: box, roll: 1 }, { ...INPUT, resize: 'stretch' });
  expect(stretched).toEqual(await image.crop(box, { width: 112, height: 112 }));
});
