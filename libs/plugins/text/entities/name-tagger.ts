import type { ModelIdentity, ModelTasks, Network } from '@percept/sdk/models';
import { dirname, join } from 'node:path';
import { shippedModel } from '../weights/folder';
import { readSafetensors } from '../weights/tensors';
import { Gazetteer } from './gazetteer';
import { bestPath, computeSpanChances, keepOutside, type Lattice } from './lattice';
import { calibrated, openTagger, type SureSpan } from './tagger';
import { NAME_TYPES, readSpans, type NameSpan } from './tags';
import type { Readings } from './readings';
import { readWords, SIGN_COUNT, wordFeatures, type ReadWords, type WordFeatures } from './word-features';
import type { Word } from './words';

/** The maximum number of words of one reading; a longer sentence is read in parts. */
const WINDOW = 200;
/** The maximum number of words read at once: bounds the memory. */
const BATCH = 1_000;
/** If the encoder knows none of the characters, the confidence is multiplied by this. */
const LITTLE = 0.1;
/** The maximum number of words that the large model reads of a text: some two seconds of one core. */
export const MAX_WORDS = 5_000;

/** The words of each sentence. */
type Sentences = readonly (readonly Word[])[];

/** The report of a call beside the names. */
export interface TaggingReport {
  /** The smallest share of a sentence's characters that the encoder knows. */
  known: number;
  /** Whether the fast model read the end of the text. */
  isCut: boolean;
  /** Called with each model that answered. */
  used: (model: ModelIdentity) => void;
}

/** Finds the names in sentences, given as words. */
export interface NameTagger {
  tag(sentences: Sentences, report: TaggingReport): Promise<SureSpan[][]>;
  /** Tags sentences that the encoder has read already, which costs little; undefined for the others. */
  tagRead(sentences: Sentences, readings: Readings, used: TaggingReport['used']): Promise<(SureSpan[] | undefined)[]>;
  /** Tags with the small model for English, a hundred times as fast. */
  fast(this: void, sentences: Sentences): Promise<SureSpan[][]>;
  readonly fastIdentity: ModelIdentity;
}

/** The parts that a capability provides. */
interface NameTaggerParts {
  /** Called when a text first has names. */
  encoder: () => Promise<ModelTasks['text-embedding']>;
  network: (file: string) => Promise<Network>;
}

/** @throws Error if a file is missing or broken. */
export function openNameTagger(parts: NameTaggerParts): NameTagger {
  const [learnedModel, fastModel] = [shippedModel('entities'), shippedModel('entities-en')];
  const fastTagger = openTagger(fastModel.file);
  const tagReadWords = openLearned(learnedModel.file, fastModel.file, parts);
  const fast = (sentences: Sentences) => Promise.resolve(sentences.map((words) => fastTagger.tag(words)));
  return {
    fast,
    fastIdentity: fastModel.identity,
    tag: async (sentences, report) => {
      const end = endWithin(sentences, MAX_WORDS);
      const windows = sentences.slice(0, end).flatMap(windowsOf);
      const found: SureSpan[][] = sentences.slice(0, end).map(() => []);
      for (const batch of batchesOf(windows)) {
        const read = await readWords(
          batch.map(({ words }) => words),
          await parts.encoder(),
        );
        const tagged = await tagReadWords(read);
        batch.forEach(({ sentence, from }, i) => {
          report.known = Math.min(report.known, read[i]!.encoded.known);
          found[sentence]!.push(...tagged[i]!.map((span) => ({ ...span, from: span.from + from, to: span.to + from })));
        });
      }
      if (windows.length > 0)
        for (const identity of [learnedModel.identity, (await parts.encoder()).identity]) report.used(identity);
      if (end === sentences.length) return found;
      report.isCut = true;
      report.used(fastModel.identity);
      return [...found, ...(await fast(sentences.slice(end)))];
    },
    tagRead: async (sentences, readings, used) => {
      const read = sentences.map((words) => readings.words(words));
      const tagged = await tagReadWords(read.flatMap((each) => each ?? []));
      if (tagged.length > 0) used(learnedModel.identity);
      return read.map((each) => each && tagged.shift());
    },
  };
}

/** The number of leading sentences that have at most this many words together. */
function endWithin(sentences: Sentences, most: number): number {
  let words = 0;
  const end = sentences.findIndex(({ length }) => (words += length) > most);
  return end < 0 ? sentences.length : end;
}

/**
 * The model that `lab/train/heads/entity_network.py` made: small networks over the states of a sentence's words, and Viterbi.
 * @param listsFile the file with the name lists of the fast model, which this model uses, too.
 */
function openLearned(file: string, listsFile: string, { encoder, network }: NameTaggerParts) {
  const [weights, lists] = [readSafetensors(join(dirname(file), 'names.safetensors')), readSafetensors(listsFile)];
  const gazetteer = new Gazetteer(
    { keys: lists.uint32('names.keys'), lists: lists.int8('names.lists') },
    { keys: weights.uint32('names.keys'), lists: weights.int8('names.lists') },
  );
  const transitions = weights.float32('transitions');
  const [temperature, slope, offset] = weights.float32('calibration') as unknown as [number, number, number];
  let head: Promise<Network> | undefined;
  const judge = ({ words, encoded }: ReadWords, lattice: Lattice): SureSpan[] => {
    const spans = readSpans(bestPath(lattice));
    const chances = computeSpanChances(spans, lattice, temperature);
    const sure = (i: number): number => calibrated(chances[i]!, slope, offset) * Math.max(encoded.known, LITTLE);
    return spans.map((span, i) => ({ ...span, type: typeIn(gazetteer, words, span), confidence: sure(i) }));
  };
  const tag = async (sentence: ReadWords): Promise<SureSpan[]> => {
    const { words } = sentence;
    if (words.length === 0) return [];
    const features = wordFeatures(sentence, (await encoder()).stateSize, gazetteer);
    const emissions = await scoresOf(await (head ??= network(file)), features, words.length);
    keepOutside(emissions, words);
    return judge(sentence, { words: words.length, emissions, transitions });
  };
  return async (sentences: readonly ReadWords[]): Promise<SureSpan[][]> => {
    const tagged: SureSpan[][] = [];
    for (const sentence of sentences) tagged.push(await tag(sentence));
    return tagged;
  };
}

async function scoresOf(head: Network, { states, signs }: WordFeatures, words: number): Promise<Float64Array> {
  const { scores } = await head.run({
    states: { type: 'float32', dims: [words, states.length / words], data: states },
    signs: { type: 'float32', dims: [words, SIGN_COUNT], data: signs },
  });
  return Float64Array.from(scores!.data as Float32Array);
}

const [ORGANIZATION, LOCATION] = (['ORGANIZATION', 'LOCATION'] as const).map((type) => NAME_TYPES.indexOf(type)) as [
  number,
  number,
];

/** A country is a place, even where the name stands for its team: the training data says so, too. */
function typeIn(gazetteer: Gazetteer, words: readonly Word[], { from, to, type }: NameSpan): number {
  const name = words.slice(from, to).map(({ text }) => text);
  const isCountry = type === ORGANIZATION && gazetteer.has(name.join(' ').toLowerCase(), 'country');
  return isCountry ? LOCATION : type;
}

interface Window {
  words: readonly Word[];
  sentence: number;
  from: number;
}

function windowsOf(words: readonly Word[], sentence: number): Window[] {
  const windows: Window[] = [];
  for (let from = 0; from < words.length; from += WINDOW)
    windows.push({ words: words.slice(from, from + WINDOW), sentence, from });
  return windows;
}

function batchesOf(windows: readonly Window[]): Window[][] {
  const batches: Window[][] = [];
  let words = Infinity;
  for (const window of windows) {
    words += window.words.length;
    if (words <= BATCH) batches.at(-1)!.push(window);
    else {
      batches.push([window]);
      words = window.words.length;
    }
  }
  return batches;
}
