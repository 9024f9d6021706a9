import { chanceOfNoise } from '../season/f-test';
import type { SeriesChange } from './change';
import { findSmallestNoise, withoutOutliers } from './noise';

interface SeasonChange extends SeriesChange {
  /** The season before and after the change. */
  profiles: [Float64Array, Float64Array];
}

/** The minimum number of turns on each side. */
const TURNS = 3;

/** The turn at which the pattern of a season changes most, if the change is beyond doubt. */
export function seasonChange(series: Float64Array, period: number, level: number): SeasonChange | undefined {
  const turns = Math.floor(series.length / period);
  if (turns < 2 * TURNS) return undefined;
  const sound = withoutOddTurns(series.subarray(0, turns * period), period);
  const rows = Array.from({ length: turns }, (_, turn) => centred(sound.subarray(turn * period, (turn + 1) * period)));
  const all = profileOf(rows);
  const total = squaresAround(rows, all);
  if (total <= turns * period * findSmallestNoise(series) ** 2) return undefined;
  let best: { turn: number; ratio: number; profiles: [Float64Array, Float64Array] } | undefined;
  for (let turn = TURNS; turn <= turns - TURNS; turn++) {
    const profiles: [Float64Array, Float64Array] = [profileOf(rows.slice(0, turn)), profileOf(rows.slice(turn))];
    const rest = squaresAround(rows.slice(0, turn), profiles[0]) + squaresAround(rows.slice(turn), profiles[1]);
    const left = (turns - 2) * (period - 1);
    const ratio = (total - rest) / (period - 1) / (rest / left);
    if (rest > 0 && ratio > (best?.ratio ?? 0)) best = { turn, ratio, profiles };
  }
  if (!best) return undefined;
  const chance = Math.min(1, (turns - 2 * TURNS + 1) * chanceOfNoise(best.ratio, period - 1, (turns - 2) * (period - 1)));
  if (chance >= level) return undefined;
  const [before, after] = best.profiles.map(spreadOf) as [number, number];
  return { kind: 'season', at: best.turn * period, chance, before, after, profiles: best.profiles };
}

/** Replaces values that contradict the same place in the turns around them: a single odd value makes no new pattern. */
function withoutOddTurns(series: Float64Array, period: number): Float64Array {
  const sound = Float64Array.from(series);
  for (let place = 0; place < period; place++) {
    const column = withoutOutliers(series.filter((_, t) => t % period === place));
    column.forEach((value, turn) => (sound[turn * period + place] = value));
  }
  return sound;
}

/** A turn without its mean. */
function centred(turn: Float64Array): Float64Array {
  const mean = turn.reduce((sum, value) => sum + value, 0) / turn.length;
  return turn.map((value) => value - mean);
}

function profileOf(rows: readonly Float64Array[]): Float64Array {
  return rows[0]!.map((_, place) => rows.reduce((sum, row) => sum + row[place]!, 0) / rows.length);
}

function squaresAround(rows: readonly Float64Array[], profile: Float64Array): number {
  let sum = 0;
  for (const row of rows) for (let place = 0; place < row.length; place++) sum += (row[place]! - profile[place]!) ** 2;
  return sum;
}

const spreadOf = (profile: Float64Array) => Math.max(...profile) - Math.min(...profile);
