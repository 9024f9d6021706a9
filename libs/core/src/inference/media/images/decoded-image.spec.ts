import { openImage } from './open-image';
import type { Size } from './image';
import { encodedImage } from './decoded-image';
import { testImage } from '../../../../../../test/harness/fixtures/images';

const LIMITS = { maxBytes: 1e8, maxSide: 4096 };

/** An image of 400 × 300 whose left half is red and whose right half is blue, and how often it was decoded. */
async function watched() {
  const opened = await openImage(await testImage({ width: 400, height: 300, format: 'png' }), LIMITS);
  const decodes: Size[] = [];
  const watching = encodedImage(opened.properties, opened.bytes, {
    rgb: (size) => {
      decodes.push(size);
      return opened.rgb(size);
    },
    metadata: () => opened.metadata(),
  });
  return { watching, decodes };
}
const first = (rgb: Uint8Array) => [...rgb.subarray(0, 3)];

describe('a decoded image', () => {
  test('gives every size up to its own, and a little more, from one decode', async () => {
    const { watching, decodes } = await watched();
    const copy = await watching.decoded(200);
    expect(copy.properties).toEqual(watching.properties);
    for (const [width, height] of [
      [200, 150],
      [224, 160],
      [64, 64],
      [1, 1],
    ] as const)
      expect((await copy.rgb({ width, height })).length).toBe(width * height * 3);
    expect(decodes).toEqual([{ width: 200, height: 150 }]);
  });

  test('turns to the bytes for more than it has', async () => {
    const { watching, decodes } = await watched();
    const copy = await watching.decoded(200);
    await copy.rgb({ width: 400, height: 300 });
    expect(decodes).toHaveLength(2);
    expect(await (await copy.decoded(400)).rgb({ width: 400, height: 300 })).toHaveLength(400 * 300 * 3);
  });

  test('is itself the copy where less is wanted, or if there is no more', async () => {
    const { watching } = await watched();
    const copy = await watching.decoded(9000);
    expect((await copy.rgb({ width: 400, height: 300 })).length).toBe(400 * 300 * 3);
    expect(await copy.decoded(100)).toBe(copy);
    expect(await copy.decoded(10_000)).toBe(copy);
  });

  test.each([100, 400])('crops by the pixels of the whole image from a copy of %i', async (longSide) => {
    const { watching } = await watched();
    const copy = await watching.decoded(longSide);
    expect(first(await copy.crop({ x: 40, y: 40, width: 80, height: 80 }, { width: 8, height: 8 }))).toEqual([220, 0, 0]);
    expect(first(await copy.crop({ x: 399, y: 299, width: 1, height: 1 }, { width: 2, height: 2 }))).toEqual([0, 0, 220]);
    expect(first(await watching.crop({ x: 240, y: 0, width: 160, height: 300 }, { width: 3, height: 3 }))).toEqual([0, 0, 220]);
  });

  test.each([
    { x: -1, y: 0, width: 10, height: 10 },
    { x: 395, y: 0, width: 10, height: 10 },
    { x: 0, y: 0, width: 0, height: 10 },
    { x: NaN, y: 0, width: 1, height: 1 },
  ])('refuses %j, which leaves the image', async (region) => {
    const { watching } = await watched();
    await expect(watching.crop(region, { width: 4, height: 4 })).rejects.toThrow(/leaves the image of 400 × 300/);
  });
});
