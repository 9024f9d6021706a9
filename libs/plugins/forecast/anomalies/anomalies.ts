import { defineCapability } from '@percept/sdk';
import { createHash } from 'node:crypto';
import { findTimeGrid } from '../calendar/grid';
import { findChanges } from '../changepoints/find-changes';
import { LONGEST_HISTORY, onGrid } from '../history/history';
import { readVaryingPoints, type CheckedPoint } from '../history/points';
import { decimals, roundedTo } from '../rounding';
import { AnomaliesInput } from './anomalies-input';
import { AnomaliesOutput, type JudgedPoint } from './anomalies-output';
import { growsByFactor } from './growth-by-factor';
import { judge, type Judged } from './judge';
import { classifyAnomalies, rateSeverity, type AnomalyKind } from './kinds';

/** How often a series with a constant slope may show a turn. */
const TURN_LEVEL = 0.001;
/** With fewer values, a turn cannot be distinguished from half a season. */
const MIN_TURNING = 24;
const ALGORITHM = 'robust_level_and_season';
const IDENTITY = { name: 'series-anomalies', version: '1.1', digest: createHash('sha256').update(ALGORITHM).digest('hex') };

export const anomalies = defineCapability({
  id: 'predict.anomalies',
  operation: 'detectAnomalies',
  summary: 'Finds the unusual points of a series of dated values.',
  description:
    'Compares each value with what is expected from the values before it, the season and the usual errors of the series. ' +
    'Anomalies in the history do not hide others or change what is expected.',
  input: AnomaliesInput,
  output: AnomaliesOutput,
  deterministic: true,
  examples: [{ data: exampleData(), sensitivity: 0.01 }],

  setup:
    () =>
    async (input, { timer, used }) => {
      const answer = await timer.time('anomalies', async () => judgePoints(input));
      used(IDENTITY);
      return answer;
    },
});

/** The answer for one series. @throws PerceptError INVALID_REQUEST naming the point, `data` if it is constant, or `season_length`. */
export function judgePoints({ data, mode, sensitivity, season_length }: AnomaliesInput): AnomaliesOutput {
  const points = readVaryingPoints(data);
  const grid = findTimeGrid(
    points.map(({ time }) => time),
    season_length,
  );
  const lastOnly = mode === 'last';
  const values = onGrid(points, grid, lastOnly ? LONGEST_HISTORY : Infinity);
  const judged = judge({ values, periods: grid.periods, rate: sensitivity, lastOnly });
  const from = grid.positions[points.length - 1]! + 1 - values.length;
  const used = points.filter((_, i) => grid.positions[i]! >= from);
  const kinds = classifyAnomalies(values, judged);
  const turns = lastOnly
    ? new Map<number, number>()
    : turnsOf(growsByFactor(values) ? values.map(Math.log) : values, grid.periods);
  const first = points.length - used.length;
  const asked = lastOnly ? used.slice(-1) : used;
  const answered = asked.map((point, k) => {
    const t = grid.positions[first + used.length - asked.length + k]! - from;
    return judgedPoint({ point, text: data[point.index]!.timestamp, judged, kind: kinds[t]!, t, turn: turns.get(t) });
  });
  return {
    points: answered,
    total_anomalies: answered.filter((each) => each.is_anomaly).length,
    model_info: {
      algorithm: ALGORITHM,
      seasonality_period: judged.season.period,
      points_used: used.length,
      points_missing: values.length - used.length,
    },
  };
}

interface Answered {
  point: CheckedPoint;
  text: string;
  judged: Judged;
  kind: AnomalyKind;
  t: number;
  /** The change of the slope here, if it turns. */
  turn: number | undefined;
}

/** Where the slope of a series turns, and by how much. */
function turnsOf(values: Float64Array, periods: readonly number[]): Map<number, number> {
  if (values.length < MIN_TURNING) return new Map();
  const trends = findChanges(values, periods, TURN_LEVEL).changes.filter(({ kind }) => kind === 'trend');
  return new Map(trends.map(({ at, before, after }) => [nextKnown(values, at), after - before]));
}

function nextKnown(values: Float64Array, at: number): number {
  while (Number.isNaN(values[at]!)) at++;
  return at;
}

function judgedPoint({ point: { value }, text, judged, kind, t, turn }: Answered): JudgedPoint {
  const [expected, lower, upper] = [judged.expected[t]!, judged.lower[t]!, judged.upper[t]!];
  const rounded = roundedTo(upper - lower);
  const outside = rateSeverity(value, { expected, lower, upper });
  const severity = outside === 'none' && turn !== undefined ? 'low' : outside;
  const isAbove = turn === undefined ? value > expected : turn > 0;
  return {
    timestamp: text,
    value,
    is_anomaly: severity !== 'none',
    score: decimals(judged.scores[t]!),
    expected_value: rounded(expected),
    lower_bound: rounded(lower),
    upper_bound: rounded(upper),
    severity,
    ...(severity !== 'none' && {
      direction: isAbove ? ('above' as const) : ('below' as const),
      kind: turn === undefined ? kind : ('trend' as const),
    }),
  };
}

/** Four weeks of daily values with quiet weekends; one Wednesday is an anomaly. */
function exampleData(): { timestamp: string; value: number }[] {
  const week = [52, 50, 55, 53, 58, 31, 24];
  return Array.from({ length: 35 }, (_, i) => ({
    timestamp: new Date(Date.UTC(2026, 0, 5 + i)).toISOString().slice(0, 10),
    value: i === 23 ? 97 : week[i % 7]! + ((i * 5) % 4),
  }));
}
