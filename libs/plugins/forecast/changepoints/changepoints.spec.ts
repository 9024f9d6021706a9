import { runCapability } from '@percept/sdk/testing';
import {
  autoregressive,
  noiseFrom,
  randomWalk,
  trendWithNoise,
  whiteNoise,
} from '../../../../test/harness/fixtures/synthetic-series';
import { changepoints } from './changepoints';
import type { ChangepointsOutput } from './changepoints-output';
import { findChanges } from './find-changes';

const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const daily = (values: number[]) => values.map((value, i) => ({ timestamp: day(i), value }));
const run = async (data: unknown, more: Record<string, unknown> = {}) =>
  (await runCapability(changepoints, { data, ...more })) as unknown as ChangepointsOutput;

const drawn = (seed: number, value: (t: number, noise: number) => number, length = 210) => {
  const noise = noiseFrom(seed);
  return Array.from({ length }, (_, t) => value(t, noise()));
};
const WEEK = [0, 4, 8, 6, 10, -30, -40];

/** The one change of a series, and its place. */
const only = async (values: number[]) => {
  const answer = await run(daily(values));
  expect(answer.changepoints).toHaveLength(1);
  const [change] = answer.changepoints;
  return { ...change!, at: Math.round((Date.parse(change!.timestamp) - Date.parse(day(0))) / 86_400_000) };
};

describe('predict.changepoints', () => {
  test('has examples that it answers', async () => {
    const { changepoints: found } = (await runCapability(
      changepoints,
      changepoints.examples![0]!,
    )) as unknown as ChangepointsOutput;
    expect(found).toMatchObject([{ timestamp: '2026-02-09', kind: 'level' }]);
  });

  test('finds a level, from what to what', async () => {
    const found = await only(drawn(1, (t, noise) => (t < 120 ? 100 : 118) + WEEK[t % 7]! + 5 * noise));
    expect(found.kind).toBe('level');
    expect(Math.abs(found.at - 120)).toBeLessThanOrEqual(2);
    expect(found.after - found.before).toBeCloseTo(18, -0.7);
    expect(found.confidence).toBeGreaterThan(0.99);
  });

  test('finds a trend that turns, from slope to slope', async () => {
    const found = await only(drawn(2, (t, noise) => 100 + (t < 100 ? 0 : 0.8 * (t - 100)) + 5 * noise));
    expect(found.kind).toBe('trend');
    expect(Math.abs(found.at - 100)).toBeLessThanOrEqual(15);
    expect(found.before).toBeCloseTo(0, 0);
    expect(found.after).toBeCloseTo(0.8, 0);
  });

  test.each([3, 4, 5, 6, 8, 12])(
    'takes values that repeat after %i for a season, and still finds a new level',
    async (length) => {
      const values = Array.from({ length: 62 }, (_, t) => 10 + (t % length));
      expect(await run(daily(values))).toMatchObject({ changepoints: [], model_info: { seasonality_period: length } });
      const shifted = Array.from({ length: 120 }, (_, t) => (t % length) + (t < 60 ? 0 : 20));
      expect(await only(shifted)).toMatchObject({ kind: 'level', at: 60 });
    },
  );

  test('finds noise that grows', async () => {
    const found = await only(drawn(3, (t, noise) => 100 + (t < 110 ? 3 : 12) * noise));
    expect(found.kind).toBe('variance');
    expect(Math.abs(found.at - 110)).toBeLessThanOrEqual(15);
    expect(found.after / found.before).toBeGreaterThan(2.5);
  });

  test('noise that grows tenfold has its true size before and after, and makes no change of level or trend', () => {
    const found = Array.from({ length: 60 }, (_, i) =>
      findChanges(Float64Array.from(drawn(i, (t, noise) => (t < 100 ? 1 : 10) * noise)), [7], 0.01).changes.filter(
        ({ kind }) => kind !== 'season',
      ),
    );
    expect(found.filter((changes) => changes.some(({ kind }) => kind !== 'variance')).length).toBeLessThanOrEqual(3);
    const after = found.map((changes) => changes.find(({ kind }) => kind === 'variance')!.after);
    expect(after.reduce((sum, size) => sum + size, 0) / 60 / 10).toBeCloseTo(1, 1);
  });

  test('finds steps of 1.6 standard deviations, also where the noise changes beside them', () => {
    const foundOf = (sizes: [number, number], at: number) =>
      Array.from({ length: 60 }, (_, i) =>
        findChanges(
          Float64Array.from(drawn(900 + i, (t, noise) => (t < at ? 100 : 108) + sizes[t < 100 ? 0 : 1] * noise)),
          [7],
          0.01,
        ).changes.some((change) => change.kind === 'level' && Math.abs(change.at - at) <= 10),
      ).filter(Boolean).length;
    expect(foundOf([5, 5], 100)).toBeGreaterThanOrEqual(51);
    expect(foundOf([1, 5], 100)).toBeGreaterThanOrEqual(57);
    expect(foundOf([5, 1], 100)).toBeGreaterThanOrEqual(57);
    expect(foundOf([1, 5], 150)).toBeGreaterThanOrEqual(54);
  });

  const count = (value: number) => Math.max(0, Math.round(value));
  test.each<[string, (noise: number) => number]>([
    ['rare sales', (noise) => (noise > 1.2 ? count(2 * noise) : 0)],
    ['counts of mostly 0', (noise) => count(0.2 + 0.6 * noise)],
    ['rounded noise', (noise) => count(100 + 0.4 * noise)],
  ])('%s that are often equal have no false changes, and a new level is found', (_name, value) => {
    const changed = (shift: number) =>
      Array.from({ length: 60 }, (_, i) =>
        findChanges(Float64Array.from(drawn(i, (t, noise) => value(noise) + (t < 100 ? 0 : shift))), [7], 0.01).changes.some(
          ({ kind }) => kind === 'level',
        ),
      ).filter(Boolean).length;
    expect(changed(0)).toBeLessThanOrEqual(3);
    expect(changed(4)).toBeGreaterThanOrEqual(57);
  });

  test('finds a season that changes', async () => {
    const other = [-30, -40, 0, 4, 8, 6, 10];
    const found = await only(drawn(4, (t, noise) => 100 + (t < 140 ? WEEK : other)[t % 7]! + 3 * noise, 280));
    expect(found).toMatchObject({ kind: 'season', at: 140 });
  });

  test('finds several levels in sequence', async () => {
    const answer = await run(daily(drawn(5, (t, noise) => [100, 130, 90][Math.floor(t / 70)]! + 5 * noise)));
    expect(answer.changepoints.map(({ kind }) => kind)).toEqual(['level', 'level']);
  });

  test('an exact line has none, and two exact levels have one', async () => {
    expect((await run(daily(Array.from({ length: 40 }, (_, i) => i)))).changepoints).toEqual([]);
    expect(await only(Array.from({ length: 40 }, (_, i) => (i < 20 ? 0 : 1)))).toMatchObject({
      kind: 'level',
      at: 20,
      before: 0,
      after: 1,
    });
  });

  test.each([0, 1, 70, 138, 139])('one odd point at %i of an exact season on a line makes none', async (odd) => {
    const values = Array.from({ length: 140 }, (_, t) => 100 + t + 10 * Math.sin((t * 2 * Math.PI) / 7) + (t === odd ? 90 : 0));
    expect((await run(daily(values))).changepoints).toEqual([]);
  });

  test('single outliers do not make a change', async () => {
    const values = drawn(6, (_t, noise) => 100 + 5 * noise);
    for (const t of [40, 90, 150]) values[t] = 300;
    expect((await run(daily(values))).changepoints).toEqual([]);
  });

  test.each([
    ['white noise', whiteNoise],
    ['a trend with noise', trendWithNoise],
    ['autoregressive noise', autoregressive],
    ['random walks', randomWalk],
  ])('at most 5 of 100 series of %s have one at 0.99', (_name, make) => {
    let found = 0;
    for (let i = 0; i < 60; i++)
      found += Number(findChanges(Float64Array.from(make(200, noiseFrom(i))), [7], 0.01).changes.length > 0);
    expect(found).toBeLessThanOrEqual(3);
  });

  test.each([
    ['three points', [1, 2, 3]],
    ['an exact line', Array.from({ length: 40 }, (_, i) => i)],
    ['two exact levels', Array.from({ length: 40 }, (_, i) => (i < 20 ? 0 : 1))],
    ['both ends of the range', Array.from({ length: 40 }, (_, i) => (i % 2 ? 1e150 : -1e150))],
  ])('answers with finite numbers for %s', async (_name, values) => {
    for (const { before, after, confidence } of (await run(daily(values))).changepoints)
      expect([before, after, confidence].every(Number.isFinite)).toBe(true);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['two points', { data: daily([1, 2]) }, 'data'],
    ['100,001 points', { data: daily(new Array<number>(100_001).fill(1)) }, 'data'],
    ['a constant', { data: daily(new Array<number>(40).fill(7)) }, 'data'],
    ['an infinite value', { data: daily([1, Infinity, 3]) }, 'data[1].value'],
    ['a time twice', { data: [...daily([1, 2, 3]), { timestamp: day(1), value: 4 }] }, 'data[3].timestamp'],
    ['a confidence of 1', { data: daily([1, 2, 3]), min_confidence: 1 }, 'min_confidence'],
    ['a value that is missing', { data: [...daily([1, 2, 3]), { timestamp: day(9), value: null }] }, 'data[3].value'],
  ])('refuses %s', async (_name, input, field) => {
    await expect(runCapability(changepoints, input)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });
});
