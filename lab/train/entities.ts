import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Gazetteer, hashNames } from '../../libs/plugins/text/entities/gazetteer';
import { tagFeatures } from '../../libs/plugins/text/entities/tag-features';
import { TAGS } from '../../libs/plugins/text/entities/tags';
import { classesIn } from '../../libs/plugins/text/entities/tagger';
import { WordClasses } from '../../libs/plugins/text/entities/word-classes';
import { encodeWeights, readSafetensors } from '../../libs/plugins/text/weights/tensors';
import { classesOf } from './word-classes';
import { latticeOf, trainCrf, type TaggedSentence, type TaggerWeights } from './crf';
import { readEntitySets, tagged } from './entity-sets';
import { readNameLists, readOrganizations } from './name-lists';
import { seededRandom } from './random';
import type { Folders } from './sentiment';
import { fitSpanCalibration } from './span-calibration';
import { isHeldOut, sha256, trainingFile, type TrainingFile } from './training-data';

const WEIGHTS = 'weights.safetensors';
const LEARNING = { epochs: 10, seed: 42, rate: 0.1, l1: 0.1, l2: 1, drop: 0.2 };
const RECIPE = { ...LEARNING, leastSeen: 2, leastWeight: 0.03, shouted: 0.12 };

/** Where the words' vectors are, if not the classes of the weights that are there. */
type EntityFolders = Folders & { vectors?: string };

type Tagged = ReturnType<typeof tagged> & { heldOut: boolean };

/** Writes `weights.safetensors` and `training.json`: same data, same bytes. */
export function trainEntities({ data, model, vectors }: EntityFolders, say: (line: string) => void): void {
  const sets = readEntitySets(data, 'entities-en').map(({ sentences, ...set }) => ({
    ...set,
    sentences: sentences.filter(({ isKept }) => !isKept),
  }));
  const names = hashNames([...readNameLists(), ...readOrganizations(data)]);
  const classes = vectors ? classesOf(vectors) : classesIn(readSafetensors(join(model, WEIGHTS)));
  const knowledge = { gazetteer: new Gazetteer(names), classes: new WordClasses(classes) };
  const sentences: Tagged[] = sets.flatMap((set) =>
    set.sentences.map((sentence) => ({ ...tagged(sentence), heldOut: isHeldOut(sentence.text) })),
  );
  const learned = [...sentences, ...shouted(sentences)].filter(({ words }) => words.length > 0);
  say(`Learning from ${learned.length} sentences …`);
  const features = learned.map(({ words }) => tagFeatures(words, knowledge));
  const keys = oftenSeen(features, RECIPE.leastSeen);
  const examples = learned.map(({ tags }, i): TaggedSentence => ({ rows: rowsOf(features[i]!, keys), tags }));
  const settings = { ...LEARNING, rows: keys.size };
  say('First run without a fifth of the data, for the calibration:');
  const known = examples.filter((_, i) => !learned[i]!.heldOut);
  const first = trainCrf(known, settings, say);
  const kept = examples.filter((_, i) => learned[i]!.heldOut).slice(0, sentences.length);
  const calibration = fitSpanCalibration(
    kept.map(({ rows, tags }) => ({ lattice: latticeOf(rows, (at) => first.table[at]!, first.transitions), tags })),
  );
  say('And with all:');
  const weights = trainCrf(examples, settings, say);
  const pruned = prune(keys, weights);
  mkdirSync(model, { recursive: true });
  const tensors = {
    'rows.keys': pruned.keys,
    'names.keys': names.keys,
    'classes.keys': classes.keys,
    transitions: weights.transitions,
    calibration: Float32Array.of(pruned.step, ...calibration),
    'rows.weights': pruned.table,
    'names.lists': names.lists,
    'classes.of': classes.classes,
    'classes.groups': classes.groups,
  };
  writeFileSync(join(model, WEIGHTS), encodeWeights(tensors, {}));
  const files = sets.map(({ file, part, sentences }) => trainingFile(data, file, { used: sentences.length, part }));
  const made = {
    recipe: RECIPE,
    files,
    vectors: vectors ? { file: basename(vectors), sha256: sha256(readFileSync(vectors)) } : before(model),
  };
  writeFileSync(join(model, 'training.json'), `${JSON.stringify(made, null, 2)}\n`);
  say(`${pruned.keys.length} rows, ${names.keys.length} names`);
}

/** What the classes of words were made of, the last time. */
const before = (model: string) =>
  (JSON.parse(readFileSync(join(model, 'training.json'), 'utf8')) as { vectors: Pick<TrainingFile, 'file' | 'sha256'> }).vectors;

/** Repeats some sentences in capitals, so that names are found there, too. */
function shouted(sentences: readonly Tagged[]): Tagged[] {
  const random = seededRandom(RECIPE.seed);
  return sentences
    .filter(({ tags }) => random() < RECIPE.shouted && tags.some((tag) => tag > 0))
    .map(({ words, tags, heldOut }) => ({ words: words.map((word) => word.toUpperCase()), tags, heldOut }));
}

/** Keys that occur at least this often, each with its row. */
function oftenSeen(features: readonly number[][][], least: number): Map<number, number> {
  const counts = new Map<number, number>();
  for (const sentence of features)
    for (const word of sentence) for (const key of word) counts.set(key, (counts.get(key) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count >= least).map(([key]) => key);
  return new Map(often.sort((a, b) => a - b).map((key, row) => [key, row]));
}

const rowsOf = (features: readonly number[][], keys: ReadonlyMap<number, number>): Int32Array[] =>
  features.map((word) => Int32Array.from(word.flatMap((key) => keys.get(key) ?? [])));

/** The rows with a relevant weight, in 8 bits. */
function prune(
  keys: ReadonlyMap<number, number>,
  { table }: TaggerWeights,
): { keys: Uint32Array; table: Int8Array; step: number } {
  const strength = (row: number) =>
    table.subarray(row * TAGS, (row + 1) * TAGS).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const kept = [...keys].filter(([, row]) => strength(row) >= RECIPE.leastWeight);
  const step = kept.reduce((most, [, row]) => Math.max(most, strength(row)), 0) / 127;
  const small = kept.flatMap(([, row]) =>
    Array.from(table.subarray(row * TAGS, (row + 1) * TAGS), (each) => Math.round(each / step)),
  );
  return { keys: Uint32Array.from(kept, ([key]) => key), table: Int8Array.from(small), step };
}
