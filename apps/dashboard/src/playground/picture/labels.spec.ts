import fc from 'fast-check';
import { placeLabels } from './labels';

const CANVAS = { width: 400, height: 300 };
const HEIGHT = 17;
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test('a label is above its box, and under it at the upper edge', () => {
  const marks = [at(50, 100, 80, 60), at(200, 5, 40, 20)].map((box) => ({ box, width: 30 }));
  expect(placeLabels(marks, CANVAS, HEIGHT)).toEqual([at(50, 83, 30, HEIGHT), at(200, 25, 30, HEIGHT)]);
});

test('no label covers another, leaves the picture, or covers the small thing that another one names', () => {
  const boxes = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 380 }),
      y: fc.integer({ min: 0, max: 280 }),
      width: fc.integer({ min: 4, max: 200 }),
      height: fc.integer({ min: 4, max: 150 }),
    }),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(boxes, (all) => {
      const places = placeLabels(
        all.map((box) => ({ box, width: 60 })),
        CANVAS,
        HEIGHT,
      );
      const hit = (a: (typeof all)[0], b: (typeof all)[0]) =>
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
      for (const [index, place] of places.entries()) {
        if (!place) continue;
        expect([place.x >= 0, place.y >= 0, place.x + 60 <= 400, place.y + HEIGHT <= 300]).toEqual([true, true, true, true]);
        for (const [other, second] of places.entries()) if (other !== index && second) expect(hit(place, second)).toBe(false);
        for (const [other, box] of all.entries())
          if (other !== index && box.height <= HEIGHT * 2) expect(hit(place, box)).toBe(false);
      }
    }),
  );
});

test('of two thousand boxes none is compared with all others', () => {
  const side = (index: number): number => (index * 37) % 1_900;
  const marks = Array.from({ length: 2_000 }, (_, index) => ({ box: at(side(index), side(index * 53), 20, 20), width: 60 }));
  let read = 0;
  const counted = marks.map(({ box, width }) => ({
    width,
    box: Object.defineProperty({ ...box }, 'x', { get: () => (read++, box.x), enumerable: true }),
  }));
  expect(placeLabels(counted, { width: 2_000, height: 2_000 }, HEIGHT).filter(Boolean).length).toBeGreaterThan(100);
  expect(read).toBeLessThan(2_000 * 1_000);
});
