import { PerceptError } from '@percept/sdk';
import type { DoorCall, Json } from '@percept/sdk/doors';
import type { EntitiesOutput } from '../../../text/entities-output';
import type { SentimentOutput } from '../../../text/sentiment-output';
import { AzureError, errorOf } from '../azure-error';
import type { StringIndex } from '../string-index';
import { toEntities, toLanguage, toPii, toSentiment } from './text-answers';

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
export const TASKS = {
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
      errors.push({ id: document.id, error: { ...errorOf(error), code: 'InvalidArgument' } });
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
