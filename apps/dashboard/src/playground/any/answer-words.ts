import { counted } from '../../parts/text/counted';
import { formatCell, labelIn, findLists, type AnswerRow } from './findings';

const list = new Intl.ListFormat('en');
const SHOWN = 5;
/** Longer texts, such as a document's, are shown only in the JSON. */
const MAX_TEXT = 120;
const SHARES = /confidence|probability|^score$/;
/** Fields shown elsewhere, or not part of the answer proper. */
const LEFT_OUT = ['processing_time_ms', 'warnings', 'nearest'];

/** Describes any answer in lines: `Sentiment: negative`, `3 detections: cup 98 %, laptop 93 % and 1 more`. */
export function answerWords(answer: AnswerRow): string[] {
  const told = Object.entries(answer).filter(([name]) => !LEFT_OUT.includes(name));
  const facts = told.flatMap(([name, value]) => (isFact(value) ? [`${inWords(name)}: ${factOf(name, value)}`] : []));
  const lists = findLists(Object.fromEntries(told)).map(([path, rows]) => {
    const name = path.split('.').at(-1)!;
    const labels = [...new Set(rows.slice(0, SHOWN).map((row) => labelIn(row, name)))];
    const more = rows.length - Math.min(rows.length, SHOWN);
    const noun = name.replaceAll('_', ' ');
    return `${counted(rows.length, noun.replace(/s$/, ''), noun)}: ${list.format([...labels, ...(more > 0 ? [`${more} more`] : [])])}`;
  });
  return [...facts, ...lists];
}

const isFact = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= MAX_TEXT);

const inWords = (name: string): string => name[0]!.toUpperCase() + name.slice(1).replaceAll('_', ' ');

function factOf(name: string, value: string | number | boolean): string {
  if (typeof value === 'number' && value <= 1 && SHARES.test(name)) return `${Math.round(value * 100)} %`;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : formatCell(value);
}
