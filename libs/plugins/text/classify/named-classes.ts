import type { TimingRecorder } from '@percept/sdk';
import type { ClassifiedText, ModelIdentity, TextEmbedder } from '@percept/sdk/models';
import { BACKGROUND_TEXTS } from '../models/classification/background-texts';

/**
 * Cosines are divided by this temperature. It was fitted with the two constants below on `lab/eval/texts/news.tsv` and `mail.tsv`,
 * and evaluated on neither.
 */
const TEMPERATURE = 0.0314;
/** The probability that the text belongs to one of the classes is sigmoid(slope × (cosine to the nearest label − threshold)). */
const SLOPE = 14.5;
const THRESHOLD = 0.17;
/** The number of label vectors that are kept: the same labels come again and again. */
const MAX_KEPT = 1_000;

interface NamedClasses {
  readonly identity: ModelIdentity;
  run(text: string, options: NamedOptions): Promise<ClassifiedText>;
}

interface NamedOptions {
  labels: readonly string[];
  descriptions: Readonly<Record<string, string>>;
  timer?: TimingRecorder;
}

/** Classes without training: a text is compared with the meaning of their labels. */
export function openNamedClasses(embedder: TextEmbedder): NamedClasses {
  let centre: Float32Array | undefined;
  const kept = new Map<string, Float32Array>();

  /** Vectors of labels, with length 1 and without the part that all texts have in common. */
  async function meanings(texts: readonly string[], common: Float32Array): Promise<Float32Array[]> {
    const missing = texts.filter((text) => !kept.has(text));
    const found = await embedder.embed(missing);
    const fresh = new Map(missing.map((text, index) => [text, apart(found[index]!.vector, common)]));
    const all = texts.map((text) => fresh.get(text) ?? kept.get(text)!);
    for (const [text, vector] of fresh) kept.set(text, vector);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return all;
  }

  return {
    get identity() {
      return embedder.identity;
    },
    async run(text, { labels, descriptions, timer }) {
      centre ??= meanOf((await embedder.embed(BACKGROUND_TEXTS)).map(({ vector }) => vector));
      const common = centre;
      const said = labels.map((label) => (descriptions[label] === undefined ? label : `${label}: ${descriptions[label]}`));
      const classes = await meanings(said, common);
      const [embedded] = await embedder.embed([text], { timer });
      const vector = apart(embedded!.vector, common);
      const confidences = probabilities(classes.map((each) => cosine(each, vector)));
      const all = labels.map((label, index) => ({ label, confidence: confidences[index]! }));
      const { known, unread } = embedded!;
      return { known, unread, classifications: all.sort((one, other) => other.confidence - one.confidence) };
    },
  };
}

/** The probability of each class. They add up to 1 minus the probability that the text belongs to none. */
export function probabilities(cosines: readonly number[]): number[] {
  const most = Math.max(...cosines);
  const shares = cosines.map((each) => Math.exp((each - most) / TEMPERATURE));
  const sum = shares.reduce((total, share) => total + share, 0);
  const known = 1 / (1 + Math.exp(-SLOPE * (most - THRESHOLD)));
  return shares.map((share) => (known * share) / sum);
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let at = 0; at < mean.length; at++) mean[at]! += vector[at]! / vectors.length;
  return mean;
}

function apart(vector: Float32Array, common: Float32Array): Float32Array {
  const rest = vector.map((value, at) => value - common[at]!);
  const length = Math.hypot(...rest) || 1;
  return rest.map((value) => value / length);
}

const cosine = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, at) => sum + value * other[at]!, 0);
