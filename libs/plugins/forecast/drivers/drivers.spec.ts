import { toJsonSchema } from '@percept/sdk';
import { runCapability } from '@percept/sdk/testing';
import { FORECAST_METHODS } from '../methods';
import { noiseFrom } from '../../../../test/harness/fixtures/synthetic-series';
import { timeseries } from '../timeseries';
import type { TimeseriesOutput } from '../timeseries-output';
import { holidayCalendar } from './holiday-calendar';

const DAY = 86_400_000;
const FROM = Date.UTC(2023, 0, 1);
const day = (i: number) => new Date(FROM + i * DAY).toISOString().slice(0, 10);
const daily = (values: number[]) => values.map((value, i) => ({ timestamp: day(i), value }));
const run = async (data: unknown, more: Record<string, unknown> = {}) =>
  (await runCapability(timeseries, { data, periods: 7, ...more })) as unknown as TimeseriesOutput;
const predicted = ({ predictions }: TimeseriesOutput) => predictions.map(({ predicted_value }) => predicted_value);

const WEEK = [80, 50, 52, 55, 60, 90, 110];
const visitors = (length: number, seed = 1) => {
  const noise = noiseFrom(seed);
  return Array.from({ length }, (_, t) => WEEK[t % 7]! + 3 * noise());
};

describe('holidays', () => {
  const names = (country: string, year: number, region?: string) =>
    new Map(
      [...holidayCalendar({ country, region }, [year, year])].map(([at, name]) => [
        new Date(at * DAY).toISOString().slice(0, 10),
        name,
      ]),
    );

  test.each([
    ['DE', '2024-03-29', 'Good Friday'],
    ['DE', '2025-04-21', 'Easter Monday'],
    ['DE', '2026-05-14', 'Ascension Day'],
    ['FR', '2026-07-14', 'National Day'],
    ['US', '2026-11-26', 'Thanksgiving'],
    ['US', '2026-05-25', 'Memorial Day'],
    ['US', '2026-07-03', 'Independence Day'],
    ['GB', '2026-12-28', 'Boxing Day'],
    ['CA', '2026-05-18', 'Victoria Day'],
    ['SE', '2026-06-20', 'Midsummer Day'],
  ])('%s has %s as %s', (country, date, name) => {
    expect(names(country, Number(date.slice(0, 4))).get(date)).toBe(name);
  });

  test('a region has its own', () => {
    expect(names('DE', 2026).has('2026-01-06')).toBe(false);
    expect(names('DE', 2026, 'BY').get('2026-01-06')).toBe('Epiphany');
    expect(names('DE', 2026, 'SN').get('2026-11-18')).toBe('Repentance Day');
  });

  // Two years to 2024-12-20, with holidays that bring a third of the usual.
  const until = 720;
  const data = daily(
    visitors(until).map((value, t) => value * (holidayCalendar({ country: 'DE' }, [2023, 2024]).has(FROM / DAY + t) ? 0.33 : 1)),
  );

  test('come again with the effect that they had', async () => {
    const [without, found] = [await run(data, { periods: 10 }), await run(data, { periods: 10, holidays: { country: 'DE' } })];
    // 2024-12-25 and 26.
    for (const k of [4, 5]) {
      expect(found.predictions[k]!.predicted_value / without.predictions[k]!.predicted_value).toBeLessThan(0.6);
      expect(found.predictions[k]!.predicted_value).toBeCloseTo(0.33 * WEEK[(until + k) % 7]!, -1);
    }
    expect(Math.abs(found.predictions[2]!.predicted_value / WEEK[(until + 2) % 7]! - 1)).toBeLessThan(0.1);
    expect(found.model_info.holidays!.find(({ name }) => name === 'Christmas Day')).toMatchObject({ days: 1 });
  });

  test('that are closed are 0', async () => {
    const closed = data.map(({ timestamp, value }, t) => ({
      timestamp,
      value: holidayCalendar({ country: 'DE' }, [2023, 2024]).has(FROM / DAY + t) ? 0 : value,
    }));
    const { predictions } = await run(closed, { periods: 10, holidays: { country: 'DE', closed: true } });
    expect(predictions[4]).toMatchObject({ timestamp: '2024-12-25', predicted_value: 0, lower_bound: 0, upper_bound: 0 });
    expect(predictions[2]!.predicted_value).toBeGreaterThan(30);
  });

  test('that make no difference have no effect', async () => {
    const { model_info } = await run(daily(visitors(720, 3)), { holidays: { country: 'DE' } });
    for (const { effect } of model_info.holidays!) expect(Math.abs(effect)).toBeLessThan(0.06);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown country', { country: 'XX' }, 'holidays.country'],
    ['an unknown region', { country: 'DE', region: 'ZZ' }, 'holidays.region'],
    ['a region of a country without', { country: 'US', region: 'CA' }, 'holidays.region'],
    ['a region alone', { region: 'BY' }, 'holidays.region'],
    ['an invalid date', { dates: [{ date: 'Christmas' }] }, 'holidays.dates[0].date'],
    ['nothing', {}, 'holidays'],
  ])('refuses %s', async (_name, holidays, field) => {
    await expect(run(data, { holidays })).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });

  test('are refused for months', async () => {
    const months = Array.from({ length: 24 }, (_, i) => ({
      timestamp: new Date(Date.UTC(2023, i, 1)).toISOString().slice(0, 7),
      value: i,
    }));
    await expect(run(months, { holidays: { country: 'DE' } })).rejects.toMatchObject({ details: { field: 'holidays' } });
  });
});

describe('regressors', () => {
  const noise = noiseFrom(5);
  const length = 200;
  const heat = Array.from({ length: length + 7 }, (_, t) => 10 * Math.sin(t / 9) + 5 * noise());
  const data = daily(Array.from({ length }, (_, t) => 100 + 4 * heat[t]! + 3 * noise()));
  const warm = { name: 'heat', values: heat.slice(0, length), future_values: heat.slice(length) };
  const dice = { name: 'dice', values: data.map(noise), future_values: Array.from({ length: 7 }, noise) };

  test('that help are used, and others are left out and named', async () => {
    const answer = await run(data, { regressors: [dice, warm] });
    expect(answer.model_info.regressors).toEqual([
      { name: 'heat', used: true, coefficient: expect.closeTo(4, 0) },
      { name: 'dice', used: false },
    ]);
    predicted(answer).forEach((value, k) => expect(Math.abs(value - 100 - 4 * heat[length + k]!)).toBeLessThan(12));
  });

  test('that are useless leave the forecast as it is', async () => {
    expect(predicted(await run(data, { regressors: [dice] }))).toEqual(predicted(await run(data)));
  });

  test('that mattered long ago, and lead astray now, are left out', async () => {
    const turned = daily(Array.from({ length }, (_, t) => 100 + (t < 120 ? 4 : -1) * heat[t]! + 3 * noiseFrom(t)()));
    const answer = await run(turned, { regressors: [warm] });
    expect(answer.model_info.regressors).toEqual([{ name: 'heat', used: false }]);
    expect(predicted(answer)).toEqual(predicted(await run(turned)));
  });

  test('may come in any order of data', async () => {
    const turned = { ...warm, values: [...warm.values].reverse() };
    expect(predicted(await run([...data].reverse(), { regressors: [turned] }))).toEqual(
      predicted(await run(data, { regressors: [warm] })),
    );
  });

  const values = data.map(({ value }) => value);
  test.each<[string, Record<string, unknown>[], string]>([
    ['too few values', [{ ...warm, values: warm.values.slice(1) }], 'regressors[0].values'],
    ['too few future values', [{ ...warm, future_values: [1] }], 'regressors[0].future_values'],
    ['a value that is missing', [{ ...warm, future_values: [1, 2, null, 4, 5, 6, 7] }], 'regressors[0].future_values[2]'],
    ['a name twice', [warm, warm], 'regressors[1].name'],
    ['no name', [{ ...warm, name: '' }], 'regressors[0].name'],
    ['the values themselves', [{ ...warm, values: values.map((value) => 2 * value + 1) }], 'regressors[0].values'],
    ['the value of tomorrow', [{ ...warm, values: [...values.slice(1), 100] }], 'regressors[0].values'],
  ])('refuses %s', async (_name, regressors, field) => {
    await expect(run(data, { regressors })).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });
});

test('the schema is whole: it refers to nothing outside', () => {
  expect(JSON.stringify(toJsonSchema(timeseries.input))).not.toContain('$ref');
});

describe('the answer', () => {
  const data = daily(visitors(140));

  test('explains each prediction by parts that sum to it', async () => {
    const regressor = {
      name: 'x',
      values: data.map(({ value }, t) => value + ((t * 7) % 11)),
      future_values: [60, 61, 62, 63, 64, 65, 66],
    };
    const { predictions } = await run(data, {
      explain: true,
      regressors: [regressor],
      holidays: { dates: [{ date: day(142) }, { date: day(70) }] },
    });
    for (const { predicted_value, parts } of predictions) {
      const { level, season, holidays, regressors, limits } = parts!;
      const sum = level + season + holidays + limits + Object.values(regressors).reduce((total, each) => total + each, 0);
      expect(sum).toBeCloseTo(predicted_value, 3);
    }
    expect(predictions.some(({ parts }) => Math.abs(parts!.season) > 10)).toBe(true);
  });

  test('has the quantiles that were asked for, in order', async () => {
    const { predictions } = await run(data, { quantiles: [0.025, 0.4, 0.5, 0.6, 0.975], confidence_interval: 0.95 });
    for (const { quantiles, predicted_value, lower_bound, upper_bound } of predictions) {
      const values = quantiles!.map(({ value }) => value);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(values[0]).toBeCloseTo(lower_bound, 5);
      expect(values[2]).toBeCloseTo(predicted_value, 5);
      expect(values[4]).toBeCloseTo(upper_bound, 5);
    }
  });

  test('is whole numbers, or not below 0, if that is asked for', async () => {
    const whole = await run(data, { integer: true });
    for (const each of whole.predictions)
      expect([each.predicted_value, each.lower_bound, each.upper_bound].every(Number.isInteger)).toBe(true);
    const falling = daily(Array.from({ length: 40 }, (_, t) => 30 - t));
    expect(predicted(await run(falling))[0]).toBeLessThan(0);
    expect(predicted(await run(falling, { non_negative: true }))).toEqual(new Array(7).fill(0));
  });

  test.each(FORECAST_METHODS.filter((method) => method !== 'auto'))('comes by %s alone', async (method) => {
    const { predictions, model_info } = await run(data, { method });
    expect(model_info.algorithm).toBe(method);
    for (const { predicted_value, lower_bound, upper_bound } of predictions) {
      expect(lower_bound).toBeLessThan(upper_bound);
      expect([predicted_value, lower_bound, upper_bound].every(Number.isFinite)).toBe(true);
    }
  });

  test('of seasonal_naive is the last season', async () => {
    const answer = await run(data, { method: 'seasonal_naive' });
    predicted(answer).forEach((value, k) => expect(value).toBeCloseTo(data[133 + k]!.value, 5));
  });

  test('256, 512 … goes on with 1,024', async () => {
    const { predictions, model_info } = await run(daily([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]), { periods: 2 });
    expect(predictions[0]!.predicted_value).toBeCloseTo(1024, 0);
    expect(predictions[1]!.predicted_value).toBeCloseTo(2048, 0);
    expect(model_info.algorithm).toBe('exp drift');
  });

  test('of rare demand is its rate, and falls when there is none any more', async () => {
    const rare = (until: number) =>
      daily(Array.from({ length: 120 }, (_, t) => (t < until && Math.sin(t * t + 6) > 0.82 ? 4 + (t % 3) : 0)));
    const { predictions, model_info } = await run(rare(120), { periods: 14 });
    expect(model_info.algorithm).toBe('tsb');
    const mean = rare(120).reduce((sum, { value }) => sum + value, 0) / 120;
    expect(predictions[0]!.predicted_value / mean).toBeGreaterThan(0.6);
    expect(predictions[0]!.predicted_value / mean).toBeLessThan(1.5);
    expect(predictions[0]).toMatchObject({ lower_bound: 0 });
    expect(model_info.accuracy_score).toBeGreaterThan(0.6);
    expect(predicted(await run(rare(60)))[0]).toBeLessThan(0.1);
  });

  test('the quantiles of rare demand are those of its values', async () => {
    const sales = daily(Array.from({ length: 120 }, (_, t) => [0, 0, 3, 0, 5][t % 5]!));
    const { predictions } = await run(sales, { method: 'tsb', quantiles: [0.25, 0.5, 0.55, 0.95] });
    expect(predictions[0]!.quantiles!.map(({ value }) => value)).toEqual([0, 0, 0, 5]);
    expect(predictions[0]!.predicted_value).toBeGreaterThan(0.5);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ quantiles: [0] }, 'quantiles'],
    [{ quantiles: [0.5, 1.2] }, 'quantiles'],
    [{ method: 'prophet' }, 'method'],
    [{ integer: 'yes' }, 'integer'],
    [{ non_negative: 1 }, 'non_negative'],
  ])('refuses %j', async (more, field) => {
    await expect(run(data, more)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: expect.stringContaining(field) },
    });
  });
});
