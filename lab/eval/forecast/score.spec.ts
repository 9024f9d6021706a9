import { existsSync } from 'node:fs';
import { mase, msis, naiveScale, smape } from './accuracy';
import { refuseFitted } from './forecast';
import { naive2 } from './naive2';
import { publishedRows } from './published';
import { naive2Score, owa, pointScore, scoreSet } from './score';
import { DEFAULT_FOLDER, digestOfTargets, readSets, type SeriesSet } from './series-sets';

const set = (over: Partial<SeriesSet> = {}): SeriesSet => ({
  name: 'by_hand',
  period: 1,
  periods: [],
  stamp: String,
  cases: [{ id: 'a', history: [1, 3, 5, 7], future: [9, 11] }],
  ...over,
});

describe('the measures are those done by hand', () => {
  test('sMAPE', () => expect(smape([10, 0], [30, 0])).toBe(50));
  test('the scale is the mean step, or the mean change within a season', () => {
    expect(naiveScale([1, 3, 2], 1)).toBe(1.5);
    expect(naiveScale([1, 5, 2, 9], 2)).toBe(2.5);
  });
  test('MASE', () => expect(mase([4, 8], [5, 5], 2)).toBe(1));
  test('MSIS is the width, and forty times what lies outside', () => {
    expect(msis([5, 12], { lower: [0, 0], upper: [10, 10] }, 2)).toBe((10 + 10 + 40 * 2) / 2 / 2);
  });
  test('OWA is the mean of both ratios', () => expect(owa({ smape: 5, mase: 3 }, { smape: 10, mase: 4 })).toBe(0.625));

  test('Naive2 repeats the last value, and puts a season back if there is one', () => {
    expect(naive2([4, 2, 9], 1, 2)).toEqual([9, 9]);
    const season = [2, 4, 6, 8];
    const history = Array.from({ length: 24 }, (_, t) => season[t % 4]!);
    naive2(history, 4, 4).forEach((value, k) => expect(value).toBeCloseTo(season[k]!));
  });

  test('a set is scored over its series', () => {
    const answers = [{ predicted: [9, 11], lower: [9, 12], upper: [10, 14] }];
    const score = scoreSet(set(), answers, []);
    expect(score).toMatchObject({ smape: 0, mase: 0, owa: 0, intervals: { share: 0.5, series: 1, values: 2 } });
    expect(pointScore(set(), () => [7, 7])).toEqual(naive2Score(set()));
  });
});

test('what a method was fitted to is not scored', () => {
  const targets = digestOfTargets(set().cases);
  expect(() => refuseFitted(set(), [{ set: 'by_hand', part: 'futures', targets }])).toThrow('fitted to these very values');
  expect(() =>
    refuseFitted(set(), [{ set: 'by_hand', part: 'ends', targets: digestOfTargets([{ future: [5, 7] }]) }]),
  ).not.toThrow();
});

const M4 = existsSync(`${DEFAULT_FOLDER}/m4/Weekly-train.csv`);
if (!M4) process.stderr.write(`The published Naive2 is not checked: no M4 in ${DEFAULT_FOLDER}.\n`);
(M4 ? test : test.skip)('the scorer gives the published figures of Naive2 to three decimals', () => {
  const sets = readSets(DEFAULT_FOLDER);
  for (const name of ['m4_weekly', 'm4_hourly', 'm3_yearly', 'm3_other']) {
    const found = sets.find((each) => each.name === name)!;
    const [published] = publishedRows(DEFAULT_FOLDER, name);
    expect(published!.method).toBe('NAIVE2');
    const score = naive2Score(found);
    expect({ name, smape: score.smape.toFixed(3), mase: score.mase.toFixed(3) }).toEqual({
      name,
      smape: published!.smape.toFixed(3),
      mase: published!.mase.toFixed(3),
    });
  }
  for (const each of sets) expect(() => refuseFitted(each)).not.toThrow();
});
