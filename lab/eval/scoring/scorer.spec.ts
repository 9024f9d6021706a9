import { mean } from '../forecast/accuracy';
import { averagePrecision, meanAveragePrecision } from './average-precision';
import { bootstrap } from './bootstrap';
import { overlap, type Claim, type EvaluatedAttempt, type Truth } from './boxes';
import { allVerdicts, match } from './matching';
import { wilson } from './wilson';
import { calibrationError, precisionAndRecall, reliability } from './reliability';

const truth = (label: string, x: number, width = 10): Truth => ({ label, box: { x, y: 0, width, height: 10 } });
const claim = (label: string, x: number, confidence: number, width = 10): Claim => ({ ...truth(label, x, width), confidence });
const verdicts = (...list: [number, boolean][]) => list.map(([confidence, right]) => ({ confidence, right }));

describe('overlap', () => {
  test('is 1 for the same box, 0 for boxes that only touch, a third for boxes that share a half', () => {
    const box = truth('a', 0).box;
    expect(overlap(box, box)).toBe(1);
    expect(overlap(box, truth('a', 10).box)).toBe(0);
    expect(overlap(box, truth('a', 5).box)).toBeCloseTo(1 / 3);
  });
});

describe('matching', () => {
  test('an object is found once: the more confident claim gets it', () => {
    expect(match([truth('a', 0)], [claim('a', 0, 0.5), claim('a', 0, 0.9)], 0.5)).toEqual(verdicts([0.9, true], [0.5, false]));
  });

  test('a claim takes the free object that it overlaps most', () => {
    const found = match([truth('a', 0), truth('a', 2)], [claim('a', 2, 0.9), claim('a', 1, 0.8)], 0.5);
    expect(found).toEqual(verdicts([0.9, true], [0.8, true]));
  });

  test('an overlap of exactly the threshold counts', () => {
    expect(match([truth('a', 0, 10)], [claim('a', 0, 0.9, 5)], 0.5)).toEqual(verdicts([0.9, true]));
    expect(match([truth('a', 0, 10)], [claim('a', 0, 0.9, 4.9)], 0.5)).toEqual(verdicts([0.9, false]));
  });

  test('only the hundred most confident claims count', () => {
    const many = Array.from({ length: 120 }, (_, i) => claim('a', 100 + i, i / 120));
    expect(match([], many, 0.5)).toHaveLength(100);
  });

  test('a claim of a label that no image shows is wrong', () => {
    const images: EvaluatedAttempt[] = [{ truths: [truth('a', 0)], claims: [claim('b', 0, 0.7), claim('a', 0, 0.6)] }];
    expect(allVerdicts(images, 0.5)).toEqual(verdicts([0.7, false], [0.6, true]));
  });
});

describe('average precision', () => {
  test('is 1 if everything is found and nothing else is said', () => {
    expect(averagePrecision(verdicts([0.9, true], [0.8, true]), 2)).toBe(1);
  });

  test('is 0 if nothing is said', () => {
    expect(averagePrecision([], 3)).toBe(0);
  });

  test('reads the curve at 101 recalls with the best precision from there on', () => {
    // Ranked: right, wrong, right of 2 objects. Recall 0.5 at precision 1, recall 1 at precision 2/3.
    // Recalls 0 … 0.50 (51 of them) read 1, recalls 0.51 … 1 (50) read 2/3.
    expect(averagePrecision(verdicts([0.9, true], [0.8, false], [0.7, true]), 2)).toBeCloseTo((51 + 50 * (2 / 3)) / 101);
  });

  test('reads 0 past the recall that was reached', () => {
    // One of four objects: recall 0.25 at precision 1: recalls 0 … 0.25 are 26 of 101.
    expect(averagePrecision(verdicts([0.9, true]), 4)).toBeCloseTo(26 / 101);
  });

  test('does not depend on the order of the verdicts', () => {
    const list = verdicts([0.7, true], [0.9, true], [0.8, false]);
    expect(averagePrecision(list, 2)).toBe(averagePrecision([...list].reverse(), 2));
  });
});

describe('mean average precision', () => {
  const images: EvaluatedAttempt[] = [
    { truths: [truth('cat', 0)], claims: [claim('cat', 0, 0.9), claim('dog', 50, 0.8)] },
    { truths: [truth('dog', 0)], claims: [claim('bird', 0, 0.9)] },
  ];

  test('is the mean over the labels that occur; a label that does not occur has no say', () => {
    expect(meanAveragePrecision(images, [0.5])).toBeCloseTo(0.5);
  });

  test('over the ten overlaps a box that is somewhat off loses the strict ones', () => {
    // Moved by 1 of 10: overlap 9/11 = 0.818: right at 0.50 … 0.80 (seven of ten).
    expect(meanAveragePrecision([{ truths: [truth('cat', 0)], claims: [claim('cat', 1, 0.9)] }])).toBeCloseTo(0.7);
  });

  test('claims about one image find nothing in another', () => {
    const apart: EvaluatedAttempt[] = [
      { truths: [truth('cat', 0)], claims: [] },
      { truths: [], claims: [claim('cat', 0, 0.9)] },
    ];
    expect(meanAveragePrecision(apart, [0.5])).toBe(0);
  });
});

describe('reliability', () => {
  const said = verdicts([0.95, true], [0.95, true], [0.95, false], [0.95, true], [0.25, false], [1, true]);

  test('each bin has its count, its mean confidence and its precision', () => {
    expect(reliability(said)).toEqual([
      { from: 0.2, to: 0.3, claims: 1, confidence: 0.25, precision: 0 },
      { from: 0.9, to: 1, claims: 5, confidence: expect.closeTo(0.96), precision: 0.8 },
    ]);
  });

  test('the error is the distance of the bins, weighted by claims', () => {
    expect(calibrationError(reliability(said))).toBeCloseTo((1 * 0.25 + 5 * 0.16) / 6);
    expect(calibrationError([])).toBe(0);
  });

  test('precision and recall count the claims at or above the confidence', () => {
    expect(precisionAndRecall(said, 10, 0.95)).toEqual({ claims: 5, precision: 0.8, recall: 0.4 });
    expect(precisionAndRecall([], 10, 0.6)).toEqual({ claims: 0, precision: 0, recall: 0 });
  });
});

test('a bootstrap of a share is about its interval after Wilson, and the same each time', () => {
  const hits = Array.from({ length: 200 }, (_, i) => (i < 60 ? 1 : 0));
  const interval = bootstrap(hits, mean);
  interval.forEach((end, i) => expect(end).toBeCloseTo(wilson(60, 200)[i]!, 1));
  expect(interval[0]).toBeLessThan(0.3);
  expect(interval[1]).toBeGreaterThan(0.3);
  expect(bootstrap(hits, mean)).toEqual(interval);
});
