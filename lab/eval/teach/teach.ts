import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import {
  computeProbabilities,
  teach as learn,
  type Lesson,
  type TaughtModel,
} from '../../../apps/api/src/inference/collections/learner/learner';
import { toldInterval } from '../../../apps/api/src/inference/collections/learner/told-interval';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins } from '../plugins';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'open-mix');
const DRAWS = 20;
/** Of ten classes with twenty pictures each: enough to tell 19 of 20. */
const MANY_DRAWS = 100;
/** Two accuracies that differ by no more are near. */
const NEAR = 0.03;
/** Pixels of a digit's side: eight of the source. */
const DIGIT_SIDE = 160;
/** Classes that are most like those of a draw. */
const CLOSE = 15;
/** A name from this probability on is a claim. */
const CLAIMED = 0.5;

interface Picture {
  group: 'caltech' | 'scenes' | 'imagenet' | 'digits';
  name: string;
  vector: Float32Array;
}

/** Models of some classes, and the number of pictures that each class is taught with. */
interface Task {
  set: Picture['group'];
  classes: number;
  each: number;
}

/** Of digits there are hundreds that no model was taught with: their true accuracy is known. */
const TASKS: readonly Task[] = [
  { set: 'caltech', classes: 10, each: 5 },
  { set: 'caltech', classes: 10, each: 10 },
  { set: 'scenes', classes: 6, each: 5 },
  { set: 'scenes', classes: 6, each: 10 },
  { set: 'scenes', classes: 6, each: 20 },
  { set: 'digits', classes: 3, each: 66 },
  { set: 'digits', classes: 10, each: 20 },
];
const TEN_BY_TWENTY = TASKS.at(-1)!;

/** Pictures that a model is taught with, and pictures that it has not seen, by their numbers. */
interface Draw {
  task: Task;
  train: number[];
  classes: number[];
  test: number[];
  truth: number[];
  names: string[];
}

interface Judged {
  accuracy: number;
  told: number;
  /** Whether the interval that is told holds the accuracy. */
  isCovered: boolean;
  taughtWith: number;
  tested: number;
  seconds: number;
  taught: TaughtModel;
}

/** Numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function shuffled<T>(values: readonly T[], next: () => number): T[] {
  return values
    .map((value) => ({ value, key: next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value);
}

function draw(pictures: readonly Picture[], task: Task, next: () => number): Draw {
  const { set, each } = task;
  const all = pictures.flatMap(({ group, name }) => (group === set && !name.startsWith('BACKGROUND') ? [name] : []));
  const names = shuffled([...new Set(all)], next).slice(0, task.classes);
  const made: Draw = { task, train: [], classes: [], test: [], truth: [], names };
  for (const [number, name] of names.entries()) {
    const mine = shuffled(
      [...pictures.keys()].filter((index) => pictures[index]!.group === set && pictures[index]!.name === name),
      next,
    );
    for (const index of mine.slice(0, each)) made.train.push(index);
    for (const index of mine.slice(each)) made.test.push(index);
    while (made.classes.length < made.train.length) made.classes.push(number);
    while (made.truth.length < made.test.length) made.truth.push(number);
  }
  return made;
}

/** The likeliest class of a vector, and its probability: what the network of the model answers. */
export function nameOf(taught: TaughtModel, vector: Float32Array): { number: number; probability: number } {
  const all = computeProbabilities(taught, taught.means.length / vector.length, vector);
  const probability = Math.max(...all);
  return { number: all.indexOf(probability), probability };
}

function judge(pictures: readonly Picture[], { train, classes, test, truth, names }: Draw): Judged {
  const size = pictures[0]!.vector.length;
  const vectors = new Float32Array(train.length * size);
  for (const [index, picture] of train.entries()) vectors.set(pictures[picture]!.vector, index * size);
  const lesson: Lesson = { vectors, classes: Int32Array.from(classes), labels: names };
  const started = performance.now();
  const taught = learn(lesson);
  const seconds = (performance.now() - started) / 1000;
  const right = test.filter((picture, index) => nameOf(taught, pictures[picture]!.vector).number === truth[index]);
  const accuracy = right.length / test.length;
  const [low, high] = toldInterval(taught.accuracy, train.length);
  const told = taught.accuracy;
  // The accuracy is known to half a picture at best.
  const half = 0.5 / test.length;
  const isCovered = low <= accuracy + half && accuracy - half <= high;
  return { taught, seconds, told, accuracy, isCovered, taughtWith: train.length, tested: test.length };
}

/** How likely each number of successes is. */
function binomial(share: number, count: number): Float64Array {
  const odds = Math.log(share / (1 - share));
  let log = count * Math.log(1 - share);
  return Float64Array.from({ length: count + 1 }, (_, hits) => {
    if (hits > 0) log += Math.log((count - hits + 1) / hits) + odds;
    return Math.exp(log);
  });
}

/**
 * How often two shares of rightly named pictures are near each other if only chance parts them: no method that counts as few pictures
 * does better. @param tested as many as there are; if absent, the truth is known.
 */
function nearByChance(accuracy: number, told: number, tested?: number): number {
  const share = Math.min(0.999, Math.max(0.001, accuracy));
  const others = tested === undefined ? Float64Array.of(1) : binomial(share, tested);
  let sum = 0;
  for (const [hits, likely] of binomial(share, told).entries())
    for (const [found, chance] of others.entries())
      if (Math.abs(hits / told - (tested === undefined ? accuracy : found / tested)) <= NEAR) sum += likely * chance;
  return sum;
}

/** Other classes of the set that are most like one of the draw. */
function closePictures(pictures: readonly Picture[], { task, names }: Draw): Picture[] {
  const mine = pictures.filter(({ group }) => group === task.set);
  const mean = (name: string): Float32Array => {
    const own = mine.filter((picture) => picture.name === name);
    const sum = own[0]!.vector.map((_, index) => own.reduce((total, { vector }) => total + vector[index]!, 0));
    return sum.map((value) => value / Math.hypot(...sum));
  };
  const known = names.map(mean);
  const others = [...new Set(mine.map(({ name }) => name))].filter(
    (name) => !names.includes(name) && !name.startsWith('BACKGROUND'),
  );
  const likeness = (vector: Float32Array): number =>
    Math.max(...known.map((each) => each.reduce((sum, value, index) => sum + value * vector[index]!, 0)));
  const nearest = others
    .map((name) => ({ name, near: likeness(mean(name)) }))
    .sort((one, other) => other.near - one.near)
    .slice(0, CLOSE)
    .map(({ name }) => name);
  return mine.filter(({ name }) => nearest.includes(name));
}

/** Whether the true accuracy is known better than what is told: more others are named. */
const isKnown = ({ taughtWith, tested }: Pick<Judged, 'taughtWith' | 'tested'>): boolean => tested > 1.5 * taughtWith;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The accuracy of scikit-learn's probe for each draw; undefined where it is not installed. */
async function probe(
  pictures: readonly Picture[],
  draws: readonly Draw[],
): Promise<{ version: string; accuracy: number[] } | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'percept-probe-'));
  try {
    const size = pictures[0]!.vector.length;
    const all = new Float32Array(pictures.length * size);
    for (const [index, { vector }] of pictures.entries()) all.set(vector, index * size);
    const file = join(folder, 'vectors');
    writeFileSync(file, Buffer.from(all.buffer));
    return await askPython([{ file, size }, ...draws]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the script with scikit-learn answers; undefined where that is not installed. */
function askPython<T>(lines: readonly object[]): Promise<T | undefined> {
  const script = join(ROOT, 'lab', 'eval', 'teach', 'probe.py');
  return new Promise((found) => {
    const child = execFile(process.env['PERCEPT_PYTHON'] ?? 'python3', [script], { maxBuffer: 2 ** 26 }, (error, stdout) =>
      found(error ? undefined : (JSON.parse(stdout) as T)),
    );
    // A Python without scikit-learn ends before it has read them.
    child.stdin!.on('error', () => undefined).end(lines.map((line) => JSON.stringify(line)).join('\n'));
  });
}

/** The handwritten digits that come with scikit-learn, enlarged; none without it. */
async function digits(embed: (image: string) => Promise<Float32Array>): Promise<Picture[]> {
  const { rows = [], names = [] } = (await askPython<{ rows: number[][]; names: string[] }>([{ digits: true }])) ?? {};
  const found: Picture[] = [];
  for (const [at, row] of rows.entries()) {
    const grey = sharp(Uint8Array.from(row), { raw: { width: 8, height: 8, channels: 1 } });
    const png = await grey.resize(DIGIT_SIDE, DIGIT_SIDE, { kernel: 'cubic' }).png().toBuffer();
    const vector = await embed(`data:image/png;base64,${png.toString('base64')}`);
    found.push({ group: 'digits', name: names[at]!, vector });
  }
  return found;
}

/** The vectors of an open mix, by the path that production uses. */
async function embed(data: string, quick: boolean, later: Later): Promise<Picture[]> {
  const host = await openPlugins();
  later(() => host.close());
  const vectorOf = async (image: string): Promise<Float32Array> =>
    Float32Array.from((await host.call('vision.embed', { image })).embedding as number[]);
  const lines = readFileSync(join(data, 'labels.jsonl'), 'utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const groupOf = ({ folder, scene }: Record<string, string>): Picture['group'] =>
    folder === undefined ? (scene === undefined ? 'imagenet' : 'scenes') : 'caltech';
  const wanted = quick ? rows.filter((row) => row['scene'] !== undefined).slice(0, 480) : rows;
  const found: Picture[] = [];
  for (let at = 0; at < wanted.length; at += 64) {
    const some = wanted.slice(at, at + 64).map(async (row): Promise<Picture> => {
      const name = row['folder'] ?? row['scene'] ?? row['name']!;
      return { group: groupOf(row), name, vector: await vectorOf(join(data, row['file']!)) };
    });
    found.push(...(await Promise.all(some)));
  }
  return [...found, ...(quick ? [] : await digits(vectorOf))];
}

/** Shares of strangers that are given a name, over the draws. */
function strangers(
  pictures: readonly Picture[],
  draws: readonly Draw[],
  judged: readonly Judged[],
): { far: number; close: number } {
  const named = (taught: TaughtModel, some: readonly Picture[]): number =>
    some.filter(({ vector }) => nameOf(taught, vector).probability >= CLAIMED).length / some.length;
  const away = pictures.filter(({ group }) => group === 'scenes');
  return {
    far: mean(judged.map(({ taught }) => named(taught, away))),
    close: mean(judged.map(({ taught }, index) => named(taught, closePictures(pictures, draws[index]!)))),
  };
}

async function measure({ quick, data = folderOf(DEFAULT_FOLDER), say }: MeasureOptions, later: Later): Promise<Report> {
  say(`Describing the pictures of ${data} …`);
  const pictures = await embed(data, quick, later);
  const next = numbers(7);
  const tasks = TASKS.filter(({ set, each }) =>
    quick ? set === 'scenes' && each === 5 : pictures.some(({ group }) => group === set),
  );
  const draws = tasks.flatMap((task) =>
    Array.from({ length: quick ? 2 : task === TEN_BY_TWENTY ? MANY_DRAWS : DRAWS }, () => draw(pictures, task, next)),
  );
  say(`Teaching ${draws.length} models …`);
  const judged = draws.map((each) => judge(pictures, each));
  const theirs = await probe(pictures, draws);
  const rows = tasks.map((task) => {
    const mine = [...draws.keys()].filter((index) => draws[index]!.task === task);
    const shareOf = (isSo: (each: Judged) => boolean) => mean(mine.map((index) => Number(isSo(judged[index]!))));
    const accuracy = mean(mine.map((index) => judged[index]!.accuracy));
    const { taughtWith, tested } = judged[mine[0]!]!;
    return {
      name: `${task.set}, ${task.each} pictures a class`,
      task,
      ...{ accuracy, taughtWith, tested },
      probe: theirs && mean(mine.map((index) => theirs.accuracy[index]!)),
      told: mean(mine.map((index) => judged[index]!.told)),
      close: shareOf((each) => Math.abs(each.told - each.accuracy) <= NEAR),
      byChance: nearByChance(accuracy, taughtWith, tested),
      atMost: nearByChance(accuracy, taughtWith),
      covered: shareOf(({ isCovered }) => isCovered),
      seconds: Math.max(...mine.map((index) => judged[index]!.seconds)),
    };
  });
  const ten = [...draws.keys()].filter((index) => draws[index]!.task === TASKS[1]);
  const pick = <T>(all: readonly T[]): T[] => ten.map((index) => all[index]!);
  const none = ten.length > 0 ? strangers(pictures, pick(draws), pick(judged)) : { far: NaN, close: NaN };
  const own = mean(
    pick(draws).map(({ test }, index) => {
      const { taught } = pick(judged)[index]!;
      return test.filter((picture) => nameOf(taught, pictures[picture]!.vector).probability >= CLAIMED).length / test.length;
    }),
  );
  return {
    name: 'teach',
    ratios: theirs ? { vs_sklearn: Math.min(...rows.map(({ accuracy, probe: other }) => accuracy / other!)) } : {},
    figures: {
      ...Object.fromEntries(rows.map(({ name, accuracy }) => [`accuracy_${name.replaceAll(/\W+/g, '_')}`, accuracy])),
      ...(ten.length > 0 && { named_own: own, named_far: none.far, named_close: none.close }),
      told_within_3_points: mean(rows.map(({ close }) => close)),
      told_within_3_points_by_chance: mean(rows.map(({ byChance }) => byChance)),
      ...Object.fromEntries(
        rows.flatMap(({ task: { set, classes, each }, close, atMost }) => {
          const key = `told_within_3_points_${classes}_classes_of_${each}`;
          return set === 'digits' ? [[key, close] as const, [`${key}_by_chance`, atMost] as const] : [];
        }),
      ),
      // Of fewer others, the accuracy is off by about as much as what is told.
      told_interval_holds: mean(rows.filter(isKnown).map(({ covered }) => covered)),
      told_mean_differs_most: Math.max(...rows.map(({ told, accuracy }) => Math.abs(told - accuracy))),
      seconds: Math.max(...rows.map(({ seconds }) => seconds)),
      pictures: pictures.length,
    },
    tables: [
      {
        title: `Models judged on pictures that they have not seen: ${DRAWS} draws each, and ${MANY_DRAWS} of ten digits`,
        head: [
          ...['set', 'taught with', 'tested with', 'accuracy', 'scikit-learn', 'told', 'within 3 points'],
          ...['the same by chance', 'at most, were the truth known', 'interval holds', 'most seconds'],
        ],
        rows: rows.map(
          ({ name, taughtWith, tested, accuracy, probe: other, told, close, byChance, atMost, covered, seconds }) => [
            ...[name, taughtWith, tested, accuracy, other ?? '', told, close],
            ...[byChance, atMost, covered, seconds],
          ],
        ),
      },
    ],
    ...(theirs && { against: [`scikit-learn ${theirs.version}`] }),
    on: data,
  };
}

export const teach: Measurement = {
  name: 'teach',
  summary:
    'Models that are taught with 5, 10 and 20 pictures a class, beside a linear probe of scikit-learn in the same features.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
