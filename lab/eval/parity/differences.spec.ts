import { compareObjects, compareScores, MAX_BOX } from './differences';

const picture = { width: 100, height: 100, least: 0.05 };
const found = (object: string, confidence: number, [x, y, width, height]: [number, number, number, number]) => ({
  ...{ object, confidence, bounding_box: { x, y, width, height } },
});

test('a box that is only rounded and cut at the edge differs by nothing', () => {
  const expected = [{ label: 'a', score: 0.9, box: [-20, 10.4, 40.5, 60.2] as [number, number, number, number] }];
  expect(compareObjects(expected, [found('a', 0.9, [0, 10, 41, 50])], picture)).toEqual({ score: 0, box: 0, alone: 0 });
});

test('a moved box, another score and a missing partner are told', () => {
  const box = [10, 10, 50, 50] as [number, number, number, number];
  const expected = [
    { label: 'a', score: 0.9, box },
    { label: 'b', score: 0.8, box },
  ];
  const difference = compareObjects(expected, [found('a', 0.8, [12, 10, 38, 40]), found('c', 0.5, [0, 0, 9, 9])], picture);
  expect(difference).toEqual({ score: expect.closeTo(0.1, 9), box: expect.closeTo(1.5, 9), alone: 2 });
  expect(difference.box).toBeGreaterThan(MAX_BOX);
});

test('what is as likely as the least may be missing', () => {
  const expected = [{ label: 'a', score: 0.0502, box: [0, 0, 9, 9] as [number, number, number, number] }];
  expect(compareObjects(expected, [], picture).alone).toBe(0);
});

test('a label without an answer counts as 0', () => {
  expect(compareScores({ a: 0.7, b: 0.3 }, new Map([['a', 0.69]])).score).toBeCloseTo(0.3, 9);
});
