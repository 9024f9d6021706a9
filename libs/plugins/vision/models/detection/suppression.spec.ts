import { intersectionOverUnion, suppress } from './suppression';

const box = (label: number, score: number, left: number, right: number) => ({ label, score, left, right, top: 0, bottom: 10 });

test('overlap is the shared area as a part of the joint one', () => {
  // 5 × 10 shared, 15 × 10 together.
  expect(intersectionOverUnion(box(0, 1, 0, 10), box(0, 1, 5, 15))).toBeCloseTo(1 / 3, 12);
  expect(intersectionOverUnion(box(0, 1, 0, 10), box(0, 1, 10, 20))).toBe(0);
  expect(intersectionOverUnion(box(0, 1, 0, 10), box(0, 1, 0, 10))).toBe(1);
});

test('of boxes of one label that overlap the best one stays', () => {
  // 8 of 10 shared on a joint 10: 0.8.
  const kept = suppress([box(0, 0.5, 0, 8), box(0, 0.9, 0, 10)], 0.6);
  expect(kept.map(({ score }) => score)).toEqual([0.9]);
});

test('boxes that overlap no more than allowed both stay', () => {
  expect(suppress([box(0, 0.9, 0, 10), box(0, 0.5, 0, 6)], 0.6)).toHaveLength(2);
});

test('boxes of different labels do not push each other out', () => {
  expect(suppress([box(0, 0.9, 0, 10), box(1, 0.5, 0, 10)], 0.6)).toHaveLength(2);
});

test('a box that was pushed out pushes nobody out', () => {
  // The third overlaps the second by 0.67 and the first by 0.43.
  const kept = suppress([box(0, 0.9, 0, 10), box(0, 0.8, 2, 12), box(0, 0.7, 4, 14)], 0.6);
  expect(kept.map(({ score }) => score)).toEqual([0.9, 0.7]);
});

test('what is kept comes best first', () => {
  const kept = suppress([box(0, 0.2, 0, 1), box(1, 0.9, 0, 1), box(2, 0.5, 0, 1)], 0.6);
  expect(kept.map(({ score }) => score)).toEqual([0.9, 0.5, 0.2]);
});
