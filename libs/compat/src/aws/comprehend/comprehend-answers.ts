type Scores = Record<'positive' | 'negative' | 'neutral', number>;

export interface SentimentOutput {
  sentiment: string;
  scores: Scores;
  language: string;
  language_confidence: number;
}

export interface FoundEntity {
  text: string;
  type: string;
  confidence: number;
  /** Offset in UTF-16 code units. */
  start: number;
  end: number;
}

/** Comprehend's entity types; all others become OTHER. */
const TYPES: Readonly<Record<string, string>> = {
  PERSON: 'PERSON',
  ORGANIZATION: 'ORGANIZATION',
  LOCATION: 'LOCATION',
  DATE: 'DATE',
  TIME: 'DATE',
  MONEY: 'QUANTITY',
  PERCENT: 'QUANTITY',
  QUANTITY: 'QUANTITY',
};

/** Comprehend's names for our entities that identify a person. */
const PII: Readonly<Record<string, string>> = {
  PERSON: 'NAME',
  LOCATION: 'ADDRESS',
  DATE: 'DATE_TIME',
  TIME: 'DATE_TIME',
  EMAIL: 'EMAIL',
  URL: 'URL',
  PHONE: 'PHONE',
  MENTION: 'USERNAME',
  IP_ADDRESS: 'IP_ADDRESS',
  CARD: 'CREDIT_DEBIT_NUMBER',
  IBAN: 'INTERNATIONAL_BANK_ACCOUNT_NUMBER',
};

/** Percept has no mixed sentiment, so the score of MIXED is 0. */
export function toSentiment({ sentiment, scores: { positive, negative, neutral } }: SentimentOutput): object {
  const SentimentScore = { Positive: positive, Negative: negative, Neutral: neutral, Mixed: 0 };
  return { Sentiment: sentiment.toUpperCase(), SentimentScore };
}

export function toEntities(found: readonly FoundEntity[], text: string): object[] {
  return found.map((each) => ({ ...placeOf(each, text), Text: each.text, Type: TYPES[each.type] ?? 'OTHER' }));
}

export function toPii(found: readonly FoundEntity[], text: string): object[] {
  return found.flatMap((each) => (PII[each.type] ? [{ ...placeOf(each, text), Type: PII[each.type] }] : []));
}

/** Comprehend's offsets count characters, not UTF-16 code units. */
function placeOf({ confidence, start, end }: FoundEntity, text: string): object {
  const BeginOffset = charactersIn(text.slice(0, start));
  return { Score: confidence, BeginOffset, EndOffset: BeginOffset + charactersIn(text.slice(start, end)) };
}

const charactersIn = (text: string): number => [...text].length;
