import { decimals } from '../rounding';
import type { MethodScores } from './backtests-output';
import type { Rolled } from './rolling';

/** The forecasts of a method from the origins, with intervals if the method gives any. */
export interface Forecasts {
  method: string;
  predicted: readonly ArrayLike<number>[];
  intervals?: readonly { lower: ArrayLike<number>; upper: ArrayLike<number> }[];
}

/** @param actual the values after each origin; NaN if unknown. */
export function computeScores(
  actual: readonly Float64Array[],
  rolls: readonly Rolled[],
  { forecasts, level }: { forecasts: Forecasts; level: number },
): MethodScores {
  const { method, predicted, intervals } = forecasts;
  const tail = (1 - level) / 2;
  const all = { smape: mean(), mase: mean(), rmsse: mean(), coverage: mean(), pinball: mean() };
  actual.forEach((values, o) => {
    const { absolute, square } = rolls[o]!.naive;
    values.forEach((value, k) => {
      if (Number.isNaN(value)) return;
      const expected = predicted[o]![k]!;
      const error = value - expected;
      const size = Math.abs(value) + Math.abs(expected);
      all.smape.add(size > 0 ? (200 * Math.abs(error)) / size : 0);
      if (absolute > 0) all.mase.add(Math.abs(error) / absolute);
      if (square > 0) all.rmsse.add(error ** 2 / square);
      const interval = intervals?.[o];
      if (!interval) return;
      const [lower, upper] = [interval.lower[k]!, interval.upper[k]!];
      all.coverage.add(Number(value >= lower && value <= upper));
      all.pinball.add((pinball(value, lower, tail) + pinball(value, expected, 0.5) + pinball(value, upper, 1 - tail)) / 3);
    });
  });
  const { smape, mase, rmsse, coverage } = all;
  return {
    method,
    smape: decimals(smape.of()),
    ...(mase.count() > 0 && { mase: decimals(mase.of()) }),
    ...(rmsse.count() > 0 && { rmsse: decimals(Math.sqrt(rmsse.of())) }),
    ...(intervals && { coverage: decimals(coverage.of()), pinball: Number(all.pinball.of().toPrecision(8)) }),
  };
}

/** The loss of a quantile: a value above it costs `part`, a value below it the rest. */
const pinball = (value: number, quantile: number, part: number) =>
  value >= quantile ? part * (value - quantile) : (1 - part) * (quantile - value);

function mean() {
  let [sum, count] = [0, 0];
  return {
    add: (value: number) => {
      sum += value;
      count++;
    },
    of: () => (count > 0 ? sum / count : 0),
    count: () => count,
  };
}
