import { openTestImage } from '@percept/sdk/testing';
import sharp from 'sharp';
import { clusters, type Weighted } from './clusters';
import { dominantColors } from './dominant-colors';
import { toShares } from './shares';

const colorsOf = async (svg: string) => {
  const bytes = await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${svg}</svg>`))
    .png()
    .toBuffer();
  return dominantColors(await openTestImage(bytes));
};
const total = (colors: { fraction: number }[]) => colors.reduce((sum, { fraction }) => sum + Math.round(fraction * 10_000), 0);

describe('dominant colours', () => {
  test('of one colour are that colour', async () => {
    expect(await colorsOf('<rect width="600" height="400" fill="#2f4f4f"/>')).toEqual([
      { hex: '#2f4f4f', rgb: { r: 47, g: 79, b: 79 }, name: 'darkslategray', fraction: 1 },
    ]);
  });

  test('come by the part that they cover, and transparency is white', async () => {
    const found = await colorsOf(
      '<rect width="300" height="400" fill="#ff0000"/><rect x="300" width="180" height="400" fill="#000080"/>',
    );
    expect(found.map(({ name }) => name)).toEqual(['red', 'navy', 'white']);
    expect(found[0]!.fraction).toBeCloseTo(0.5, 1);
    expect(found[2]!.fraction).toBeCloseTo(0.2, 1);
    expect(total(found)).toBe(10_000);
  });

  test('of a gradient are a few distinct ones, the same at every call', async () => {
    const gradient =
      '<linearGradient id="g"><stop offset="0" stop-color="#fff000"/><stop offset="1" stop-color="#0000ff"/></linearGradient><rect width="600" height="400" fill="url(#g)"/>';
    const found = await colorsOf(gradient);
    expect(found.length).toBeGreaterThan(2);
    expect(found.length).toBeLessThanOrEqual(8);
    expect(total(found)).toBe(10_000);
    expect(await colorsOf(gradient)).toEqual(found);
  });

  test('of a dot that is hardly there nothing is said', async () => {
    const found = await colorsOf('<rect width="600" height="400" fill="#008000"/><rect width="30" height="30" fill="#ffffff"/>');
    expect(found).toMatchObject([{ name: 'green', fraction: 1 }]);
  });

  test.each([
    [1, 1],
    [4096, 1],
    [2, 900],
  ])('an image of %i × %i has some', async (width, height) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffa500' } })
      .png()
      .toBuffer();
    expect(await dominantColors(await openTestImage(bytes))).toMatchObject([{ name: 'orange', fraction: 1 }]);
  });
});

describe('clusters', () => {
  const at = (x: number, weight = 1): Weighted => ({ point: [x, 0, 0], weight });
  const options = { max: 3, distinct: 0.1, min: 0 };

  test('are the means of what lies together, heaviest first', () => {
    const found = clusters([at(0), at(0.02), at(0.5, 3), at(1)], options);
    expect(found.map(({ point: [x], weight }) => [x, weight])).toEqual([
      [0.5, 3],
      [0.01, 2],
      [1, 1],
    ]);
  });

  test('do not depend on the order of the points', () => {
    const points = Array.from({ length: 40 }, (_, index) => at(((index * 7) % 40) / 40, 1 + (index % 3)));
    const rounded = (found: Weighted[]) => found.map(({ point, weight }) => [point[0].toFixed(9), weight]);
    expect(rounded(clusters(points.toReversed(), options))).toEqual(rounded(clusters(points, options)));
  });

  test('that are close are one, and those of little weight go to their neighbours without moving them', () => {
    expect(clusters([at(0), at(0.05)], options)).toEqual([at(0.025, 2)]);
    expect(clusters([at(0, 98), at(1, 2)], { ...options, min: 0.05 })).toEqual([at(0, 100)]);
  });
});

test.each([
  [
    [1, 1, 1],
    [0.3334, 0.3333, 0.3333],
  ],
  [[5], [1]],
  [
    [0, 3],
    [0, 1],
  ],
  [
    [99_999, 1],
    [1, 0],
  ],
])('the shares of %j are %j', (weights, shares) => {
  expect(toShares(weights)).toEqual(shares);
});
