import type { AwsCall, AwsOperation, AwsService } from '../aws-service';
import { textAt, textsAt } from '../aws-input';

type Scores = Record<'positive' | 'negative' | 'neutral', number>;

interface SentimentOutput {
  sentiment: string;
  scores: Scores;
  language: string;
  language_confidence: number;
}

interface FoundEntity {
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

/** Comprehend's own limit. */
const MAX_BATCH = 25;

/** Answers one text. */
type TextOperation = (call: AwsCall, text: string) => Promise<object>;

const languageOf = ({ input }: AwsCall): string => textAt(input.LanguageCode, 'LanguageCode');

const sentiment: TextOperation = async (call, text) =>
  toSentiment(await call.call<SentimentOutput>('text.sentiment', { text, language: languageOf(call).split('-')[0] }));

const findEntities = async (call: AwsCall, text: string): Promise<FoundEntity[]> =>
  (await call.call<{ entities: FoundEntity[] }>('text.entities', { text })).entities;

const entities: TextOperation = async (call, text) => {
  languageOf(call);
  return { Entities: toEntities(await findEntities(call, text), text) };
};

const pii: TextOperation = async (call, text) => {
  languageOf(call);
  return { Entities: toPii(await findEntities(call, text), text) };
};

const language: TextOperation = async ({ call }, text) => {
  const found = await call<SentimentOutput>('text.sentiment', { text });
  return { Languages: [{ LanguageCode: found.language, Score: found.language_confidence }] };
};

const single =
  (answer: TextOperation): AwsOperation =>
  (call) =>
    answer(call, textAt(call.input.Text, 'Text'));

/** Answers one text after the other, so that a batch does not crowd out other callers. Texts that fail are listed as errors. */
const batch =
  (answer: TextOperation): AwsOperation =>
  async (call) => {
    const ResultList: object[] = [];
    const ErrorList: object[] = [];
    for (const [Index, text] of textsAt(call.input.TextList, 'TextList', MAX_BATCH).entries()) {
      try {
        ResultList.push({ Index, ...(await answer(call, text)) });
      } catch (error) {
        ErrorList.push({ Index, ...call.errorCode(error) });
      }
    }
    return { ResultList, ErrorList };
  };

const THROTTLED = 'TooManyRequestsException';
const INVALID = 'InvalidRequestException';

export const comprehend: AwsService = {
  name: 'comprehend',
  errors: {
    INVALID_REQUEST: INVALID,
    UNSUPPORTED_MEDIA: INVALID,
    MEDIA_FETCH_FAILED: INVALID,
    PAYLOAD_TOO_LARGE: 'TextSizeLimitExceededException',
    UNAUTHORIZED: 'UnrecognizedClientException',
    FORBIDDEN: 'AccessDeniedException',
    NOT_FOUND: 'ResourceNotFoundException',
    CONFLICT: INVALID,
    RATE_LIMITED: THROTTLED,
    OVERLOADED: THROTTLED,
    QUOTA_EXCEEDED: 'ResourceLimitExceededException',
    INTERNAL: 'InternalServerException',
    TIMEOUT: 'InternalServerException',
  },
  operations: {
    DetectSentiment: single(sentiment),
    DetectEntities: single(entities),
    DetectPiiEntities: single(pii),
    DetectDominantLanguage: single(language),
    BatchDetectSentiment: batch(sentiment),
    BatchDetectEntities: batch(entities),
    BatchDetectDominantLanguage: batch(language),
  },
};

/** Percept has no mixed sentiment, so the score of MIXED is 0. */
function toSentiment({ sentiment, scores: { positive, negative, neutral } }: SentimentOutput): object {
  const SentimentScore = { Positive: positive, Negative: negative, Neutral: neutral, Mixed: 0 };
  return { Sentiment: sentiment.toUpperCase(), SentimentScore };
}

function toEntities(found: readonly FoundEntity[], text: string): object[] {
  return found.map((each) => ({ ...placeOf(each, text), Text: each.text, Type: TYPES[each.type] ?? 'OTHER' }));
}

function toPii(found: readonly FoundEntity[], text: string): object[] {
  return found.flatMap((each) => (PII[each.type] ? [{ ...placeOf(each, text), Type: PII[each.type] }] : []));
}

/** Comprehend's offsets count characters, not UTF-16 code units. */
function placeOf({ confidence, start, end }: FoundEntity, text: string): object {
  const BeginOffset = charactersIn(text.slice(0, start));
  return { Score: confidence, BeginOffset, EndOffset: BeginOffset + charactersIn(text.slice(start, end)) };
}

const charactersIn = (text: string): number => [...text].length;
