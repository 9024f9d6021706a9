import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { probabilitiesOf, teach as learn, type Lesson, type Taught } from '../../../apps/api/src/collections/learner/learner';
import { toldInterval } from '../../../apps/api/src/collections/learner/told-interval';
import { withCleanup, type Later } from '../../bench/runner/cleanup';
import { folderOf, type Measurement, type MeasureOptions } from '../../bench/runner/command';
import type { Report } from '../../bench/runner/report';
import { ROOT } from '../../bench/service';
import { openPlugins } from '../plugins';

const DEFAULT_FOLDER = resolve(ROOT, '..', 'shared', 'data', 'images', 'open-mix');
const DRAWS = 20;
const CLASSES = 10;
/** Classes that are most like those of a draw. */
const CLOSE = 15;
/** A name from this probability on is a claim. */
const CLAIMED = 0.5;

interface Picture {
  group: 'caltech' | 'scenes' | 'imagenet';
  name: string;
  vector: Float32Array;
}

/** Pictures that a model is taught with, and pictures that it has not seen, by their numbers. */
interface Draw {
  set: string;
  each: number;
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
  /** Whether told and accuracy differ by no more than chance makes of so few pictures. */
  isByChance: boolean;
  tested: number;
  seconds: number;
  taught: Taught;
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

/** @param each pictures of each class that a model is taught with. */
function draw(pictures: readonly Picture[], set: Picture['group'], each: number, next: () => number): Draw {
  const all = pictures.flatMap(({ group, name }) => (group === set && !name.startsWith('BACKGROUND') ? [name] : []));
  const names = shuffled([...new Set(all)], next).slice(0, CLASSES);
  const made: Draw = { set, each, train: [], classes: [], test: [], truth: [], names };
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
export function nameOf(taught: Taught, vector: Float32Array): { number: number; probability: number } {
  const all = probabilitiesOf(taught, taught.means.length / vector.length, vector);
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
  const isCovered = low <= accuracy && accuracy <= high;
  const isByChance = Math.abs(told - accuracy) <= chanceOf(told, accuracy, [train.length, test.length]);
  return { taught, seconds, told, accuracy, isCovered, isByChance, tested: test.length };
}

/** How much two estimates of a probability may differ by chance (95 %), by the numbers of their pictures. */
export function chanceOf(one: number, other: number, [first, second]: readonly [number, number]): number {
  // With a success and a failure more: two shares of 1 differ by chance, too.
  const share = (one * first + other * second + 1) / (first + second + 2);
  return 1.96 * Math.sqrt(share * (1 - share) * (1 / first + 1 / second));
}

/** Other classes of the set that are most like one of the draw. */
function closePictures(pictures: readonly Picture[], { set, names }: Draw): Picture[] {
  const mine = pictures.filter(({ group }) => group === set);
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
    const lines = [{ file, size }, ...draws].map((line) => JSON.stringify(line)).join('\n');
    const script = join(ROOT, 'lab', 'eval', 'teach', 'probe.py');
    return await new Promise((found) => {
      const child = execFile(process.env['PERCEPT_PYTHON'] ?? 'python3', [script], (error, stdout) =>
        found(error ? undefined : (JSON.parse(stdout) as { version: string; accuracy: number[] })),
      );
      // A Python without scikit-learn ends before it has read them.
      child.stdin!.on('error', () => undefined).end(lines);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The vectors of an open mix, by the path that production uses. */
async function embed(data: string, quick: boolean, later: Later): Promise<Picture[]> {
  const host = await openPlugins();
  later(() => host.close());
  const lines = readFileSync(join(data, 'labels.jsonl'), 'utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, string>);
  const groupOf = ({ folder, scene }: Record<string, string>): Picture['group'] =>
    folder === undefined ? (scene === undefined ? 'imagenet' : 'scenes') : 'caltech';
  const wanted = quick ? rows.filter((row) => row['scene'] !== undefined).slice(0, 480) : rows;
  const found: Picture[] = [];
  for (let at = 0; at < wanted.length; at += 64) {
    const some = wanted.slice(at, at + 64).map(async (row): Promise<Picture> => {
      const { embedding } = await host.call('vision.embed', { image: join(data, row['file']!) });
      return {
        group: groupOf(row),
        name: row['folder'] ?? row['scene'] ?? row['name']!,
        vector: Float32Array.from(embedding as number[]),
      };
    });
    found.push(...(await Promise.all(some)));
  }
  return found;
}

/** Shares of strangers that are given a name, over the draws. */
function strangers(
  pictures: readonly Picture[],
  draws: readonly Draw[],
  judged: readonly Judged[],
): { far: number; close: number } {
  const named = (taught: Taught, some: readonly Picture[]): number =>
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
  const sets = (
    quick
      ? [['scenes', 5]]
      : [
          ['caltech', 5],
          ['caltech', 10],
          ['scenes', 5],
          ['scenes', 10],
          ['scenes', 20],
        ]
  ) as [Picture['group'], number][];
  const draws = sets.flatMap(([set, each]) => Array.from({ length: quick ? 2 : DRAWS }, () => draw(pictures, set, each, next)));
  say(`Teaching ${draws.length} models …`);
  const judged = draws.map((each) => judge(pictures, each));
  const theirs = await probe(pictures, draws);
  const rows = sets.map(([set, each]) => {
    const mine = [...draws.keys()].filter((index) => draws[index]!.set === set && draws[index]!.each === each);
    const covered = mine.filter((index) => judged[index]!.isCovered).length;
    const byChance = mine.filter((index) => judged[index]!.isByChance).length;
    const close = mine.filter((index) => Math.abs(judged[index]!.told - judged[index]!.accuracy) <= 0.03).length;
    return {
      name: `${set}, ${each} pictures a class`,
      accuracy: mean(mine.map((index) => judged[index]!.accuracy)),
      probe: theirs && mean(mine.map((index) => theirs.accuracy[index]!)),
      told: mean(mine.map((index) => judged[index]!.told)),
      close: close / mine.length,
      covered: covered / mine.length,
      byChance: byChance / mine.length,
      tested: mean(mine.map((index) => judged[index]!.tested)),
      seconds: Math.max(...mine.map((index) => judged[index]!.seconds)),
    };
  });
  const ten = [...draws.keys()].filter((index) => draws[index]!.set === 'caltech' && draws[index]!.each === 10);
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
      told_interval_holds: mean(rows.map(({ covered }) => covered)),
      told_differs_by_chance: mean(rows.map(({ byChance }) => byChance)),
      told_mean_differs_most: Math.max(...rows.map(({ told, accuracy }) => Math.abs(told - accuracy))),
      seconds: Math.max(...rows.map(({ seconds }) => seconds)),
      pictures: pictures.length,
    },
    tables: [
      {
        title: `Models of ${CLASSES} classes (six of the scenes), judged on pictures that they have not seen, ${DRAWS} draws each`,
        head: [
          'set',
          'accuracy',
          'scikit-learn',
          'told',
          'within 3 points',
          'interval holds',
          'by chance',
          'tested',
          'most seconds',
        ],
        rows: rows.map(({ name, accuracy, probe: other, told, close, covered, byChance, tested, seconds }) => [
          name,
          accuracy,
          other ?? '',
          told,
          close,
          covered,
          byChance,
          Math.round(tested),
          seconds,
        ]),
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
