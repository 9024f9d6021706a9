import { mayFollow, OUTSIDE, START, TAGS, firstTag, laterTag, type NameSpan } from './tags';

/** Scores of each tag for each word, and of each tag after each tag (`TAGS` + 1 rows, the last one for the start). */
export interface Lattice {
  words: number;
  emissions: Float64Array;
  transitions: Float32Array | Float64Array;
}

/** Leaves a word that belongs to no name only the tag `OUTSIDE`. */
export function keepOutside(emissions: Float64Array, words: readonly { isOutside?: boolean }[]): void {
  words.forEach(({ isOutside }, i) => {
    if (isOutside) emissions.fill(-Infinity, i * TAGS + OUTSIDE + 1, (i + 1) * TAGS);
  });
}

/** The tags of the best path: Viterbi. */
export function bestPath({ words, emissions, transitions }: Lattice): Int8Array {
  const scores = new Float64Array(words * TAGS);
  const from = new Int8Array(words * TAGS);
  for (let i = 0; i < words; i++) {
    for (let tag = 0; tag < TAGS; tag++) {
      let best = -Infinity;
      for (let before = i === 0 ? START : 0; before < (i === 0 ? START + 1 : TAGS); before++) {
        if (!mayFollow(before, tag)) continue;
        const score = (i === 0 ? 0 : scores[(i - 1) * TAGS + before]!) + transitions[before * TAGS + tag]!;
        if (score <= best) continue;
        best = score;
        from[i * TAGS + tag] = before;
      }
      scores[i * TAGS + tag] = best + emissions[i * TAGS + tag]!;
    }
  }
  const path = new Int8Array(words);
  let tag = OUTSIDE;
  for (let other = 1; other < TAGS; other++) {
    if (scores[(words - 1) * TAGS + other]! > scores[(words - 1) * TAGS + tag]!) tag = other;
  }
  for (let i = words - 1; i >= 0; i--) {
    path[i] = tag;
    tag = from[i * TAGS + tag]!;
  }
  return path;
}

/** Scores divided by the temperature, as factors; a forbidden step is 0. */
interface Factors {
  steps: Float64Array;
  emissions: Float64Array;
}

/**
 * The probability of each span over all paths, where the probability of a path is proportional to the exponential of its score
 * divided by `temperature`. Forward and backward sums are normalised to 1 at each word, so that none overflows.
 */
export function computeSpanChances(spans: readonly NameSpan[], lattice: Lattice, temperature: number): number[] {
  if (spans.length === 0) return [];
  const factors = computeFactors(lattice, temperature);
  const { sums: forward, scales } = forwardSums(lattice.words, factors);
  const backward = backwardSums(lattice.words, factors, scales);
  const { steps, emissions } = factors;
  return spans.map(({ from, to, type }) => {
    const [first, later] = [firstTag(type), laterTag(type)];
    let chance = forward[from * TAGS + first]!;
    for (let i = from + 1; i < to; i++) {
      chance *= (steps[(i === from + 1 ? first : later) * TAGS + later]! * emissions[i * TAGS + later]!) / scales[i]!;
    }
    if (to === lattice.words) return Math.min(1, chance);
    const last = to === from + 1 ? first : later;
    let after = 0;
    for (let next = 0; next < TAGS; next++) {
      if (next === later) continue;
      after += steps[last * TAGS + next]! * emissions[to * TAGS + next]! * backward[to * TAGS + next]!;
    }
    return Math.min(1, (chance * after) / scales[to]!);
  });
}

export function computeFactors({ words, emissions, transitions }: Lattice, temperature: number): Factors {
  const steps = Float64Array.from(transitions, (score, at) =>
    mayFollow(Math.floor(at / TAGS), at % TAGS) ? Math.exp(score / temperature) : 0,
  );
  const factors = new Float64Array(words * TAGS);
  for (let i = 0; i < words; i++) {
    let top = -Infinity;
    for (let tag = 0; tag < TAGS; tag++) top = Math.max(top, emissions[i * TAGS + tag]!);
    for (let tag = 0; tag < TAGS; tag++) factors[i * TAGS + tag] = Math.exp((emissions[i * TAGS + tag]! - top) / temperature);
  }
  return { steps, emissions: factors };
}

/** For each word and tag, the probability of the words up to it, normalised to a sum of 1 by `scales`. */
export function forwardSums(words: number, { steps, emissions }: Factors): { sums: Float64Array; scales: Float64Array } {
  const sums = new Float64Array(words * TAGS);
  const scales = new Float64Array(words);
  for (let i = 0; i < words; i++) {
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = i === 0 ? steps[START * TAGS + tag]! : 0;
      for (let before = 0; i > 0 && before < TAGS; before++) sum += sums[(i - 1) * TAGS + before]! * steps[before * TAGS + tag]!;
      sums[i * TAGS + tag] = sum * emissions[i * TAGS + tag]!;
      scales[i]! += sums[i * TAGS + tag]!;
    }
    for (let tag = 0; tag < TAGS; tag++) sums[i * TAGS + tag]! /= scales[i]!;
  }
  return { sums, scales };
}

/**
 * For each word and tag, the probability of the words after it, by the same scales. Its product with the forward sum is the
 * probability of the tag.
 */
export function backwardSums(words: number, { steps, emissions }: Factors, scales: Float64Array): Float64Array {
  const sums = new Float64Array(words * TAGS).fill(1);
  for (let i = words - 2; i >= 0; i--) {
    for (let tag = 0; tag < TAGS; tag++) {
      let sum = 0;
      for (let next = 0; next < TAGS; next++) {
        sum += steps[tag * TAGS + next]! * emissions[(i + 1) * TAGS + next]! * sums[(i + 1) * TAGS + next]!;
      }
      sums[i * TAGS + tag] = sum / scales[i + 1]!;
    }
  }
  return sums;
}
