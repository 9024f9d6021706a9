import { runCapability } from '@percept/sdk/testing';
import {
  autoregressive,
  heavyTailed,
  noiseFrom,
  randomWalk,
  restless,
  skewed,
  whiteNoise,
} from '../../../../test/harness/fixtures/synthetic-series';
import { anomalies } from './anomalies';
import type { AnomaliesOutput } from './anomalies-output';
import { judge } from './judge';
import { normalTail } from '../intervals/normal';

type Point = { timestamp: string; value: number };

const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const daily = (values: number[]): Point[] => values.map((value, i) => ({ timestamp: day(i), value }));
const run = async (data: unknown, more: Record<string, unknown> = {}) =>
  (await runCapability(anomalies, { data, ...more })) as unknown as AnomaliesOutput;
const found = ({ points }: AnomaliesOutput) => points.flatMap((each, t) => (each.is_anomaly ? [t] : []));

const WEEK = [50, 54, 58, 56, 60, 20, 10];
const weekly = (seed: number, length = 140) => {
  const noise = noiseFrom(seed);
  return Array.from({ length }, (_, t) => WEEK[t % 7]! + 2 * noise());
};

describe('predict.anomalies', () => {
  test('has examples that it answers', async () => {
    for (const example of anomalies.examples!) {
      const answer = (await runCapability(anomalies, example)) as unknown as AnomaliesOutput;
      expect(found(answer)).toEqual([23]);
    }
  });

  test('finds a point, and says how far off it is and on which side', async () => {
    const values = weekly(1);
    values[100] = 120;
    const answer = await run(daily(values));
    expect(found(answer)).toEqual([100]);
    const point = answer.points[100]!;
    expect(point).toMatchObject({ timestamp: day(100), value: 120, severity: 'high', direction: 'above', kind: 'point' });
    expect(Math.abs(point.expected_value - WEEK[100 % 7]!)).toBeLessThan(5);
    expect(point.score).toBeGreaterThan(Math.max(...answer.points.filter((_, t) => t !== 100).map(({ score }) => score)));
    expect(answer.points[99]).not.toHaveProperty('kind');
    expect(answer.points[99]).toMatchObject({ severity: 'none' });
    expect(answer).toMatchObject({
      total_anomalies: 1,
      model_info: { seasonality_period: 7, points_used: 140, points_missing: 0 },
    });
  });

  test('calls a working day that is like a Sunday out of season', async () => {
    const values = weekly(2);
    values[93] = 10;
    const answer = await run(daily(values));
    expect(answer.points[93]).toMatchObject({ is_anomaly: true, kind: 'season', direction: 'below' });
  });

  test('calls the begin of a new level a shift, and is used to the level after that', async () => {
    const values = weekly(3).map((value, t) => (t >= 100 ? value + 25 : value));
    const answer = await run(daily(values));
    expect(answer.points[100]).toMatchObject({ is_anomaly: true, kind: 'level_shift', direction: 'above' });
    expect(found(answer).every((t) => t >= 100 && t < 105)).toBe(true);
    expect(Math.abs(answer.points[130]!.expected_value - WEEK[130 % 7]! - 25)).toBeLessThan(6);
  });

  test('calls the begin of a new slope a trend', async () => {
    const noise = noiseFrom(11);
    const values = Array.from({ length: 200 }, (_, t) => 100 + (t < 120 ? 0 : 1.5 * (t - 120)) + 4 * noise());
    const { points } = await run(daily(values));
    const turn = points.findIndex(({ kind }) => kind === 'trend');
    expect(Math.abs(turn - 120)).toBeLessThanOrEqual(10);
    expect(points[turn]).toMatchObject({ is_anomaly: true, direction: 'above' });
  });

  test('a bound is passed by anomalies and by nothing else', async () => {
    const values = weekly(4);
    values[60] = 0;
    const { points } = await run(daily(values), { sensitivity: 0.05 });
    for (const { value, lower_bound, upper_bound, is_anomaly } of points)
      expect(is_anomaly).toBe(value < lower_bound || value > upper_bound);
  });

  test.each([
    ['white noise', whiteNoise],
    ['random walks', randomWalk],
    ['autoregressive noise', autoregressive],
  ])('of %s it reports what sensitivity allows, within 20 %%', (_name, make) => {
    for (const rate of [0.05, 0.01]) {
      let alarms = 0;
      for (let i = 0; i < 12; i++) {
        const values = Float64Array.from(make(600, noiseFrom(i)));
        const { lower, upper } = judge({ values, periods: [], rate });
        values.forEach((value, t) => (alarms += Number(value > upper[t]! || value < lower[t]!)));
      }
      expect(alarms / (12 * 600 * rate)).toBeGreaterThan(0.8);
      expect(alarms / (12 * 600 * rate)).toBeLessThan(1.2);
    }
  });

  test.each([
    ['skewed noise', { make: skewed, rate: 0.01, most: 1.2 }],
    ['restless noise', { make: restless, rate: 0.01, most: 1.2 }],
    ['heavy-tailed noise', { make: heavyTailed, rate: 0.01, most: 1.2 }],
    ['white noise at a thousandth', { make: whiteNoise, rate: 0.001, most: 1.4 }],
    ['heavy-tailed noise at a thousandth', { make: heavyTailed, rate: 0.001, most: 1.2 }],
  ])('of %s it reports about what sensitivity allows, though some values are far off', (_name, { make, rate, most }) => {
    const series = rate < 0.01 ? 120 : 12;
    let alarms = 0;
    for (let i = 0; i < series; i++) {
      const values = Float64Array.from(make(1000, noiseFrom(i)));
      const { lower, upper } = judge({ values, periods: [], rate });
      values.forEach((value, t) => (alarms += Number(value > upper[t]! || value < lower[t]!)));
    }
    expect(alarms / (series * 1000 * rate)).toBeGreaterThan(2 - most);
    expect(alarms / (series * 1000 * rate)).toBeLessThan(most);
  });

  test.each([
    ['white noise', whiteNoise],
    ['heavy-tailed noise', heavyTailed],
  ])('of 365 points of %s at a thousandth it reports what sensitivity allows, within 20 %%', (_name, make) => {
    let alarms = 0;
    for (let i = 0; i < 300; i++) {
      const values = Float64Array.from(make(365, noiseFrom(100_000 + i)));
      const { lower, upper } = judge({ values, periods: [], rate: 0.001 });
      values.forEach((value, t) => (alarms += Number(value > upper[t]! || value < lower[t]!)));
    }
    expect(alarms / (300 * 0.365)).toBeGreaterThan(0.8);
    expect(alarms / (300 * 0.365)).toBeLessThan(1.2);
  });

  test.each([0.01, 0.001])('the bounds of the last point allow for %d of the values that they do not rest on', (rate) => {
    let chance = 0;
    for (let i = 0; i < 60; i++) {
      const values = Float64Array.from(whiteNoise(365, noiseFrom(i)));
      const { lower, upper } = judge({ values, periods: [], rate, lastOnly: true });
      chance += normalTail((upper[364]! - 100) / 5) + normalTail((100 - lower[364]!) / 5);
    }
    expect(chance / 60 / rate).toBeGreaterThan(0.4);
    expect(chance / 60 / rate).toBeLessThan(1.2);
  });

  test('one value in fifty that is off hides none of the others', async () => {
    const noise = noiseFrom(5);
    const values = Array.from({ length: 500 }, () => 100 + 5 * noise());
    const off = Array.from({ length: 10 }, (_, k) => 20 + 47 * k);
    for (const [k, t] of off.entries()) values[t]! += k % 2 ? 45 : -45;
    expect(found(await run(daily(values)))).toEqual(expect.arrayContaining(off));
  });

  test('last judges the latest point alone, much as entire does', async () => {
    const values = weekly(6);
    values[139] = 95;
    const [entire, last] = [await run(daily(values)), await run(daily(values), { mode: 'last' })];
    expect(last.points).toHaveLength(1);
    expect(last.points[0]).toMatchObject({ timestamp: day(139), is_anomaly: true, kind: 'point' });
    expect(last.points[0]!.expected_value).toBeCloseTo(entire.points[139]!.expected_value, 0);
    expect(await run(daily(weekly(6)), { mode: 'last' })).toMatchObject({ total_anomalies: 0 });
  });

  test('what is missing is not judged, and hides nothing', async () => {
    const values = weekly(7);
    values[70] = 150;
    const answer = await run(daily(values).filter((_, t) => t % 9 !== 4));
    expect(answer.points).toHaveLength(124);
    expect(answer.points.filter(({ is_anomaly }) => is_anomaly).map(({ timestamp }) => timestamp)).toEqual([day(70)]);
    expect(answer.model_info).toMatchObject({ points_used: 124, points_missing: 15 });
  });

  const flat = (length: number, value: (i: number) => number) => daily(Array.from({ length }, (_, i) => value(i)));
  const AWKWARD: [string, Point[]][] = [
    ['three points', flat(3, (i) => i)],
    ['zeros and one value', flat(30, (i) => Number(i === 20))],
    ['rare sales', flat(60, (i) => (i % 13 === 0 ? 5 : 0))],
    ['both ends of the range', flat(40, (i) => (i % 2 ? 1e150 : -1e150))],
    ['growth without end', flat(40, (i) => 2 ** i)],
    ['values of 1e-15', flat(40, (i) => 1e-15 * (2 + Math.sin(i)))],
    ['two levels', flat(40, (i) => (i < 20 ? 0 : 1))],
  ];
  test.each(AWKWARD)('answers with finite numbers in order for %s', async (_name, data) => {
    for (const [mode, sensitivity] of [
      ['entire', 1e-9],
      ['last', 1e-9],
      ['entire', 5e-324],
    ])
      for (const point of (await run(data, { mode, sensitivity })).points) {
        expect([point.score, point.expected_value, point.lower_bound, point.upper_bound].every(Number.isFinite)).toBe(true);
        expect(point.lower_bound).toBeLessThanOrEqual(point.expected_value);
        expect(point.expected_value).toBeLessThanOrEqual(point.upper_bound);
      }
  });

  test('the first value that leaves a constant is an anomaly', async () => {
    const left = await run(flat(30, (i) => (i === 20 ? 8 : 7)));
    expect(found(left)).toEqual([20]);
    expect(left.points[20]).toMatchObject({ severity: 'high', direction: 'above', expected_value: 7 });
    const zeros = await run(
      flat(30, (i) => (i === 29 ? 5 : 0)),
      { mode: 'last' },
    );
    expect(zeros.points).toMatchObject([{ is_anomaly: true, expected_value: 0, lower_bound: 0 }]);
  });

  const EXACT: [string, (t: number) => number][] = [
    ['a line', (t) => 5 + 3 * t],
    ['a falling line', (t) => 100 - t / 10],
    ['thirds', (t) => 0.1 + t / 3],
    ['a line far from 0', (t) => 1e9 + 3 * t],
    ['a season', (t) => WEEK[t % 7]!],
    ['a season on a line', (t) => WEEK[t % 7]! + 2 * t],
    ['a wave on a line', (t) => 100 + t + 10 * Math.sin((t * 2 * Math.PI) / 7)],
    ['growth by a factor', (t) => 100 * 1.05 ** t],
    ['doubling', (t) => 2 ** t],
  ];
  test.each(EXACT)('%s without noise has no anomaly, and one odd point is the only one', async (_name, value) => {
    for (const length of [3, 5, 8, 12, 35, 140])
      for (const mode of ['entire', 'last']) expect(found(await run(flat(length, value), { mode }))).toEqual([]);
    for (const odd of [0, 1, 17, 34]) {
      const data = flat(35, (t) => (t === odd ? 2 * Math.abs(value(t)) + 60 : value(t)));
      expect(found(await run(data))).toEqual([odd]);
    }
  });

  test('bounds of a series without noise reach at least a hundredth of its steps', async () => {
    for (const { lower_bound, upper_bound } of (await run(flat(40, (t) => 5 + 3 * t))).points)
      expect(upper_bound - lower_bound).toBeGreaterThanOrEqual(0.06 - 1e-9);
  });

  const good = daily(weekly(8, 30));
  test.each<[string, unknown, Record<string, unknown>, string]>([
    ['two points', good.slice(0, 2), {}, 'data'],
    ['100,001 points', Array.from({ length: 100_001 }, (_, i) => ({ timestamp: day(i), value: 1 })), {}, 'data'],
    ['a value that is missing', [...good, { timestamp: day(30), value: null }], {}, 'data[30].value'],
    ['a constant', flat(30, () => 7), {}, 'data'],
    ['only zeros, of which the last is asked for', flat(30, () => 0), { mode: 'last' }, 'data'],
    ['an infinite value', [...good, { timestamp: day(30), value: Infinity }], {}, 'data[30].value'],
    ['a time twice', [...good, { timestamp: day(3), value: 1 }], {}, 'data[30].timestamp'],
    ['sensitivity 0', good, { sensitivity: 0 }, 'sensitivity'],
    ['sensitivity 0.5', good, { sensitivity: 0.5 }, 'sensitivity'],
    ['an unknown mode', good, { mode: 'first' }, 'mode'],
  ])('refuses %s', async (_name, data, more, field) => {
    await expect(run(data, more)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });
});
