import { bestPath, computeSpanChances, type Lattice } from '../../libs/plugins/text/entities/lattice';
import { readSpans } from '../../libs/plugins/text/entities/tags';
import { calibrated } from '../../libs/plugins/text/entities/tagger';

export interface EvaluatedAttempt {
  lattice: Lattice;
  tags: Int8Array;
}

const TEMPERATURES = [0.7, 1, 1.4, 2, 3, 4];
const STEPS = 3_000;
const RATE = 0.3;

interface Fit {
  temperature: number;
  slope: number;
  offset: number;
  loss: number;
}

/** How scores become the probability that a span is right: temperature of the paths, slope and offset of Platt's scaling. */
export function fitSpanCalibration(sentences: readonly EvaluatedAttempt[]): [temperature: number, slope: number, offset: number] {
  const spans = sentences.map(({ lattice, tags }) => {
    const right = new Set(readSpans(tags).map(({ from, to, type }) => `${from} ${to} ${type}`));
    const found = readSpans(bestPath(lattice));
    return { lattice, found, right: found.map(({ from, to, type }) => right.has(`${from} ${to} ${type}`)) };
  });
  const fits = TEMPERATURES.map((temperature) => {
    const claims = spans.flatMap(({ lattice, found, right }) =>
      computeSpanChances(found, lattice, temperature).map((chance, i) => ({ chance, right: right[i]! })),
    );
    return platt(claims, temperature);
  });
  const { temperature, slope, offset } = fits.reduce((best, each) => (each.loss < best.loss ? each : best));
  return [temperature, slope, offset];
}

function platt(claims: readonly { chance: number; right: boolean }[], temperature: number): Fit {
  let [slope, offset, loss] = [1, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    let [slopeGradient, offsetGradient] = [0, 0];
    loss = 0;
    for (const { chance, right } of claims) {
      const inside = Math.min(1 - 1e-6, Math.max(1e-6, chance));
      const probability = calibrated(chance, slope, offset);
      loss -= Math.log(Math.max(1e-9, right ? probability : 1 - probability)) / claims.length;
      slopeGradient += ((probability - Number(right)) * Math.log(inside / (1 - inside))) / claims.length;
      offsetGradient += (probability - Number(right)) / claims.length;
    }
    slope -= (RATE * slopeGradient) / 10;
    offset -= RATE * offsetGradient;
  }
  return { temperature, slope, offset, loss };
}
