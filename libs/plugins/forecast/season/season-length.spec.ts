import { runCapability } from '@percept/sdk/testing';
import { noiseFrom } from '../../../../test/harness/fixtures/synthetic-series';
import { tableAnomalies, tableForecast } from '../../table/series-rows';
import { anomalies } from '../anomalies/anomalies';
import { backtests } from '../backtests/backtests';
import { changepoints } from '../changepoints/changepoints';
import { manyTimeseries } from '../many/many';
import { timeseries } from '../timeseries';

interface Answer {
  predictions: { predicted_value: number }[];
  points: { is_anomaly: boolean; timestamp: string }[];
  methods: { smape: number }[];
  model_info: { seasonality_period: number };
  series: object[];
  rows: object[];
  skipped: string[];
}

const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
const daily = (length: number, value: (t: number) => number) =>
  Array.from({ length }, (_, t) => ({ timestamp: day(t), value: value(t) }));
/** A machine that repeats its work every 45 readings, drawn once, and the noise of its sensor. */
const work = Array.from({ length: 45 }, noiseFrom(1));
const clean = (t: number) => 100 + 10 * work[t % 45]!;
const machine = (length: number, seed: number) => {
  const noise = noiseFrom(seed);
  return daily(length, (t) => clean(t) + 3 * noise());
};
const run = async (capability: object, input: object) =>
  (await runCapability(capability as typeof timeseries, input as never)) as unknown as Answer;
const data = machine(225, 2);
const named = { season_length: 45 };

const period = async (capability: object, input: object) => (await run(capability, input)).model_info.seasonality_period;

test('a noisy season that the timestamps do not suggest is found where it is named, and only there', async () => {
  for (let seed = 2; seed < 7; seed++) {
    const question = { data: machine(225, seed), periods: 45 };
    const [without, found] = [await run(timeseries, question), await run(timeseries, { ...question, ...named })];
    expect([without, found].map(({ model_info }) => model_info.seasonality_period)).toEqual([1, 45]);
    const missed = ({ predictions }: Answer) =>
      predictions.reduce((sum, { predicted_value }, k) => sum + Math.abs(predicted_value - clean(225 + k)), 0);
    expect(missed(found)).toBeLessThan(missed(without) / 3);
  }
});

test('two seasons are enough, and a season that is only named counts as none', async () => {
  expect(await period(timeseries, { data: machine(90, 2), periods: 5, ...named })).toBe(45);
  const noise = noiseFrom(2);
  expect(await period(timeseries, { data: daily(225, noise), periods: 5, ...named })).toBe(1);
});

test('anomalies, change points and backtests use it, too', async () => {
  const odd = data.map((each, t) => (t === 150 ? { ...each, value: each.value + 22 } : each));
  for (const capability of [anomalies, changepoints]) {
    expect(await period(capability, { data: odd })).toBe(1);
    expect(await period(capability, { data: odd, ...named })).toBe(45);
  }
  const unusual = ({ points }: Answer) => points.filter(({ is_anomaly }) => is_anomaly).map(({ timestamp }) => timestamp);
  expect(unusual(await run(anomalies, { data: odd }))).not.toContain(day(150));
  expect(unusual(await run(anomalies, { data: odd, ...named }))).toEqual([day(150)]);
  const [without, found] = await Promise.all([{}, named].map((more) => run(backtests, { data, periods: 20, ...more })));
  expect(found!.methods[0]!.smape).toBeLessThan(without!.methods[0]!.smape / 2);
});

test('many series and rows of a table have it for each series, and the error of a short one', async () => {
  const short = machine(89, 3);
  const { predictions } = await run(timeseries, { data, periods: 2, ...named });
  const many = await run(manyTimeseries, {
    series: [
      { id: 'long', data },
      { id: 'short', data: short },
    ],
    periods: 2,
    ...named,
  });
  expect(many.series).toMatchObject([{ predictions }, { error: { code: 'INVALID_REQUEST', field: 'season_length' } }]);
  const rows = [...data.map((each) => ({ ...each, at: 'long' })), ...short.map((each) => ({ ...each, at: 'short' }))];
  for (const [capability, options] of [
    [tableForecast, { periods: 2 }],
    [tableAnomalies, { mode: 'last' }],
  ] as const) {
    const table = await run(capability, { rows, by: ['at'], ...options, ...named });
    expect(table.skipped).toEqual([expect.stringMatching(/^\{"at":"short"\}: .*needs 90 observations/)]);
    if (capability === tableForecast) expect(table.rows).toEqual(predictions.map((each) => ({ at: 'long', ...each })));
  }
});

test('a length of 1 means none, and an exact cycle does not replace a named length', async () => {
  const noise = noiseFrom(4);
  const week = daily(70, (t) => 50 + (t % 7 > 4 ? 20 : 0) + noise());
  const shifts = daily(60, (t) => t % 6);
  const none = { season_length: 1 };
  for (const capability of [timeseries, anomalies, changepoints]) {
    const options = capability === timeseries ? { periods: 3 } : {};
    for (const [series, found] of [
      [week, 7],
      [shifts, 6],
    ] as const) {
      expect(await period(capability, { data: series, ...options })).toBe(found);
      expect(await period(capability, { data: series, ...options, season_length: found })).toBe(found);
      expect(await period(capability, { data: series, ...options, ...none })).toBe(1);
    }
  }
  expect(await period(timeseries, { data: shifts, periods: 3, season_length: 7 })).toBe(1);
  expect(await period(timeseries, { data: shifts, periods: 3, season_length: null })).toBe(6);
});

test.each([
  [0, /1/],
  [1501, /1500/],
  [4.5, /integer|whole/],
  ['45', /integer|whole/],
  [113, /^of 113 needs 226 observations, two whole seasons, and the series has 225: send more, or leave it out\.$/],
])('%j is refused, with what is right', async (season_length, reason) => {
  for (const [capability, options] of [
    [timeseries, { periods: 3 }],
    [backtests, { periods: 3 }],
    [anomalies, {}],
    [changepoints, {}],
  ] as const) {
    await expect(run(capability, { data, ...options, season_length })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'season_length', reason: expect.stringMatching(reason) },
    });
  }
});
