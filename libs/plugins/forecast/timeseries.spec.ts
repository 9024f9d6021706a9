import { toJsonSchema } from '@percept/sdk';
import { runCapability, capabilityPath } from '@percept/sdk/testing';
import { noiseFrom } from '../../../test/harness/fixtures/synthetic-series';
import { timeseries } from './timeseries';

interface Answer {
  predictions: {
    timestamp: string;
    predicted_value: number;
    lower_bound: number;
    upper_bound: number;
    quantiles?: { value: number }[];
  }[];
  model_info: Record<string, unknown>;
}
type Point = { timestamp: string; value: number };

const run = async (data: unknown, more: Record<string, unknown> = {}) =>
  (await runCapability(timeseries, { data, periods: 3, ...more })) as unknown as Answer;
const at = (values: number[], stamp: (i: number) => string): Point[] =>
  values.map((value, i) => ({ timestamp: stamp(i), value }));
const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const month = (i: number) => new Date(Date.UTC(2020, i, 1)).toISOString().slice(0, 7);
const values = ({ predictions }: Answer) => predictions.map(({ predicted_value }) => predicted_value);
const summer = (i: number) => 100 + i + 30 * Math.sin((i * Math.PI) / 6);

describe('predict.timeseries', () => {
  test('goes on with trend and season, and says which period it found', async () => {
    const answer = await run(
      at(
        Array.from({ length: 60 }, (_, i) => summer(i)),
        month,
      ),
      { periods: 12 },
    );
    values(answer).forEach((value, k) => expect(Math.abs(value - summer(60 + k))).toBeLessThan(7));
    expect(answer.model_info).toMatchObject({ seasonality_period: 12, trend: 'increasing', points_used: 60, points_filled: 0 });
    expect(answer.model_info.accuracy_score).toBeGreaterThan(0.9);
  });

  test('repeats an exact cycle of any length, and scores it by no rounding error', async () => {
    const values6 = at(
      Array.from({ length: 60 }, (_, i) => i % 6),
      day,
    );
    const answer = await run(values6, { periods: 6 });
    values(answer).forEach((value, k) => expect(value).toBeCloseTo(k, 6));
    expect(answer.model_info).toMatchObject({ seasonality_period: 6, accuracy_score: 1 });
    const months = Array.from({ length: 24 }, (_, i) => 100 + 10 * Math.sin((i * Math.PI) / 6));
    expect((await run(at(months, month))).model_info).not.toHaveProperty('mase');
  });

  test('is documented as the interface has it', () => {
    expect(capabilityPath(timeseries)).toBe('/v2/predict/timeseries');
    const { properties, required } = toJsonSchema(timeseries.input);
    expect(required).toEqual(['data', 'periods']);
    expect(properties!.confidence_interval).toMatchObject({ exclusiveMinimum: 0.5, exclusiveMaximum: 1, default: 0.95 });
    expect(properties!.data).toMatchObject({
      type: 'array',
      minItems: 3,
      maxItems: 100_000,
      items: { type: 'object', required: ['timestamp', 'value'], properties: { value: { type: 'number' } } },
    });
  });

  test('has examples that it answers', async () => {
    for (const example of timeseries.examples!) await expect(runCapability(timeseries, example)).resolves.toBeDefined();
  });

  test('sorts the points itself', async () => {
    const data = at(
      Array.from({ length: 40 }, (_, i) => summer(i)),
      day,
    );
    expect(await run([...data].reverse())).toEqual(await run(data));
  });

  const flat = (length: number, value: (i: number) => number) =>
    at(
      Array.from({ length }, (_, i) => value(i)),
      day,
    );
  const AWKWARD: [string, Point[]][] = [
    ['three points', flat(3, (i) => i)],
    ['four points', flat(4, (i) => i * i)],
    ['a constant', flat(30, () => 7)],
    ['only zeros', flat(30, () => 0)],
    ['rare sales', flat(60, (i) => (i % 13 === 0 ? 5 : 0))],
    ['one value of a thousand times the others', flat(60, (i) => (i === 40 ? 10_000 : 10 + (i % 3)))],
    ['negative values', flat(40, (i) => -100 - i)],
    ['values of 1e15', flat(40, (i) => 1e15 + 1e13 * Math.sin(i))],
    ['values of 1e-15', flat(40, (i) => 1e-15 * (2 + Math.sin(i)))],
    ['both ends of the range', flat(40, (i) => (i % 2 ? 1e150 : -1e150))],
    ['growth without end', flat(40, (i) => 2 ** i)],
    ['a tenth missing', flat(50, summer).filter((_, i) => i % 10 !== 5)],
  ];
  test.each(AWKWARD)('answers with finite numbers in order for %s', async (_name, data) => {
    for (const level of [0.51, 0.95, 0.9999, 1 - Number.EPSILON / 2]) {
      const { predictions, model_info } = await run(data, {
        periods: 30,
        confidence_interval: level,
        quantiles: [5e-324, level],
      });
      for (const { predicted_value, lower_bound, upper_bound, quantiles } of predictions) {
        const numbers = [predicted_value, lower_bound, upper_bound, ...quantiles!.map(({ value }) => value)];
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(lower_bound).toBeLessThanOrEqual(predicted_value);
        expect(predicted_value).toBeLessThanOrEqual(upper_bound);
        if (data.every(({ value }) => value >= 0)) expect(lower_bound).toBeGreaterThanOrEqual(0);
      }
      expect(predictions).toHaveLength(30);
      expect(model_info.accuracy_score).toBeGreaterThanOrEqual(0);
    }
  });

  test('a constant stays what it is, without an interval', async () => {
    const answer = await run(flat(30, () => 7));
    expect(answer.predictions[0]).toMatchObject({ predicted_value: 7, lower_bound: 7, upper_bound: 7 });
    expect(answer.model_info).toMatchObject({ trend: 'stable', seasonality_period: 1, accuracy_score: 1 });
    expect(answer.model_info).not.toHaveProperty('mase');
  });

  test('one accident does not carry the forecast away', async () => {
    const answer = await run(flat(60, (i) => (i === 40 ? 10_000 : 10 + (i % 3))));
    for (const value of values(answer)) expect(Math.abs(value - 11)).toBeLessThan(2);
  });

  test('fills what is missing, and says how much', async () => {
    const whole = flat(70, (i) => 50 + 10 * Math.sin((i * 2 * Math.PI) / 7));
    const answer = await run(whole.filter((_, i) => i % 10 !== 5));
    expect(answer.model_info).toMatchObject({ points_filled: 7, points_used: 70, seasonality_period: 7 });
    const full = await run(whole);
    values(answer).forEach((value, k) => expect(Math.abs(value - values(full)[k]!)).toBeLessThan(1));
  });

  test('the wider the interval the surer, and it widens with the distance', async () => {
    const data = flat(60, (i) => 100 + 10 * Math.sin(i * i));
    const width = async (level: number) => {
      const { predictions } = await run(data, { periods: 12, confidence_interval: level });
      return predictions.map(({ lower_bound, upper_bound }) => upper_bound - lower_bound);
    };
    const widths = await Promise.all([0.55, 0.8, 0.95, 0.99, 0.999].map(width));
    for (let i = 1; i < widths.length; i++) widths[i]!.forEach((w, k) => expect(w).toBeGreaterThan(widths[i - 1]![k]!));
    for (const of of widths) for (let k = 1; k < of.length; k++) expect(of[k]).toBeGreaterThanOrEqual(of[k - 1]! * 0.999);
  });

  test.each([
    ['increasing', (i: number) => 10 + 2 * i + (i % 3)],
    ['decreasing', (i: number) => 500 - 2 * i + (i % 3)],
    ['stable', (i: number) => 100 + 5 * Math.sin(i * i)],
  ])('calls a trend %s', async (trend, value) => {
    expect((await run(flat(80, value))).model_info.trend).toBe(trend);
  });

  test.each([
    ['sales that rise every other month', [112, 118, 121, 130, 128, 139, 144, 151, 149, 160, 166, 171], 'increasing'],
    ['four years of a slow rise in noise', Array.from({ length: 48 }, (_, i) => 100 + i / 2 + 5 * Math.sin(i * i)), 'increasing'],
    ['a rise under a season', Array.from({ length: 48 }, (_, i) => summer(i) - i / 2), 'increasing'],
    ['a fall under a season', Array.from({ length: 48 }, (_, i) => 200 + summer(i) - 2 * i), 'decreasing'],
    ['two years of a rise under a season', Array.from({ length: 24 }, (_, i) => (100 + 3 * i) * (summer(i) / 100)), 'increasing'],
    ['a rise that ended', Array.from({ length: 120 }, (_, i) => Math.min(i, 60) + 3 * Math.sin(i * i)), 'stable'],
  ])('calls %s what it is', async (_name, series, trend) => {
    expect((await run(at(series, month))).model_info.trend).toBe(trend);
  });

  test.each([
    ['1, 2, 3', (i: number) => 1 + i],
    ['a fall by tenths', (i: number) => 50 - i / 10],
    ['a rise by 3 from a milliard', (i: number) => 1e9 + 3 * i],
    ['a rise by 1 from 10^15', (i: number) => 1e15 + i],
    ['a doubling', (i: number) => 2 ** i],
    ['squares', (i: number) => i * i],
  ])('%s without noise is the surest trend, however short', async (name, value) => {
    for (const length of name === 'squares' ? [12, 40] : [3, 4, 5, 12, 14, 24, 40]) {
      const { trend, seasonality_period } = (await run(flat(length, value))).model_info;
      expect({ length, trend, seasonality_period }).toEqual({
        length,
        trend: name.includes('fall') ? 'decreasing' : 'increasing',
        seasonality_period: 1,
      });
    }
  });

  test('arithmetic is neither a trend nor a season', async () => {
    for (const value of [(i: number) => (i % 2 ? 0.1 + 0.2 : 0.3), () => 7.1, () => 1e9 + 0.1])
      for (const length of [3, 14, 21, 40])
        expect((await run(flat(length, value))).model_info).toMatchObject({ trend: 'stable', seasonality_period: 1 });
    for (const [from, step] of [
      [0.1, 0.1],
      [1e3, 1 / 3],
      [1 / 3, 7.7],
    ] as const) {
      const answer = await run(
        at(
          Array.from({ length: 36 }, (_, i) => from + step * i),
          month,
        ),
      );
      expect(answer.model_info).toMatchObject({ trend: 'increasing', seasonality_period: 1 });
    }
  });

  test('nine years of a rise under a season are a rise, though the last three alone do not prove it', async () => {
    const noise = noiseFrom(1);
    const series = Array.from({ length: 108 }, (_, i) => summer(i) - 0.85 * i + 5 * noise());
    expect((await run(at(series.slice(-36), month))).model_info.trend).toBe('stable');
    expect((await run(at(series, month))).model_info.trend).toBe('increasing');
  });

  test('what thousands of values prove and nobody can see is stable', async () => {
    const series = flat(2000, (i) => 100 + i / 4000 + Math.sin(i * i));
    expect((await run(series)).model_info.trend).toBe('stable');
  });

  test('rounds to the width of the interval, never of the value', async () => {
    for (const level of [0, 1e6, 1e9, 1e12]) {
      const { predictions } = await run(flat(40, (i) => level + 3 * i));
      for (const [k, { predicted_value, lower_bound, upper_bound }] of predictions.entries()) {
        expect(Math.abs(predicted_value - level - 3 * (40 + k))).toBeLessThan(2);
        expect(upper_bound - lower_bound).toBeGreaterThan(0.5);
        expect(lower_bound).toBeLessThan(predicted_value);
      }
    }
    const { predictions } = await run(flat(40, (i) => 1e-9 * (5 + Math.sin(i * i))));
    for (const { predicted_value } of predictions) expect(String(predicted_value).length).toBeLessThanOrEqual(14);
  });

  describe('bounds', () => {
    const shares = flat(60, (i) => Math.min(1, 0.97 + 0.03 * Math.sin(i * i)));
    const extremes = ({ predictions }: Answer) => [
      Math.min(...predictions.map(({ lower_bound }) => lower_bound)),
      Math.max(...predictions.map(({ upper_bound }) => upper_bound)),
    ];

    test('shares stay between 0 and 1, and the answer says so', async () => {
      const answer = await run(shares, { periods: 24 });
      expect(extremes(answer)[1]).toBe(1);
      expect(answer.model_info.bounds).toEqual({ lower: 0, upper: 1 });
    });

    test('counts stay at 0 or above', async () => {
      const answer = await run(flat(40, (i) => (i % 3) * 4));
      expect(extremes(answer)[0]).toBe(0);
      expect(answer.model_info.bounds).toEqual({ lower: 0 });
    });

    test('requested bounds replace the default ones', async () => {
      expect(extremes(await run(shares, { periods: 24, bounds: {} }))[1]).toBeGreaterThan(1);
      const answer = await run(
        flat(40, (i) => 50 + 30 * Math.sin(i * i)),
        { periods: 12, bounds: { lower: 20, upper: 75 } },
      );
      expect(extremes(answer)).toEqual([20, 75]);
      expect(
        extremes(
          await run(
            flat(40, (i) => -30 + i),
            { periods: 30, bounds: { upper: 12 } },
          ),
        )[1],
      ).toBe(12);
    });

    test.each([
      [{ lower: 2, upper: 1 }, 'bounds.upper', /above 'lower', which is 2/],
      [{ least: 2 }, 'bounds.least', /not known|unknown/],
      [{ lower: '0' }, 'bounds.lower', /number/],
      [{ upper: -5 }, 'bounds.upper', /above 'lower', which is 0/],
    ])('%j is refused', async (bounds, field, reason) => {
      await expect(run(shares, { bounds, non_negative: true })).rejects.toMatchObject({
        details: { field, reason: expect.stringMatching(reason) },
      });
    });
  });

  test('uses the last 3,000 of a long history', async () => {
    const hour = (i: number) => new Date(Date.UTC(2010, 0, 1, i)).toISOString();
    const answer = await run(
      at(
        Array.from({ length: 5000 }, (_, i) => summer(i % 24)),
        hour,
      ),
    );
    expect(answer.model_info).toMatchObject({ points_used: 3000, seasonality_period: 24 });
  });

  const good = flat(10, (i) => i);
  const withPoint = (i: number, change: Record<string, unknown>) =>
    good.map((each, at) => (at === i ? { ...each, ...change } : each));
  test.each<[string, unknown, string, RegExp]>([
    ['null', withPoint(3, { value: null }), 'data[3].value', /not null/],
    ['NaN', withPoint(3, { value: NaN }), 'data[3].value', /finite number.*not NaN/],
    ['Infinity', withPoint(2, { value: Infinity }), 'data[2].value', /finite number/],
    ['a text', withPoint(9, { value: '12' }), 'data[9].value', /without quotes/],
    ['no value', [...good, { timestamp: day(10) }], 'data[10].value', /required/],
    ['no time', [...good, { value: 1 }], 'data[10].timestamp', /required/],
    ['an invalid time', withPoint(1, { timestamp: '2024-02-30' }), 'data[1].timestamp', /ISO 8601/],
    ['a number for a time', withPoint(1, { timestamp: 1704067200 }), 'data[1].timestamp', /ISO 8601/],
    ['a time twice', withPoint(4, { timestamp: day(2) }), 'data[4].timestamp', /repeats the time of data\[2\]/],
    ['times of two forms', withPoint(4, { timestamp: '2024-01-05T00:00:00Z' }), 'data[4].timestamp', /as data\[0\]/],
    ['an unknown field', withPoint(4, { valeu: 3 }), 'data[4].valeu', /not known/],
    ['an invalid point', [...good, 7], 'data[10]', /must be an object/],
    ['too many gaps', flat(60, (i) => i).filter((_, i) => i < 10 || i > 40), 'data[10].timestamp', /31 of 60 periods \(52 %\)/],
    ['two points', good.slice(0, 2), 'data', /3 to 100000 entries/],
    [
      '100,001 points',
      Array.from({ length: 100_001 }, (_, i) => ({ timestamp: day(i), value: 1 })),
      'data',
      /3 to 100000 entries/,
    ],
    ['values that are all missing', good.map(({ timestamp }) => ({ timestamp, value: null })), 'data[0].value', /not null/],
    ['no list', 'many', 'data', /list of objects/],
  ])('refuses %s, naming it', async (_name, data, field, reason) => {
    await expect(run(data)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field, reason: expect.stringMatching(reason) },
    });
  });

  test.each([
    [{ periods: 0 }, 'periods'],
    [{ periods: 1.5 }, 'periods'],
    [{ periods: 10_001 }, 'periods'],
    [{ confidence_interval: 0.5 }, 'confidence_interval'],
    [{ confidence_interval: 1 }, 'confidence_interval'],
    [{ confidence_interval: '0.9' }, 'confidence_interval'],
  ])('refuses %j', async (input, field) => {
    await expect(run(good, input)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });

  test('refuses to go past the end of the calendar', async () => {
    const years = at([1, 2, 3, 4], (i) => String(2020 + i));
    await expect(run(years, { periods: 9000 })).rejects.toMatchObject({ details: { field: 'periods' } });
  });
});
