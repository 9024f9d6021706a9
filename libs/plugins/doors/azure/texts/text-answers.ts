import type { EntitiesOutput } from '../../../text/entities-output';
import type { SentimentOutput } from '../../../text/sentiment-output';
import { indexIn, type StringIndex } from '../string-index';

interface Place {
  start: number;
  end: number;
}

/** Gives the offset and length of a part in the caller's units. */
function placing(text: string, kind: StringIndex): (place: Place) => { offset: number; length: number } {
  const index = indexIn(text, kind);
  return ({ start, end }) => ({ offset: index(start), length: index(end) - index(start) });
}

export function toSentiment({ sentiment, scores, sentences = [] }: SentimentOutput, text: string, kind: StringIndex): object {
  const place = placing(text, kind);
  return {
    ...{ sentiment, confidenceScores: scores },
    sentences: sentences.map((each) => ({
      ...{ text: each.text, sentiment: each.sentiment, confidenceScores: each.scores, ...place(each) },
    })),
  };
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

export function toLanguage({ language, language_confidence: confidenceScore }: SentimentOutput): object {
  return { detectedLanguage: { name: NAMES.of(language) ?? language, iso6391Name: language, confidenceScore } };
}

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

export const toEntities = ({ entities }: EntitiesOutput, text: string, kind: StringIndex): object => ({
  entities: categorized(entities, text, kind, CATEGORIES),
});

/** Includes the text with each personal entity masked by asterisks. */
export function toPii({ entities }: EntitiesOutput, text: string, kind: StringIndex): object {
  let redactedText = text;
  for (const { type, start, end } of entities)
    if (PERSONAL[type]) redactedText = redactedText.slice(0, start) + '*'.repeat(end - start) + redactedText.slice(end);
  return { redactedText, entities: categorized(entities, text, kind, PERSONAL) };
}
