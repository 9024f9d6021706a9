import { fitRegression, logitsOf, logSumExp, type Examples, type LinearModel } from './regression';

/** What a model is taught with. */
export interface Lesson {
  vectors: Float32Array;
  /** The label of each example, by its number in `labels`. */
  classes: Int32Array;
  labels: readonly string[];
}

/** An example that a model which had not seen it named otherwise. */
export interface Confusion {
  example: number;
  /** Number of the label that it was given. */
  as: number;
}

/** A model that was taught, and what it knew of examples that it had not seen. */
export interface Taught extends LinearModel {
  /** Logits are divided by it. */
  temperature: number;
  /** The mean of all examples: what they have in common tells no class from a stranger. */
  centre: Float32Array;
  /** The mean of each class without the centre, with the length 1, in one list. */
  means: Float32Array;
  /** A vector is of one of the classes with the probability sigmoid(slope × (cosine to the nearest mean, both without the centre, − threshold)). */
  threshold: number;
  slope: number;
  /** Share of the examples that were named rightly by models that had not seen them. */
  accuracy: number;
  confusions: Confusion[];
  /** Share of the examples that models which had not seen them took for none of the classes. */
  refused: number;
}

const FOLDS = 5;
/** With more, three folds say enough. */
const MANY = 2_000;
/** Share of the examples that may be taken for none of the classes. */
const REFUSED = 0.05;

/** Teaches a model, and judges it by cross-validation: each example is named by a model that has not seen it. */
export function teach(lesson: Lesson): Taught {
  const { vectors, classes, labels } = lesson;
  const size = vectors.length / classes.length;
  const folds = toFolds(classes, labels.length);
  const logits = new Float64Array(classes.length * labels.length);
  const near = new Float64Array(classes.length);
  for (const fold of new Set(folds)) {
    const seen = subset(lesson, size, (example) => folds[example] !== fold);
    const model = fitRegression(seen, labels.length);
    const means = toMeans(seen, labels.length, size);
    for (let example = 0; example < classes.length; example++) {
      if (folds[example] !== fold) continue;
      const vector = vectors.subarray(example * size, (example + 1) * size);
      logits.set(logitsOf(model, vector), example * labels.length);
      near[example] = Math.max(...cosines(means, vector));
    }
  }
  const confusions = toConfusions(logits, classes, labels.length);
  const threshold = quantile(near, REFUSED);
  const means = toMeans(lesson, labels.length, size);
  return {
    ...fitRegression(lesson, labels.length),
    ...{ ...means, threshold, slope: toSlope(lesson, means, { size, near, threshold }) },
    temperature: toTemperature(logits, classes, labels.length),
    accuracy: 1 - confusions.length / classes.length,
    confusions,
    refused: near.filter((each) => each < threshold).length / classes.length,
  };
}

/** A fold for each example; the examples of a class are spread over all folds. */
export function toFolds(classes: Int32Array, count: number): Int32Array {
  const smallest = Math.min(...Array.from({ length: count }, (_, each) => classes.filter((one) => one === each).length));
  const folds = Math.max(2, Math.min(classes.length > MANY ? 3 : FOLDS, smallest));
  const next = new Int32Array(count);
  return classes.map((each) => next[each]!++ % folds);
}

function subset({ vectors, classes }: Lesson, size: number, isSeen: (example: number) => boolean): Examples {
  const seen = [...classes.keys()].filter(isSeen);
  const kept = new Float32Array(seen.length * size);
  for (const [index, example] of seen.entries()) kept.set(vectors.subarray(example * size, (example + 1) * size), index * size);
  return { vectors: kept, classes: Int32Array.from(seen, (example) => classes[example]!) };
}

type Means = Pick<Taught, 'centre' | 'means'>;

/** Each class counts alike in the centre. */
function toMeans({ vectors, classes }: Examples, count: number, size: number): Means {
  const means = new Float32Array(count * size);
  const shares = new Float64Array(count);
  for (const each of classes) shares[each]!++;
  for (const [example, each] of classes.entries())
    for (let index = 0; index < size; index++)
      means[each * size + index]! += vectors[example * size + index]! / Math.max(1, shares[each]!);
  const centre = new Float32Array(size);
  for (let at = 0; at < means.length; at++) centre[at % size]! += means[at]! / count;
  for (let at = 0; at < means.length; at++) means[at]! -= centre[at % size]!;
  for (let each = 0; each < count; each++) {
    const mean = means.subarray(each * size, (each + 1) * size);
    const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0)) || 1;
    for (let index = 0; index < size; index++) mean[index]! /= length;
  }
  return { centre, means };
}

/** To each of the means, without the centre. */
function cosines({ centre, means }: Means, vector: Float32Array): number[] {
  const rest = vector.map((value, index) => value - centre[index]!);
  const length = Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Array.from({ length: means.length / vector.length }, (_, each) => {
    let sum = 0;
    for (let index = 0; index < vector.length; index++) sum += means[each * vector.length + index]! * rest[index]!;
    return sum / length;
  });
}

function toConfusions(logits: Float64Array, classes: Int32Array, count: number): Confusion[] {
  return [...classes].flatMap((right, example) => {
    const mine = logits.subarray(example * count, (example + 1) * count);
    const as = mine.indexOf(Math.max(...mine));
    return as === right ? [] : [{ example, as }];
  });
}

export function quantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(share * values.length))]!;
}

/** The temperature that makes what happened likeliest; never below 1, which would make the model surer of strangers, too. */
function toTemperature(logits: Float64Array, classes: Int32Array, count: number): number {
  const loss = (temperature: number): number =>
    classes.reduce((sum, right, example) => {
      const mine = logits.subarray(example * count, (example + 1) * count).map((each) => each / temperature);
      return sum + logSumExp(mine) - mine[right]!;
    }, 0);
  const tried = Array.from({ length: 25 }, (_, step) => 1.12 ** step);
  return tried.reduce((best, each) => (loss(each) < loss(best) ? each : best));
}

/**
 * How fast a vector is no more of the classes below the threshold: strangers are the examples of each class, seen from the means
 * of the others. Where they are as near as the examples themselves, the border is soft.
 */
function toSlope(
  { vectors, classes, labels }: Lesson,
  means: Means,
  { size, near, threshold }: { size: number; near: Float64Array; threshold: number },
): number {
  const strange = Float64Array.from(classes, (right, example) => {
    const all = cosines(means, vectors.subarray(example * size, (example + 1) * size));
    return Math.max(...all.filter((_, each) => each !== right));
  });
  if (labels.length < 2) return 160;
  const between = quantile(near, 0.5) - threshold;
  const apart = Math.max(0.01, threshold - quantile(strange, 0.5), between);
  return 8 / apart;
}
