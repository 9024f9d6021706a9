import { mase, mean, msis, naiveScale, smape } from './accuracy';
import { coverageOf, type Coverage, type JudgedSeries } from './coverage';
import { naive2 } from './naive2';
import type { PublishedRow } from './published';
import type { ForecastCase, SeriesSet } from './series-sets';

/** What was answered for one series, with intervals of 95 %. */
export interface Answered {
  predicted: number[];
  lower: number[];
  upper: number[];
}

export interface SetScore {
  smape: number;
  mase: number;
  owa: number;
  intervals: Coverage;
}

/** Mean sMAPE and MASE of point forecasts over the series of a set; a series without a scale has no MASE. */
export function pointScore(
  set: SeriesSet,
  predict: (each: ForecastCase, i: number) => number[],
): { smape: number; mase: number } {
  const scores = set.cases.map((each, i) => {
    const predicted = predict(each, i);
    const scale = naiveScale(each.history, set.period);
    return { smape: smape(each.future, predicted), mase: scale > 0 ? mase(each.future, predicted, scale) : undefined };
  });
  const scaled = scores.flatMap((score) => (score.mase === undefined ? [] : [score.mase]));
  return { smape: mean(scores.map((score) => score.smape)), mase: mean(scaled) };
}

export const naive2Score = (set: SeriesSet) =>
  pointScore(set, ({ history, future }) => naive2(history, set.period, future.length));

/** Mean of the ratios to Naive2. */
export const owa = (ours: { smape: number; mase: number }, base: { smape: number; mase: number }): number =>
  (ours.smape / base.smape + ours.mase / base.mase) / 2;

/** All measures of a set; OWA against the published Naive2 if there is one, else against our own. */
export function scoreSet(set: SeriesSet, answers: readonly Answered[], published: readonly PublishedRow[]): SetScore {
  const points = pointScore(set, (_, i) => answers[i]!.predicted);
  const base = published[0] ?? naive2Score(set);
  return { ...points, owa: owa(points, base), intervals: coverageOf(set.cases.map((each, i) => judged(set, each, answers[i]!))) };
}

/** How one series was answered. */
export function judged({ period }: SeriesSet, { history, future }: ForecastCase, answer: Answered): JudgedSeries {
  const scale = naiveScale(history, period);
  const inside = future.filter((y, k) => y >= answer.lower[k]! && y <= answer.upper[k]!).length;
  return { inside, values: future.length, msis: scale > 0 ? msis(future, answer, scale) : undefined };
}
