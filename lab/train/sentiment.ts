import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linearLogits } from '../../libs/plugins/text/sentiment/english';
import { extractFeatures, ROW_BITS, type TextFeatures } from '../../libs/plugins/text/sentiment/features';
import { hashLexicon, openHashedLexicon } from '../../libs/plugins/text/sentiment/hashed-lexicon';
import { emojiValences } from '../../libs/plugins/text/sentiment/natural-lexicon';
import { encodeWeights } from '../../libs/plugins/text/weights/tensors';
import { fitCalibration, type Calibration, type EvaluatedAttempt } from './calibration';
import { fitLexiconCalibration } from './lexicon-calibration';
import { everydaySentences } from './everyday/sentences';
import { trainLinear, type Example } from './linear';
import { readSentimentSets, readVaderLexicon, type Labelled } from './sentiment-sets';
import { isHeldOut, trainingFile } from './training-data';

const RECIPE = { rows: 1 << ROW_BITS, epochs: 3, rate: 0.03, decay: 2e-6, certainty: 0.94, seed: 7 };
/** A rare class counts more, but not more than so. */
const MAX_WEIGHT = 2.5;
/** The few weights beyond this part of all that are not zero are cut off, so that the others keep their precision. */
const KEPT_RANGE = 0.9995;

export interface Folders {
  /** Holds `train/`. */
  data: string;
  /** The model's. */
  model: string;
}

/** Writes `weights.safetensors` and `training.json`: same data, same bytes. */
export function trainSentiment({ data, model }: Folders, say: (line: string) => void): void {
  const folder = join(data, 'train');
  const sets = readSentimentSets(folder);
  const valences = hashLexicon([...emojiValences(), ...readVaderLexicon(folder)]);
  const lexicon = openHashedLexicon(valences);
  const texts = sets.flatMap((set) => set.texts);
  const everyday = everydaySentences();
  const learned = [...texts.filter(({ text }) => !isHeldOut(text)), ...everyday];
  const kept = texts.filter(({ text }) => isHeldOut(text));
  const features = ({ text }: Labelled): TextFeatures => extractFeatures(text, lexicon);
  say(`Learning from ${learned.length} texts, calibrating on ${kept.length} …`);
  const { table, step } = quantized(trainLinear(weighted(learned, features), RECIPE));
  const judged = kept.map((text): EvaluatedAttempt => ({
    logits: linearLogits(features(text), table, step),
    label: text.sentiment,
  }));
  const calibration = fitCalibration(judged);
  const right = judged.filter((each) => likeliest(each, calibration) === each.label).length;
  say(`Accuracy on the texts kept back: ${(right / judged.length).toFixed(3)}`);
  mkdirSync(model, { recursive: true });
  const numbers = Float32Array.of(step, calibration.slope, ...calibration.offsets);
  const tensors = {
    table,
    'lexicon.keys': valences.keys,
    'lexicon.valences': valences.values,
    'lexicon.calibration': fitLexiconCalibration(kept),
    calibration: numbers,
  };
  writeFileSync(join(model, 'weights.safetensors'), encodeWeights(inOrderOfSize(tensors), {}));
  const files = sets.map(({ file, texts }) => trainingFile(folder, file, { used: texts.length, part: 'all' }));
  files.push(trainingFile(folder, 'sentiment/vader_lexicon.txt', { used: valences.keys.length, part: 'all' }));
  writeFileSync(join(model, 'training.json'), `${JSON.stringify({ recipe: RECIPE, files }, null, 2)}\n`);
}

/** Numbers of four bytes first: readers may want them at multiples of four. */
function inOrderOfSize<T extends Record<string, { BYTES_PER_ELEMENT: number }>>(tensors: T): T {
  return Object.fromEntries(Object.entries(tensors).sort(([, a], [, b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT)) as T;
}

function weighted(texts: readonly Labelled[], features: (text: Labelled) => TextFeatures): Example[] {
  const weights = [0, 1, 2].map((label) => {
    const count = texts.filter(({ sentiment }) => sentiment === label).length;
    return Math.min(MAX_WEIGHT, texts.length / 3 / count);
  });
  return texts.map((text) => ({ features: features(text), label: text.sentiment, weight: weights[text.sentiment]! }));
}

/** Two of a row's three weights say all, because only differences count: how much more negative, and how much more positive than neutral. */
function quantized(table: Float32Array): { table: Int8Array; step: number } {
  const weights = Float32Array.from({ length: (table.length / 3) * 2 }, (_, i) => {
    const row = 3 * Math.floor(i / 2);
    return table[row + 2 * (i % 2)]! - table[row + 1]!;
  });
  const sizes = weights
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort();
  const step = sizes[Math.floor(sizes.length * KEPT_RANGE)]! / 127;
  return { table: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step)))), step };
}

function likeliest({ logits }: EvaluatedAttempt, { slope, offsets }: Calibration): number {
  const scaled = logits.map((logit, k) => logit * slope + offsets[k]!);
  return scaled.indexOf(Math.max(...scaled));
}
