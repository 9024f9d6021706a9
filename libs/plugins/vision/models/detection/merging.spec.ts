import { isCut, mergePasses } from './merging';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const seen = (pass: number, confidence: number, place: ReturnType<typeof box>, label = 0) => ({
  label,
  confidence,
  pass,
  ...place,
});

test('an object that two passes saw is one object, with the higher confidence', () => {
  const merged = mergePasses([seen(0, 0.6, box(0, 0, 20, 20)), seen(1, 0.8, box(1, 0, 21, 20))], 0.6);
  expect(merged).toEqual([seen(1, 0.8, box(1, 0, 21, 20))]);
});

test('objects of different labels in one place both stay', () => {
  expect(mergePasses([seen(0, 0.6, box(0, 0, 20, 20)), seen(1, 0.8, box(0, 0, 20, 20), 1)], 0.6)).toHaveLength(2);
});

test('an object and a part of it that another pass saw are one object', () => {
  const bus = seen(0, 0.9, box(0, 0, 100, 100));
  expect(mergePasses([seen(2, 0.7, box(10, 10, 40, 40)), bus], 0.6)).toEqual([bus]);
});

test('of one pass, a small object before a large one of its kind stays', () => {
  expect(mergePasses([seen(0, 0.7, box(10, 10, 40, 40)), seen(0, 0.9, box(0, 0, 100, 100))], 0.6)).toHaveLength(2);
});

test('a box at the border of a tile is cut off where the image goes on, and whole at the edge of the image', () => {
  const region = { x: 0, y: 100, width: 200, height: 200 };
  const image = { width: 500, height: 300 };
  const cut = (place: ReturnType<typeof box>) => isCut(place, region, image, 2);
  expect(cut(box(50, 120, 80, 150))).toBe(false);
  expect(cut(box(0, 150, 30, 300))).toBe(false);
  expect(cut(box(170, 120, 200, 150))).toBe(true);
  expect(cut(box(50, 101, 80, 150))).toBe(true);
});
