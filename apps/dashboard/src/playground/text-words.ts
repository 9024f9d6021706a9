import { counted } from '../parts/text/counted';
import type { MarkedEntity } from './pieces';

const list = new Intl.ListFormat('en');
const languages = new Intl.DisplayNames('en', { type: 'language' });

export interface TextAnswer {
  sentiment: string;
  confidence: number;
  language: string;
  sentences?: { text: string; sentiment: string; confidence: number }[];
  entities: MarkedEntity[];
  warnings?: string[];
  processing_time_ms: number;
}

/** Describes an answer about a text in sentences. */
export function textWords({ sentiment, confidence, language, entities }: TextAnswer): string[] {
  const feeling = sentiment[0]!.toUpperCase() + sentiment.slice(1);
  const kinds = [...new Set(entities.map(({ type }) => type))];
  return [
    `${feeling} ${Math.round(confidence * 100)} %. Written in ${languageOf(language)}.`,
    entities.length === 0 ? 'No names.' : `${counted(entities.length, 'name')}:`,
    ...kinds.map((kind) => `${kind}: ${list.format(namesOf(entities, kind))}`),
  ];
}

const namesOf = (entities: readonly MarkedEntity[], kind: string): string[] => [
  ...new Set(entities.filter(({ type }) => type === kind).map(({ text }) => text)),
];

function languageOf(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}
