import { createHash } from 'node:crypto';
import { interpolate, resizeLikePillow, type PillowFilter } from './pillow-resize';

/** 97 × 61 pixels that no filter leaves as they are. */
const picture = {
  width: 97,
  height: 61,
  rgb: Uint8Array.from({ length: 97 * 61 * 3 }, (_, at) => {
    const [c, x, y] = [at % 3, Math.floor(at / 3) % 97, Math.floor(at / 3 / 97)];
    return (x * x * 3 + y * 7 * x + c * 53) % 256;
  }),
};
const SIZES = [
  { width: 31, height: 45 },
  { width: 150, height: 20 },
  { width: 97, height: 100 },
];

// What Pillow answers for the same picture, rows before columns: the first digits of the SHA-256 of its bytes.
const PILLOW: [PillowFilter, string[]][] = [
  ['nearest', ['af0302f2f9bfd583', '30a2f3eba21bc6f0', '8521b3e64e4dd6c3']],
  ['lanczos', ['67b23bab23c65ac6', 'fbf2dfc69065a82d', 'fa695bb1dbcde389']],
  ['bilinear', ['8da6a729a0d1997d', 'b96904fc850b21ce', 'f8b2805b30ac047e']],
  ['bicubic', ['bbbcf6a500a75c74', '26d08d5906151edb', 'cea68281cc40f6c1']],
  ['box', ['4999a3ed20721a23', '2f519228642d7164', '8521b3e64e4dd6c3']],
  ['hamming', ['bde4659c9a88a79c', 'd0a0a9388df3ee37', '98c09e2fdbb8959d']],
];
test.each(PILLOW)('%s scales to the same bytes as Pillow', (filter, digests) => {
  const found = SIZES.map((size) =>
    createHash('sha256')
      .update(resizeLikePillow(picture, size, filter))
      .digest('hex'),
  );
  expect(found.map((digest) => digest.slice(0, 16))).toEqual(digests);
});

test('an image of the size that is asked for stays as it is', () => {
  expect(resizeLikePillow(picture, picture, 'bicubic')).toEqual(picture.rgb);
});

// What torchvision answers with antialias=False for the same values as floats: at some places, and the sum of all.
const TORCHVISION: [number[], number][] = [
  [[4.9054, 57.9054, 139.9054, 202, 29.7787], 534144.63],
  [[0, 53, 48.2348, 53, 76.4001], 1131668.35],
  [[0, 53, 183.08, 53, 234], 3681919.83],
];
test('values between pixels are those of torchvision, neither smoothed nor rounded', () => {
  SIZES.forEach((size, at) => {
    const found = interpolate(picture, size);
    const [places, sum] = TORCHVISION[at]!;
    const { length } = found;
    [0, 1, Math.floor(length / 3), Math.floor(length / 2) + 1, length - 1].forEach((place, each) =>
      expect(found[place]).toBeCloseTo(places[each]!, 3),
    );
    expect(found.reduce((all, value) => all + value, 0)).toBeCloseTo(sum, 0);
  });
});
