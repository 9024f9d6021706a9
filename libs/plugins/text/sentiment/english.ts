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
    const logits = linearLogits(extractFeatures(text, lexicon), table, step);
    const calibrated = (sentiment: 0 | 1 | 2) => logits[sentiment] * slope + offsets[sentiment];
    return toScores([calibrated(0), calibrated(1), calibrated(2)]);
  };
}

/** The logits of a table whose rows say how much more negative, and how much more positive than neutral a text is. */
export function linearLogits({ rows, values }: TextFeatures, table: Int8Array, step: number): [number, number, number] {
  let [negative, positive] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    const value = values[i]! * step;
    negative += table[rows[i]! * 2]! * value;
    positive += table[rows[i]! * 2 + 1]! * value;
  }
  return [negative, 0, positive];
}
