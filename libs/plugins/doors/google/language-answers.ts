import type { TextDocument } from './language-request';

type Scores = Record<'positive' | 'negative' | 'neutral', number>;

export interface SentimentAnswer {
  scores: Scores;
  language: string;
  sentences: { text: string; start: number; scores: Scores }[];
}

export interface FoundEntity {
  text: string;
  type: string;
  confidence: number;
  start: number;
}

/** Google's entity types; all others become OTHER. */
const TYPES: Readonly<Record<string, string>> = {
  PERSON: 'PERSON',
  ORGANIZATION: 'ORGANIZATION',
  LOCATION: 'LOCATION',
  DATE: 'DATE',
  TIME: 'DATE',
  MONEY: 'PRICE',
  PERCENT: 'NUMBER',
  QUANTITY: 'NUMBER',
  PHONE: 'PHONE_NUMBER',
};
const NAMES = ['PERSON', 'ORGANIZATION', 'LOCATION'];

/**
 * `score`: probability of positive minus that of negative. `magnitude`: for a sentence the absolute score, for a document the sum
 * over its sentences.
 */
export function toSentiment(
  { scores, sentences }: SentimentAnswer,
  { offset }: TextDocument,
): { documentSentiment: object; sentences: object[] } {
  const scoreOf = ({ positive, negative }: Scores): number => Number((positive - negative).toFixed(4));
  const judged = sentences.map((each) => {
    const score = scoreOf(each.scores);
    return { text: { content: each.text, beginOffset: offset(each.start) }, sentiment: { magnitude: Math.abs(score), score } };
  });
  const magnitude = Number(judged.reduce((sum, { sentiment }) => sum + sentiment.magnitude, 0).toFixed(4));
  return { documentSentiment: { magnitude, score: scoreOf(scores) }, sentences: judged };
}

/** Merges mentions with the same words and the same type into one entity. */
export function toEntities(found: readonly FoundEntity[], { offset }: TextDocument, version: 'v1' | 'v2'): object[] {
  const entities = new Map<string, { name: string; type: string; metadata: object; mentions: object[] }>();
  for (const { text, type: ours, confidence, start } of found) {
    const type = TYPES[ours] ?? 'OTHER';
    const entity = entities.get(`${type} ${text}`) ?? { name: text, type, metadata: {}, mentions: [] };
    entities.set(`${type} ${text}`, entity);
    entity.mentions.push({
      text: { content: text, beginOffset: offset(start) },
      type: NAMES.includes(ours) ? 'PROPER' : 'TYPE_UNKNOWN',
      ...(version === 'v2' && { probability: confidence }),
    });
  }
  return [...entities.values()];
}
