import { readSafetensors, type Weights } from '../weights/tensors';
import { Gazetteer } from './gazetteer';
import { bestPath, computeSpanChances, keepOutside, type Lattice } from './lattice';
import { RowTable } from './row-table';
import { tagFeatures, type WordKnowledge } from './tag-features';
import { WordClasses, type HashedClasses } from './word-classes';
import { readSpans, TAGS, type NameSpan } from './tags';
import type { Word } from './words';

/** A span with the calibrated probability that it is right. */
export type SureSpan = NameSpan & { confidence: number };

/** The maximum number of words to tag at once: limits the memory for a text without sentences. */
const WINDOW = 250;

interface Tagger {
  /** Names among the words of a sentence, in order. */
  tag(words: readonly Word[]): SureSpan[];
}

const knowledgeIn = (weights: Weights): WordKnowledge => ({
  gazetteer: new Gazetteer({ keys: weights.uint32('names.keys'), lists: weights.int8('names.lists') }),
  classes: new WordClasses(classesIn(weights)),
});

/** The classes of words in a weights file. */
export const classesIn = (weights: Weights): HashedClasses => ({
  keys: weights.uint32('classes.keys'),
  classes: weights.int8('classes.of'),
  groups: weights.int8('classes.groups'),
});

/**
 * The weights that `npm run train -- entities` made.
 * @throws Error if the file is missing or broken.
 */
export function openTagger(file: string): Tagger {
  const weights = readSafetensors(file);
  const knowledge = knowledgeIn(weights);
  const rows = new RowTable(weights.uint32('rows.keys'));
  const table = weights.int8('rows.weights');
  const transitions = weights.float32('transitions');
  const [step, temperature, slope, offset] = weights.float32('calibration') as unknown as [number, number, number, number];
  const tagWindow = (words: readonly Word[]): SureSpan[] => {
    const lattice: Lattice = { words: words.length, emissions: new Float64Array(words.length * TAGS), transitions };
    const rowsOf = tagFeatures(
      words.map(({ text }) => text),
      knowledge,
    );
    rowsOf.forEach((keys, i) => addScores(keys, lattice.emissions.subarray(i * TAGS, (i + 1) * TAGS)));
    keepOutside(lattice.emissions, words);
    const spans = readSpans(bestPath(lattice));
    const chances = computeSpanChances(spans, lattice, temperature);
    return spans.map((span, i) => ({ ...span, confidence: calibrated(chances[i]!, slope, offset) }));
  };
  const addScores = (keys: readonly number[], scores: Float64Array): void => {
    for (const key of keys) {
      const at = rows.row(key) * TAGS;
      if (at < 0) continue;
      for (let tag = 0; tag < TAGS; tag++) scores[tag]! += table[at + tag]!;
    }
    for (let tag = 0; tag < TAGS; tag++) scores[tag]! *= step;
  };
  return {
    tag: (words) => {
      const found: SureSpan[] = [];
      for (let from = 0; from < words.length; from += WINDOW) {
        for (const span of tagWindow(words.slice(from, from + WINDOW))) {
          found.push({ ...span, from: span.from + from, to: span.to + from });
        }
      }
      return found;
    },
  };
}

const logit = (chance: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, chance));
  return Math.log(inside / (1 - inside));
};

/** Platt's scaling. */
export const calibrated = (chance: number, slope: number, offset: number): number =>
  1 / (1 + Math.exp(-(slope * logit(chance) + offset)));
