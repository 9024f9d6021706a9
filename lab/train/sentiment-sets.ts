import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text and its sentiment: 0 negative, 1 neutral, 2 positive. */
export interface Labelled {
  text: string;
  sentiment: number;
}

export interface SentimentSet {
  /** Path below the folder of training data. */
  file: string;
  texts: Labelled[];
}

const GOOD = 'admiration amusement approval caring desire excitement gratitude joy love optimism pride relief'.split(' ');
const BAD = 'anger annoyance disappointment disapproval disgust embarrassment fear grief nervousness remorse sadness'.split(' ');
/** Mean ratings of twenty people, -4..4, beyond which a text counts as positive or negative. */
const OPINION = 0.5;
const RATED = ['tweets', 'amazonReviewSnippets', 'movieReviewSnippets', 'nytEditorialSnippets'];

/** The sets of `folder` that the English model is trained on. */
export function readSentimentSets(folder: string): SentimentSet[] {
  return [...RATED.map((name) => readRated(folder, `sentiment/${name}_GroundTruth.txt`)), readEmotions(folder)];
}

const lines = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8').split('\n');

/** VADER's sets: id, mean rating, text. */
function readRated(folder: string, file: string): SentimentSet {
  const texts = lines(folder, file).flatMap((line) => {
    const [, rating, text] = line.split('\t');
    if (!text || !Number.isFinite(Number(rating))) return [];
    return [{ text: text.trim(), sentiment: Number(rating) < -OPINION ? 0 : Number(rating) > OPINION ? 2 : 1 }];
  });
  return { file, texts };
}

/** GoEmotions: text, emotions, id. Texts with contradictory or ambiguous emotions are skipped. */
function readEmotions(folder: string): SentimentSet {
  const emotions = lines(folder, 'sentiment/goemotions-labels.txt').map((name) => name.trim());
  const sentimentOf = (index: string) => {
    const emotion = emotions[Number(index)]!;
    return GOOD.includes(emotion) ? 2 : BAD.includes(emotion) ? 0 : emotion === 'neutral' ? 1 : undefined;
  };
  const file = 'sentiment/goemotions-train.tsv';
  const texts = lines(folder, file).flatMap((line) => {
    const [text, labels] = line.split('\t');
    const found = new Set((labels ?? '').split(',').map(sentimentOf));
    found.delete(undefined);
    const [only] = found;
    return text && found.size === 1 ? [{ text: text.replaceAll('[NAME]', '@name'), sentiment: only! }] : [];
  });
  return { file, texts };
}

/** VADER's lexicon: form, mean valence, and columns that are not needed. Emoticons keep their case. */
export function readVaderLexicon(folder: string): [string, number][] {
  return lines(folder, 'sentiment/vader_lexicon.txt').flatMap((line) => {
    const [form, valence] = line.split('\t');
    return form && Number.isFinite(Number(valence)) ? [[form.trim().toLowerCase(), Number(valence)] as [string, number]] : [];
  });
}
