import { PerceptError } from '@percept/sdk';
import type { StringIndex } from '../string-index';

/** What makes up the result of an analysis: the ids of accepted calls, and the caller's options. */
export interface ResultParts {
  /** Id of the `document.read` call. */
  read: string;
  /** Id of the `document.fields` call. */
  fields?: string;
  /** Id of the `document.searchable` call. */
  pdf?: string;
  format: 'text' | 'markdown';
  index: StringIndex;
  /** Whether the answer includes labels with their values. */
  keyValues: boolean;
}

const INDEXES: readonly StringIndex[] = ['textElements', 'unicodeCodePoint', 'utf16CodeUnit'];

/** The id contains all that the answer needs, so any process can give the answer: `r` reads, `f` fields, `p` PDF. */
export function toResultId({ read, fields, pdf, format, index, keyValues }: ResultParts): string {
  const wish = `${format === 'markdown' ? 'm' : 't'}${INDEXES.indexOf(index)}${keyValues ? 'k' : 'n'}`;
  return [wish, `r${read}`, fields && `f${fields}`, pdf && `p${pdf}`].filter(Boolean).join('.');
}

/** @throws PerceptError NOT_FOUND for an id in another format. */
export function readResultId(id: string): ResultParts {
  const [wish = '', ...calls] = id.split('.');
  const idOf = (letter: string): string | undefined => calls.find((each) => each.startsWith(letter))?.slice(1);
  const read = idOf('r');
  if (!/^[mt][012][kn]$/.test(wish) || read === undefined) throw PerceptError.notFound('The result');
  const parts = { read, fields: idOf('f'), pdf: idOf('p'), index: INDEXES[Number(wish[1])]! };
  return { ...parts, format: wish.startsWith('m') ? 'markdown' : 'text', keyValues: wish.endsWith('k') };
}
