import { cropTurned } from './turned';

/** 4 × 4: the left half black, the right half white. */
const halves = {
  data: new Uint8Array(48).map((_, index) => (Math.floor(index / 3) % 4 < 2 ? 0 : 255)),
  width: 4,
  height: 4,
  scale: 1,
};
const centre = { x: 2, y: 2 };
const greys = (pixels: Uint8Array) => Array.from(pixels.filter((_, index) => index % 3 === 0));

test('a level region is cut out as it is', () => {
  const region = { centre, direction: { x: 1, y: 0 }, length: 4, height: 4 };
  expect(greys(cropTurned(halves, region, { width: 4, height: 2 }))).toEqual([0, 0, 255, 255, 0, 0, 255, 255]);
});

test('a region that runs downwards is turned level', () => {
  const region = { centre, direction: { x: 0, y: 1 }, length: 4, height: 4 };
  // Across the direction is to the left: what was on the right comes first.
  expect(greys(cropTurned(halves, region, { width: 2, height: 4 }))).toEqual([255, 255, 255, 255, 0, 0, 0, 0]);
});

test('outside the image its border goes on', () => {
  const region = { centre: { x: 4, y: 2 }, direction: { x: 1, y: 0 }, length: 4, height: 4 };
  expect(greys(cropTurned(halves, region, { width: 4, height: 4 }))).toEqual(Array(16).fill(255));
});
