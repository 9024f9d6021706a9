import { readSafetensors } from '../weights/tensors';
import { extractFeatures, type TextFeatures } from './features';
import { openHashedLexicon } from './hashed-lexicon';
import { toScores, type FastJudge } from './scores';

/**
 * The judge that `npm run train -- sentiment` made: a linear model over hashed features. A scale and an offset for each sentiment
 * turn its logits into probabilities.
 * @throws Error if the file is missing or broken.
 */
export function openEnglishJudge(file: string): FastJudge {
  const weights = readSafetensors(file);
  const lexicon = openHashedLexicon({ keys: weights.uint32('lexicon.keys'), values: weights.int8('lexicon.valences') });
  const table = weights.int8('table');
  const [step, slope, ...offsets] = weights.float32('calibration') as unknown as [number, number, number, number, number];
  return (text) => {
    const [negative, neutral, positive] = logits(extractFeatures(text, lexicon), table);
    const calibrated = (logit: number, sentiment: number) => logit * step * slope + offsets[sentiment]!;
    return toScores([calibrated(negative, 0), calibrated(neutral, 1), calibrated(positive, 2)]);
  };
}

/** Sums of the table's rows, three numbers each. */
export function logits({ rows, values }: TextFeatures, table: Int8Array | Float32Array): [number, number, number] {
  let [negative, neutral, positive] = [0, 0, 0];
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i]! * 3;
    const value = values[i]!;
    negative += table[at]! * value;
    neutral += table[at + 1]! * value;
    positive += table[at + 2]! * value;
  }
  return [negative, neutral, positive];
}
