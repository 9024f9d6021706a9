import { runCapability } from '@percept/sdk/testing';
import { noiseFrom } from '../../../../test/harness/fixtures/synthetic-series';
import { backtests } from './backtests';
import type { BacktestOutput } from './backtests-output';

const month = (i: number) => new Date(Date.UTC(2018, i, 1)).toISOString().slice(0, 7);
const SIX = [1, 2, 3, 4, 5, 6];
const noise = noiseFrom(1);
const series = Array.from({ length: 72 }, (_, i) => ({
  timestamp: month(i),
  value: 100 + i + 30 * Math.sin((i * Math.PI) / 6) + 2 * noise(),
}));
const run = async (more: Record<string, unknown> = {}) =>
  (await runCapability(backtests, { data: series, periods: 6, ...more })) as unknown as BacktestOutput;

describe('predict.backtest', () => {
  test('scores rolling forecasts beside naive ones', async () => {
    const answer = await run();
    expect(answer.origins).toEqual(['2021-06', '2021-12', '2022-06', '2022-12', '2023-06']);
    expect(answer.values_scored).toBe(30);
    const [ours, naive, seasonal] = answer.methods;
    expect([ours, naive, seasonal].map((each) => each!.method)).toEqual(['forecast', 'naive', 'seasonal_naive']);
    expect(ours!.mase!).toBeLessThan(seasonal!.mase!);
    expect(seasonal!.mase!).toBeLessThan(naive!.mase!);
    expect(ours!.coverage).toBeGreaterThan(0.8);
    expect(naive).not.toHaveProperty('coverage');
  });

  test('the scores are those of the forecasts that it lists', async () => {
    const { forecasts, methods } = await run();
    const smape = forecasts.map(({ value, predicted_value: p }) => (200 * Math.abs(value - p)) / (Math.abs(value) + Math.abs(p)));
    expect(methods[0]!.smape).toBeCloseTo(smape.reduce((sum, each) => sum + each, 0) / smape.length, 3);
    const inside = forecasts.filter(({ value, lower_bound, upper_bound }) => value >= lower_bound && value <= upper_bound);
    expect(methods[0]!.coverage).toBeCloseTo(inside.length / forecasts.length, 3);
  });

  test('a forecast knows nothing beyond its origin', async () => {
    const changed = series.map((each, i) => (i >= 66 ? { ...each, value: 9999 } : each));
    const [before, after] = [await run({ origins: 3 }), await run({ origins: 3, data: changed })];
    const early = ({ forecasts }: BacktestOutput) => forecasts.slice(0, 12).map(({ predicted_value }) => predicted_value);
    expect(early(after)).toEqual(early(before));
  });

  test('scores a method of the caller: the true values make no error', async () => {
    const { origins, forecasts } = await run();
    const truth = origins.map((origin) => forecasts.filter((each) => each.origin === origin).map(({ value }) => value));
    const { methods } = await run({ compare: [{ name: 'oracle', predictions: truth }] });
    expect(methods[3]).toEqual({ method: 'oracle', smape: 0, mase: 0, rmsse: 0 });
  });

  test('has examples that it answers', async () => {
    for (const example of backtests.examples!) await expect(runCapability(backtests, example)).resolves.toBeDefined();
  });

  test('zeros after a first value have scores without a NaN', async () => {
    const { methods } = await run({ data: series.map((each, i) => ({ ...each, value: i === 0 ? 1 : 0 })) });
    expect(Object.values(methods[0]!).filter((each) => typeof each === 'number' && !Number.isFinite(each))).toEqual([]);
    expect(methods[0]).toMatchObject({ method: 'forecast', coverage: 1 });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no periods', { periods: 0 }, 'periods'],
    ['too many periods', { periods: 60 }, 'periods'],
    ['too few lists', { compare: [{ name: 'a', predictions: [SIX] }] }, 'compare[0].predictions'],
    ['a list that is too short', { origins: 1, compare: [{ name: 'a', predictions: [[1, 2]] }] }, 'compare[0].predictions[0]'],
    ['the name of a method of ours', { origins: 1, compare: [{ name: 'naive', predictions: [SIX] }] }, 'compare[0].name'],
    [
      'a name twice',
      {
        origins: 1,
        compare: [
          { name: 'a', predictions: [SIX] },
          { name: 'a', predictions: [SIX] },
        ],
      },
      'compare[1].name',
    ],
    ['a constant', { data: series.map((each) => ({ ...each, value: 0 })) }, 'data'],
    ['a time twice', { data: [...series, series[0]!] }, 'data[72].timestamp'],
  ])('refuses %s', async (_name, more, field) => {
    await expect(run(more)).rejects.toMatchObject({ code: 'INVALID_REQUEST', details: { field } });
  });
});
