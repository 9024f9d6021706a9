import { PerceptError } from '@percept/sdk';
import type { DoorCall, Json } from '@percept/sdk/doors';
import type { EntitiesOutput } from '../../../text/entities-output';
import type { SentimentOutput } from '../../../text/sentiment-output';
import { AzureError, toAzureError } from '../azure-error';
import { type StringIndex, indexIn } from '../string-index';

interface TextPosition {
  start: number;
  end: number;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Azure's category and subcategory. Kinds that Azure lacks, such as hashtags, are left out. */
const CATEGORIES: Readonly<Record<string, readonly [category: string, subcategory?: string]>> = {
  PERSON: ['Person'],
  ORGANIZATION: ['Organization'],
  LOCATION: ['Location'],
  DATE: ['DateTime', 'Date'],
  TIME: ['DateTime', 'Time'],
  MONEY: ['Quantity', 'Currency'],
  PERCENT: ['Quantity', 'Percentage'],
  QUANTITY: ['Quantity', 'Number'],
  EMAIL: ['Email'],
  URL: ['URL'],
  PHONE: ['PhoneNumber'],
  IP_ADDRESS: ['IPAddress'],
};

/** The entities that identify a person. */
const PERSONAL: Readonly<Record<string, readonly [category: string, subcategory?: string]>> = {
  ...{ PERSON: ['Person'], EMAIL: ['Email'], PHONE: ['PhoneNumber'], IP_ADDRESS: ['IPAddress'], URL: ['URL'] },
  ...{ DATE: ['DateTime', 'Date'], ORGANIZATION: ['Organization'] },
  ...{ CARD: ['CreditCardNumber'], IBAN: ['InternationalBankingAccountNumber'] },
};

export const MODEL_VERSION = '2023-04-01';

interface TextDocument {
  id: string;
  text: string;
  /** The caller's language without its country. */
  language?: string;
}

interface Task {
  /** Azure's limit: larger batches are refused. */
  maxDocuments: number;
  answer(call: DoorCall, document: TextDocument, index: StringIndex): Promise<object>;
}

const judge = async (call: DoorCall, { text, language }: TextDocument): Promise<SentimentOutput> => {
  const fields = { text, detailed: true, ...(language && { language }) };
  return (await call.call<SentimentOutput>('text.sentiment', { fields })).output;
};
const find = async (call: DoorCall, { text }: TextDocument): Promise<EntitiesOutput> =>
  (await call.call<EntitiesOutput>('text.entities', { fields: { text } })).output;

/** What is answered for a text, by the kind of Azure's task. */
export const TEXT_TASKS = {
  SentimentAnalysis: {
    maxDocuments: 10,
    answer: async (call, document, index) => toSentiment(await judge(call, document), document.text, index),
  },
  LanguageDetection: {
    maxDocuments: 1_000,
    answer: async (call, { text, id }) => toLanguage(await judge(call, { text, id })),
  },
  EntityRecognition: {
    maxDocuments: 5,
    answer: async (call, document, index) => toEntities(await find(call, document), document.text, index),
  },
  PiiEntityRecognition: {
    maxDocuments: 5,
    answer: async (call, document, index) => toPii(await find(call, document), document.text, index),
  },
} as const satisfies Readonly<Record<string, Task>>;

/**
 * Answers a batch, one text at a time so that it does not crowd out other callers. A text that fails is in `errors`.
 * @param given the list of the request.
 * @throws AzureError InvalidDocumentBatch.
 */
export async function answerTexts(call: DoorCall, task: Task, given: unknown, index: StringIndex): Promise<object> {
  const documents: object[] = [];
  const errors: object[] = [];
  const failures: PerceptError[] = [];
  for (const document of readDocuments(given, task.maxDocuments)) {
    try {
      documents.push({ id: document.id, ...(await task.answer(call, document, index)), warnings: [] });
    } catch (error) {
      if (!(error instanceof PerceptError)) throw error;
      failures.push(error);
      errors.push({ id: document.id, error: { ...toAzureError(error), code: 'InvalidArgument' } });
    }
  }
  // Clients retry when the whole batch is refused, which is right if the service had no room for any text.
  if (documents.length === 0 && failures[0]!.status >= 429) throw failures[0]!;
  return { documents, errors, modelVersion: MODEL_VERSION };
}

function readDocuments(given: unknown, most: number): TextDocument[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new AzureError('InvalidDocumentBatch', "The list 'documents' must have at least one document.");
  if (given.length > most)
    throw new AzureError('InvalidDocumentBatch', `The request has ${given.length} documents; at most ${most} are answered.`);
  const ids = new Set<string>();
  return given.map((each, at) => {
    const { id, text, language } = (each ?? {}) as Json;
    const field = `documents[${at}]`;
    if (typeof id !== 'string' || id === '') throw PerceptError.invalid(`${field}.id`, 'must be a text.');
    if (ids.has(id)) throw PerceptError.invalid(`${field}.id`, `is '${id.slice(0, 40)}' for a second time: each needs its own.`);
    ids.add(id);
    if (typeof text !== 'string') throw PerceptError.invalid(`${field}.text`, 'must be a text.');
    const short = typeof language === 'string' && language !== 'auto' ? language.split('-')[0]!.toLowerCase() : undefined;
    return { id, text, ...(short && { language: short }) };
  });
}

/** Gives the offset and length of a part in the caller's units. */
function placing(text: string, kind: StringIndex): (place: TextPosition) => { offset: number; length: number } {
  const index = indexIn(text, kind);
  return ({ start, end }) => ({ offset: index(start), length: index(end) - index(start) });
}

function toSentiment({ sentiment, scores, sentences = [] }: SentimentOutput, text: string, kind: StringIndex): object {
  const place = placing(text, kind);
  return {
    ...{ sentiment, confidenceScores: scores },
    sentences: sentences.map((each) => ({
      ...{ text: each.text, sentiment: each.sentiment, confidenceScores: each.scores, ...place(each) },
    })),
  };
}

function toLanguage({ language, language_confidence: confidenceScore }: SentimentOutput): object {
  return { detectedLanguage: { name: NAMES.of(language) ?? language, iso6391Name: language, confidenceScore } };
}

function categorized(
  found: EntitiesOutput['entities'],
  text: string,
  kind: StringIndex,
  categories: typeof CATEGORIES,
): object[] {
  const place = placing(text, kind);
  return found.flatMap((each) => {
    const [category, subcategory] = categories[each.type] ?? [];
    if (!category) return [];
    const told = { text: each.text, category, ...(subcategory && { subcategory }) };
    return [{ ...told, ...place(each), confidenceScore: each.confidence }];
  });
}

const toEntities = ({ entities }: EntitiesOutput, text: string, kind: StringIndex): object => ({
  entities: categorized(entities, text, kind, CATEGORIES),
});

/** Includes the text with each personal entity masked by asterisks. */
function toPii({ entities }: EntitiesOutput, text: string, kind: StringIndex): object {
  let redactedText = text;
  for (const { type, start, end } of entities)
    if (PERSONAL[type]) redactedText = redactedText.slice(0, start) + '*'.repeat(end - start) + redactedText.slice(end);
  return { redactedText, entities: categorized(entities, text, kind, PERSONAL) };
}
