import type { EncodedText, ModelTasks, Network } from '@percept/sdk/models';
import { dirname, join } from 'node:path';
import type { Readings } from '../entities/readings';
import { readSafetensors, type Weights } from '../weights/tensors';
import { withoutEllipses } from './ellipsis';
import { linearLogits } from './english';
import { extractPieces } from './features';
import { toScores, type JudgedPart, type Scores } from './scores';

/** The scores of characters that the encoder does not know. */
const NOTHING_KNOWN: Scores = { negative: 0.3, neutral: 0.4, positive: 0.3 };
/** Texts with fewer UTF-16 units are judged without the pieces of words, which were learned from posts. */
const SHORT = 55;
/** The share of the networks over single tokens in the mean of logits, where they count beside the hidden layer. */
const CONTEXT_SHARE = 0.6;
/** The tokens of one run of these networks: the memory that they take grows with the square. */
const CONTEXT_TOKENS = 512;
/** Stands for languages without fitted data. */
const OTHER = 'other';

/** Judges a text by what the encoder says of its tokens. `language`, ISO 639-1, is for the calibration and the pieces. */
type LearnedLayer<T> = (text: string, encoded: EncodedText, language: string) => T;

interface LearnedLayers {
  /** Reads the states of the encoder, and beside them the pieces of words. */
  states: LearnedLayer<Promise<Scores>>;
  /** Reads the rows of the vocabulary: judges a text by its words alone. */
  rows: LearnedLayer<Scores>;
}

/**
 * The layers that `lab/train/heads/sentiment_head.py` made.
 * @param network opens an ONNX file when a text first needs it.
 * @throws Error if the weights are missing or broken.
 */
export function openLearnedLayers(file: string, network: (file: string) => Promise<Network>): LearnedLayers {
  const weights = readSafetensors(file);
  const [states, rows] = [layerIn(weights, piecesIn(weights)), layerIn(weights, () => undefined, 'rows.')];
  const contextFile = join(dirname(file), 'context.onnx');
  let context: Promise<Network> | undefined;
  return {
    rows,
    states: async (text, encoded, language) =>
      states(text, encoded, language, await inContext(await (context ??= network(contextFile)), encoded)),
  };
}

/** The logits of networks in which the tokens attend to each other. A long text is read in parts. */
async function inContext(network: Network, { states, starts }: EncodedText): Promise<number[]> {
  const [sum, size] = [[0, 0, 0], states.length / starts.length];
  for (let from = 0; from < starts.length; from += CONTEXT_TOKENS) {
    const count = Math.min(CONTEXT_TOKENS, starts.length - from);
    const data = states.subarray(from * size, (from + count) * size);
    const { logits } = await network.run({ states: { type: 'float32', dims: [count, size], data } });
    (logits!.data as Float32Array).forEach((logit, i) => (sum[i]! += (logit * count) / starts.length));
  }
  return sum;
}

/** Logits that count beside those of a layer, and the slope for their sum. */
type Beside = (text: string, language: string) => { logits: readonly number[]; slope: number } | undefined;

/** The linear model of pieces of words; it says nothing of short texts and in languages that it did not learn. */
function piecesIn(weights: Weights): Beside {
  const [table, [step]] = [weights.int8('pieces'), weights.float32('pieces.step')];
  const languages = JSON.parse(weights.metadata.pieces!) as string[];
  const slopes = weights.float32('pieces.slopes');
  return (text, language) => {
    const slope = text.length < SHORT ? undefined : slopes[languages.indexOf(language)];
    return slope ? { logits: linearLogits(extractPieces(text, language), table, step!), slope } : undefined;
  };
}

/** A hidden layer and a softmax over the mean of the states and the maximum of their later half, and what counts beside it. */
function layerIn(weights: Weights, beside: Beside, prefix = '') {
  const float32 = (name: string) => weights.float32(prefix + name);
  const [scale, integers] = [float32('hidden.scale'), weights.int8(`${prefix}hidden.weights`)];
  const width = integers.length / scale.length;
  const hidden = {
    weights: Float32Array.from(integers, (value, i) => value * scale[Math.floor(i / width)]!),
    bias: float32('hidden.bias'),
  };
  const last = { weights: float32('weights'), bias: float32('bias') };
  const calibrations = new Map(
    (JSON.parse(weights.metadata.languages!) as string[]).map((language, i): [string, Float32Array] => [
      language,
      float32('calibration').subarray(4 * i, 4 * i + 4),
    ]),
  );
  return (text: string, encoded: EncodedText, language: string, context?: readonly number[]): Scores => {
    const units = times(hidden, pooled(encoded)).map((value) => Math.max(0, value));
    const [slope, ...offsets] = calibrations.get(language) ?? calibrations.get(OTHER)!;
    const [own, more] = [times(last, units), beside(text, language)];
    const joined = (row: number) => (context ? CONTEXT_SHARE * context[row]! + (1 - CONTEXT_SHARE) * own[row]! : own[row]!);
    const logit = (row: number) => (joined(row) + (more?.logits[row] ?? 0)) * (more?.slope ?? slope!) + offsets[row]!;
    return blended(toScores([logit(0), logit(1), logit(2)]), encoded.known);
  };
}

/** Multiplies by the weights, one row for each output. */
function times({ weights, bias }: { weights: Float32Array; bias: Float32Array }, values: Float32Array): Float32Array {
  return bias.map((start, row) => start + product(weights, row * values.length, values));
}

/**
 * The product of a row that begins at `from` with as many values, a multiple of four. Four sums at once take a third of the time.
 * It is a separate function, because V8 does not compile a closure that each call creates, and makes an object of each number
 * instead.
 */
function product(weights: Float32Array, from: number, values: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0, at = from; i < values.length; i += 4, at += 4) {
    a += values[i]! * weights[at]!;
    b += values[i + 1]! * weights[at + 1]!;
    c += values[i + 2]! * weights[at + 2]!;
    d += values[i + 3]! * weights[at + 3]!;
  }
  return a + b + c + d;
}

/** Judges parts of a text by the encoder and the layer. Parts that are read unchanged are added to `readings`. */
export async function judgeLearned(
  parts: readonly JudgedPart[],
  language: string,
  { embedder, layer, readings }: { embedder: ModelTasks['text-embedding']; layer: LearnedLayers['states']; readings: Readings },
): Promise<{ scores: Scores; known: number }[]> {
  const found = parts.map((part) => (part.inContext ? readings.within(part) : undefined));
  const fresh = parts.map((_, i) => i).filter((i) => found[i] === undefined);
  const texts = fresh.map((i) => (language === 'en' ? withoutEllipses(parts[i]!.text) : parts[i]!.text));
  const encoded = texts.length > 0 ? await embedder.encode(texts) : [];
  fresh.forEach((i, at) => {
    found[i] = encoded[at]!;
    if (texts[at] === parts[i]!.text) readings.add(parts[i]!, encoded[at]!);
  });
  const scores = await Promise.all(found.map((each, i) => layer(parts[i]!.text, each!, language)));
  return scores.map((each, i) => ({ scores: each, known: found[i]!.known }));
}

/** The mean of all states, and the maximum of the second half of each: of the encoder, the later layer. */
export function pooled({ states, starts }: Pick<EncodedText, 'states' | 'starts'>): Float32Array {
  const size = starts.length === 0 ? 0 : states.length / starts.length;
  const half = size / 2;
  const features = new Float32Array(size + half);
  features.fill(-Infinity, size);
  for (let at = 0; at < states.length; at += size) {
    for (let i = 0; i < size; i++) {
      const value = states[at + i]!;
      features[i]! += value / starts.length;
      if (i >= half && value > features[half + i]!) features[half + i] = value;
    }
  }
  return features;
}

function blended(scores: Scores, known: number): Scores {
  const mix = (key: keyof Scores) => scores[key] * known + NOTHING_KNOWN[key] * (1 - known);
  return { positive: mix('positive'), negative: mix('negative'), neutral: mix('neutral') };
}
