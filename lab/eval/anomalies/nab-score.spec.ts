import { nabScore } from './nab-score';

const zeros = () => new Array<number>(1000).fill(0);
const windows = [
  { from: 400, to: 450 },
  { from: 700, to: 750 },
];
const scored = (rows: number[]) => {
  const scores = zeros();
  for (const row of rows) scores[row] = 1;
  return nabScore([{ scores, windows }]);
};

describe("NAB's score", () => {
  test('is 0 without a detection, and 100 with one at the begin of each window', () => {
    expect(nabScore([{ scores: zeros(), windows }]).score).toBe(0);
    expect(scored([400, 700])).toMatchObject({ score: 100, found: 2, outside: 0 });
  });

  test('a late detection earns less, a second one in the window nothing', () => {
    expect(scored([400, 745]).score).toBeLessThan(90);
    expect(scored([400, 410, 700, 749]).score).toBe(100);
  });

  test('a detection outside costs 0.11 of a window, one in the first 15 % nothing', () => {
    expect(scored([300, 400, 700]).score).toBeCloseTo(100 - (100 * 0.11) / 4, 5);
    expect(scored([100, 400, 700]).score).toBe(100);
  });

  test('one threshold is chosen for all files', () => {
    const [one, other] = [zeros(), zeros()];
    one[400] = one[700] = 0.9;
    other[400] = other[700] = 0.5;
    other[300] = 0.4;
    expect(nabScore([one, other].map((scores) => ({ scores, windows })))).toMatchObject({ score: 100, threshold: 0.5 });
  });
});
