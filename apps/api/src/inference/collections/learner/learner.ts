import { fitRegression, computeLogits, logSumExp, findBasis, type Examples, type LinearModel } from './regression';

/** The examples that a model is taught with. */
export interface Lesson {
  vectors: Float32Array;
  /** The label of each example, by its number in `labels`. */
  classes: Int32Array;
  labels: readonly string[];
  /** Vectors of things that belong to none of the classes. */
  background?: Float32Array;
}

/** An example that was named wrongly by a model that was not trained on it. */
interface Confusion {
  example: number;
  /** Number of the label that the model gave. */
  as: number;
}

/** A taught model, and its results for examples that it had not seen. */
export interface TaughtModel extends LinearModel {
  /** Divisor of the logits. */
  temperature: number;
  /** The mean of all examples: what they have in common distinguishes no class from a stranger. */
  centre: Float32Array;
  /** The mean of each class minus the centre, scaled to length 1, all in one list. */
  means: Float32Array;
  /**
   * The probability that a vector belongs to one of the classes is sigmoid(slope × (cosine to the nearest mean, both without the
   * centre, − threshold)).
   */
  threshold: number;
  slope: number;
  /** Share of unseen things like the examples that the model names correctly, estimated by cross-validation. */
  accuracy: number;
  confusions: Confusion[];
  /** Share of the examples that were assigned to no class by models that were not trained on them. */
  refused: number;
}

const FOLDS = 5;
/** With more examples, three folds are enough. */
const MANY = 2_000;
/** Of so few examples, each is named in several rounds of other folds: where they are cut would shift the accuracy. */
const FEW = 500;
const ROUNDS = 4;
/**
 * Share of the errors that the model avoids and those of the folds do not, which saw a fifth fewer examples. Models that guess avoid
 * none. Chosen as lab/notes/told-accuracy.md says.
 */
const AVOIDED = 0.1;
/** Share of the examples that may be assigned to no class. */
const REFUSED = 0.05;
/**
 * A vector with this cosine to a mean belongs to the classes, however alike the examples are: their spread does not tell how other
 * pictures of the class look. Strangers rarely come as near. Chosen on drawn shapes, checked on letters and on crops of photographs.
 */
const SURELY_NEAR = 0.6;

/** The inverse strength of the penalty on the weights. Chosen on Caltech pictures that no draw of the evaluation uses. */
const LOOSENESS = 30;
/**
 * The looseness for texts with a background, and the weight of the background relative to a class. Chosen on
 * lab/eval/texts/news.tsv and mail.tsv.
 */
const LOOSENESS_TEXTS = 100;
const BACKGROUND_SHARE = 0.5;

/**
 * Teaches a model and evaluates it by cross-validation: each example is named by a model that has not seen it.
 * @param onProgress gets the number of fitted models and their total: one for each fold, and one for all examples.
 */
export function teach(lesson: Lesson, onProgress: (done: number, total: number) => void = () => undefined): TaughtModel {
  const { classes, labels, background } = lesson;
  const size = lesson.vectors.length / classes.length;
  const all = withBackground(lesson);
  const columns = labels.length + (background ? 1 : 0);
  const options = {
    looseness: background ? LOOSENESS_TEXTS : LOOSENESS,
    shares: background && [...labels.map(() => 1), BACKGROUND_SHARE],
  };
  // Within the span of few examples, all that is compared here is the same, of fewer numbers.
  const inner = all.classes.length < size ? { ...all, vectors: findBasis(all.vectors, size).coordinates } : all;
  const width = inner.vectors.length / inner.classes.length;
  const rounds = Array.from({ length: classes.length <= FEW ? ROUNDS : 1 }, (_, round) => toFolds(all.classes, columns, round));
  const named = rounds.map(() => new Float64Array(all.classes.length * columns));
  const [logits] = named as [Float64Array];
  const near = new Float64Array(classes.length);
  const parts = rounds.flatMap((folds, round) => [...new Set(folds)].map((fold) => ({ folds, fold, round })));
  for (const [done, { folds, fold, round }] of parts.entries()) {
    onProgress(done, parts.length + 1);
    const seen = subset(inner, width, (example) => folds[example] !== fold);
    const model = fitRegression(seen, columns, options);
    const means = toMeans(seen, labels.length, width);
    for (let example = 0; example < all.classes.length; example++) {
      if (folds[example] !== fold) continue;
      const vector = inner.vectors.subarray(example * width, (example + 1) * width);
      named[round]!.set(computeLogits(model, vector), example * columns);
      if (round === 0 && example < classes.length) near[example] = Math.max(...cosines(means, vector));
    }
  }
  onProgress(parts.length, parts.length + 1);
  const sizes = { count: labels.length, columns };
  const errors = named.reduce((sum, each) => sum + errorsOf(each, classes, sizes), 0) / named.length;
  const guessed = 1 - 1 / Math.max(2, labels.length);
  const confusions = toConfusions(logits, classes, sizes);
  const means = toMeans(lesson, labels.length, size);
  return {
    ...fitRegression(all, columns, options),
    ...means,
    ...(background ? { ...EVERYWHERE, refused: strange(logits, classes, columns) } : toBorder(lesson, means, near)),
    temperature: toTemperature(logits, all.classes, { columns, isSurer: background !== undefined }),
    accuracy: 1 - errors * (1 - AVOIDED * Math.max(0, 1 - errors / guessed)),
    confusions,
  };
}

/** The probability of each label for a vector of length 1: the output of the model's network. */
export function computeProbabilities(taught: TaughtModel, count: number, vector: Float32Array): Float64Array {
  const logits = computeLogits(taught, vector).map((logit) => logit / taught.temperature);
  const logs = logSumExp(logits);
  const known = 1 / (1 + Math.exp(-taught.slope * (Math.max(...cosines(taught, vector)) - taught.threshold)));
  return logits.subarray(0, count).map((logit) => known * Math.exp(logit - logs));
}

/** Adds the background as the last class. */
function withBackground({ vectors, classes, labels, background }: Lesson): Examples {
  if (!background) return { vectors, classes };
  const size = vectors.length / classes.length;
  const all = new Float32Array(vectors.length + background.length);
  all.set(vectors);
  all.set(background, vectors.length);
  const numbers = Int32Array.from({ length: classes.length + background.length / size }, (_, at) => classes[at] ?? labels.length);
  return { vectors: all, classes: numbers };
}

/** With a background, which recognizes strangers, the distance does not matter: every cosine is above this threshold. */
const EVERYWHERE = { threshold: -2, slope: 160 };

/** Share of the examples that are more likely background. */
function strange(logits: Float64Array, classes: Int32Array, columns: number): number {
  const isStrange = (example: number): boolean => {
    const mine = logits.subarray(example * columns, (example + 1) * columns);
    return mine.indexOf(Math.max(...mine)) === columns - 1;
  };
  return [...classes.keys()].filter(isStrange).length / classes.length;
}

function toBorder(lesson: Lesson, means: Means, near: Float64Array): Pick<TaughtModel, 'threshold' | 'slope' | 'refused'> {
  const size = lesson.vectors.length / lesson.classes.length;
  const threshold = Math.min(SURELY_NEAR, shareQuantile(near, REFUSED));
  const refused = near.filter((each) => each < threshold).length / near.length;
  return { threshold, slope: toSlope(lesson, means, { size, near, threshold }), refused };
}

/** Assigns each example to a fold, in each round to another; the examples of a class are spread over all folds. */
export function toFolds(classes: Int32Array, count: number, round = 0): Int32Array {
  const smallest = Math.min(...Array.from({ length: count }, (_, each) => classes.filter((one) => one === each).length));
  const folds = Math.max(2, Math.min(classes.length > MANY ? 3 : FOLDS, smallest));
  let state = round;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  const keys = Float64Array.from(classes, (_, example) => (round === 0 ? example : random()));
  const next = new Int32Array(count);
  const found = new Int32Array(classes.length);
  for (const example of [...classes.keys()].sort((one, other) => keys[one]! - keys[other]!))
    found[example] = next[classes[example]!]!++ % folds;
  return found;
}

function subset({ vectors, classes }: Examples, size: number, isSeen: (example: number) => boolean): Examples {
  const seen = [...classes.keys()].filter(isSeen);
  const kept = new Float32Array(seen.length * size);
  for (const [index, example] of seen.entries()) kept.set(vectors.subarray(example * size, (example + 1) * size), index * size);
  return { vectors: kept, classes: Int32Array.from(seen, (example) => classes[example]!) };
}

type Means = Pick<TaughtModel, 'centre' | 'means'>;

/** All classes have the same weight in the centre. */
function toMeans({ vectors, classes }: Examples, count: number, size: number): Means {
  const means = new Float32Array(count * size);
  const shares = new Float64Array(count);
  for (const each of classes) if (each < count) shares[each]!++;
  for (const [example, each] of classes.entries())
    for (let index = 0; each < count && index < size; index++)
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

/** The cosine to each mean, after subtracting the centre. */
function cosines({ centre, means }: Means, vector: Float32Array): number[] {
  const rest = vector.map((value, index) => value - centre[index]!);
  const length = Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Array.from({ length: means.length / vector.length }, (_, each) => {
    let sum = 0;
    for (let index = 0; index < vector.length; index++) sum += means[each * vector.length + index]! * rest[index]!;
    return sum / length;
  });
}

function toConfusions(
  logits: Float64Array,
  classes: Int32Array,
  { count, columns }: { count: number; columns: number },
): Confusion[] {
  return [...classes].flatMap((right, example) => {
    const mine = logits.subarray(example * columns, example * columns + count);
    const as = mine.indexOf(Math.max(...mine));
    return as === right ? [] : [{ example, as }];
  });
}

/**
 * The share of errors: the mean of those that were made and those that the models expect. The expected ones vary less, because they
 * count how sure a model is of each example, instead of whether it was right.
 */
function errorsOf(logits: Float64Array, classes: Int32Array, { count, columns }: { count: number; columns: number }): number {
  const known = Float64Array.from(
    { length: classes.length * count },
    (_, at) => logits[Math.floor(at / count) * columns + (at % count)]!,
  );
  const temperature = toTemperature(known, classes, { columns: count, isSurer: true });
  const sure = classes.reduce((sum, _, example) => {
    const mine = known.subarray(example * count, (example + 1) * count).map((logit) => logit / temperature);
    return sum + Math.exp(Math.max(...mine) - logSumExp(mine));
  }, 0);
  const made = toConfusions(logits, classes, { count, columns }).length;
  return (made + classes.length - sure) / (2 * classes.length);
}

function shareQuantile(values: Float64Array, share: number): number {
  return values.toSorted()[Math.min(values.length - 1, Math.floor(share * values.length))]!;
}

/**
 * The temperature with the highest likelihood. Below 1 it would also make the model more certain of strangers, unless the model
 * knows some.
 */
function toTemperature(
  logits: Float64Array,
  classes: Int32Array,
  { columns, isSurer }: { columns: number; isSurer: boolean },
): number {
  const loss = (temperature: number): number =>
    classes.reduce((sum, right, example) => {
      const mine = logits.subarray(example * columns, (example + 1) * columns).map((each) => each / temperature);
      return sum + logSumExp(mine) - mine[right]!;
    }, 0);
  const tried = Array.from({ length: 31 }, (_, step) => 1.12 ** (step - 6)).slice(isSurer ? 0 : 6);
  return tried.reduce((best, each) => (loss(each) < loss(best) ? each : best));
}

/**
 * How quickly the probability falls below the threshold. The examples of each class, seen from the other classes' means, serve as
 * strangers. If these are as near as the examples themselves, the border is soft.
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
  const between = shareQuantile(near, 0.5) - threshold;
  const apart = Math.max(0.01, threshold - shareQuantile(strange, 0.5), between);
  // Pictures of one camera are all alike: half of them surely belong to a class, however far the other classes are.
  return Math.max(8 / apart, 4 / Math.max(0.01, between));
}
