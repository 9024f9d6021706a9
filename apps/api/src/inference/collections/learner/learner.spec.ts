/** @jest-environment ./test/onnx-environment.js */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { computeProbabilities, teach, toFolds, type Lesson } from './learner';
import { minimizeLbfgs } from './minimize';
import { fitRegression, computeLogits } from './regression';
import { toNetwork } from './taught-network';
import { toldInterval } from './told-interval';

const SIZE = 16;

/** Numbers that are always the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648 - 0.5;
}

/** Vectors around a point of each class; the spread says how much they overlap. */
function lesson(count: number, each: number, { spread = 0.3, seed = 3 } = {}): Lesson {
  const next = numbers(seed);
  const centres = Array.from({ length: count }, () => Array.from({ length: SIZE }, next));
  const vectors = new Float32Array(count * each * SIZE);
  const classes = Int32Array.from({ length: count * each }, (_, index) => index % count);
  for (const [index, number] of classes.entries()) {
    const values = centres[number]!.map((value) => value + 2 * spread * next());
    const length = Math.hypot(...values);
    vectors.set(
      values.map((value) => value / length),
      index * SIZE,
    );
  }
  return { vectors, classes, labels: Array.from({ length: count }, (_, number) => `class ${number}`) };
}

test('the least value of a function of many variables is found', () => {
  const target = Float64Array.from({ length: 30 }, (_, index) => index);
  const found = minimizeLbfgs((at, gradient) => {
    let value = 0;
    for (let index = 0; index < at.length; index++) {
      const off = at[index]! - target[index]!;
      gradient[index] = 2 * (index + 1) * off;
      value += (index + 1) * off * off;
    }
    return value;
  }, new Float64Array(30));
  for (const [index, value] of found.entries()) expect(value).toBeCloseTo(index, 3);
});

test.each([
  ['many', 10],
  ['fewer than it has numbers, two of them the same,', 5],
])('the regression of %s examples is where its penalised loss is least: no small step lowers it', (_, each) => {
  const { vectors, classes } = lesson(2, each, { spread: 0.8 });
  if (each === 5) vectors.copyWithin(2 * SIZE, 0, SIZE);
  const { weights, constants } = fitRegression({ vectors, classes }, 2, { looseness: 30 });
  const loss = (changed: Float64Array): number => {
    let sum = changed.reduce((all, each) => all + (each * each) / 60, 0);
    for (const [example, right] of classes.entries()) {
      const logits = computeLogits({ weights: changed, constants }, vectors.subarray(example * SIZE, (example + 1) * SIZE));
      sum += Math.log(Math.exp(logits[0]! - logits[right]!) + Math.exp(logits[1]! - logits[right]!));
    }
    return sum;
  };
  const least = loss(weights);
  for (let index = 0; index < weights.length; index++)
    for (const step of [0.05, -0.05]) expect(loss(weights.with(index, weights[index]! + step))).toBeGreaterThan(least);
});

test('classes that lie apart are learned; the estimated accuracy of noise is that of guessing', () => {
  const apart = teach(lesson(4, 12));
  expect([apart.confusions, apart.accuracy > 0.98]).toEqual([[], true]);
  const noise = Array.from({ length: 3 }, (_, seed) => teach(lesson(4, 25, { spread: 40, seed: seed + 1 })));
  expect(Math.abs(noise.reduce((sum, { accuracy }) => sum + accuracy, 0) / 3 - 0.25)).toBeLessThan(0.08);
  expect(noise[0]!.confusions.length).toBeGreaterThan(50);
});

test('the estimated accuracy of few examples is that on things that were not seen', () => {
  const spread = 1.1;
  const off = Array.from({ length: 3 }, (_, seed) => {
    const { vectors, classes, labels } = lesson(4, 500, { spread, seed: seed + 1 });
    const few = teach({ vectors: vectors.slice(0, 160 * SIZE), classes: classes.slice(0, 160), labels });
    const rest = [...classes.keys()].slice(160);
    const right = rest.filter((at) => {
      const all = computeProbabilities(few, 4, vectors.subarray(at * SIZE, (at + 1) * SIZE));
      return all.indexOf(Math.max(...all)) === classes[at];
    });
    const accuracy = right.length / rest.length;
    expect([accuracy > 0.6, accuracy < 0.95]).toEqual([true, true]);
    return few.accuracy - accuracy;
  });
  expect(Math.abs(off.reduce((sum, each) => sum + each, 0) / 3)).toBeLessThan(0.03);
  expect(Math.max(...off.map(Math.abs))).toBeLessThan(0.06);
});

test('folds spread each class, however few examples it has', () => {
  const classes = Int32Array.from([0, 0, 0, 0, 0, 0, 1, 1]);
  expect([...toFolds(classes, 2)]).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
  const many = toFolds(
    Int32Array.from({ length: 60 }, (_, index) => index % 2),
    2,
  );
  expect(new Set(many).size).toBe(5);
});

test('the network answers what the model says; a stranger is none of the classes', async () => {
  const known = lesson(3, 15);
  const taught = teach(known);
  const session = await InferenceSession.create(toNetwork(taught, SIZE), { intraOpNumThreads: 1 });
  const scores = async (vector: Float32Array): Promise<Float32Array> => {
    const outputs = await session.run({ features: new Tensor('float32', vector, [1, SIZE]) });
    return outputs.scores!.data as Float32Array;
  };
  let right = 0;
  for (const [example, number] of known.classes.entries()) {
    // A trunk's features are not of the length 1.
    const vector = known.vectors.slice(example * SIZE, (example + 1) * SIZE).map((value) => 7 * value);
    const found = await scores(vector);
    if (found.indexOf(Math.max(...found)) === number && found[number]! >= 0.5) right++;
  }
  expect(right / known.classes.length).toBeGreaterThanOrEqual(0.9);
  const { centre } = taught;
  const next = numbers(99);
  const stranger = Float32Array.from({ length: SIZE }, (_, index) => 3 * next() - (known.vectors[index]! - centre[index]!));
  expect(Math.max(...(await scores(stranger)))).toBeLessThan(0.5);
  await session.release();
});

test('two classes of pictures that are all alike, as those of one camera: a new one is surely of its class', () => {
  const camera = lesson(2, 12, { spread: 0.05 });
  const taught = teach(camera);
  const sure = [...camera.classes.keys()].filter((example) => {
    const vector = camera.vectors.slice(example * SIZE, (example + 1) * SIZE);
    return computeProbabilities(taught, 2, vector)[camera.classes[example]!]! >= 0.8;
  });
  expect(sure.length / camera.classes.length).toBeGreaterThanOrEqual(0.6);
});

test('pictures that are all alike: one of the same class that differs more than they do is named, a stranger is not', () => {
  const copies = teach(lesson(3, 5, { spread: 0.02 }));
  const best = (vector: Float32Array): Float64Array => computeProbabilities(copies, 3, vector);
  const others = lesson(3, 8, { spread: 0.25 });
  const named = [...others.classes.keys()].filter(
    (example) => best(others.vectors.slice(example * SIZE, (example + 1) * SIZE))[others.classes[example]!]! >= 0.5,
  );
  expect(named.length / others.classes.length).toBeGreaterThanOrEqual(0.8);
  const strangers = lesson(12, 2, { seed: 77 });
  const wrong = [...strangers.classes.keys()].filter(
    (example) => Math.max(...best(strangers.vectors.slice(example * SIZE, (example + 1) * SIZE))) >= 0.5,
  );
  expect(wrong.length / strangers.classes.length).toBeLessThanOrEqual(0.1);
});

test('a background says what is of none of the classes; the network answers the same as the learner', async () => {
  const known = lesson(3, 15);
  const background = lesson(12, 4, { seed: 77, spread: 0.6 }).vectors;
  const taught = teach({ ...known, background });
  const session = await InferenceSession.create(toNetwork(taught, SIZE), { intraOpNumThreads: 1 });
  const strangers = lesson(12, 2, { seed: 77, spread: 0.6 }).vectors;
  const best = (learned: typeof taught, vector: Float32Array): number => Math.max(...computeProbabilities(learned, 3, vector));
  let named = 0;
  for (let at = 0; at < strangers.length; at += SIZE) if (best(taught, strangers.slice(at, at + SIZE)) >= 0.5) named++;
  expect(named).toBeLessThanOrEqual(3);
  for (let at = 0; at < 5 * SIZE; at += SIZE) {
    const vector = known.vectors.slice(at, at + SIZE);
    const { scores } = await session.run({ features: new Tensor('float32', vector, [1, SIZE]) });
    const expected = computeProbabilities(taught, 3, vector);
    expect(
      [...(scores!.data as Float32Array)].map((each, index) => each - expected[index]!).every((off) => Math.abs(off) < 1e-4),
    ).toBe(true);
    expect(Math.max(...expected)).toBeGreaterThan(0.5);
  }
  await session.release();
});

test('the interval that is told is that of Wilson, a quarter wider: it holds the share, and narrows with the entries', () => {
  const width = (accuracy: number, entries: number): number => {
    const [low, high] = toldInterval(accuracy, entries);
    expect(low).toBeLessThan(accuracy);
    expect(high).toBeGreaterThan(accuracy);
    return high - low;
  };
  expect(toldInterval(0.95, 100).map((each) => each.toFixed(3))).toEqual(['0.867', '0.982']);
  expect(width(0.95, 1_000)).toBeLessThan(width(0.95, 100) / 2);
  expect(toldInterval(1, 20)[1]).toBeCloseTo(1, 9);
  expect(toldInterval(0, 20)[0]).toBeCloseTo(0, 9);
});
