import { PerceptError } from '@percept/sdk';
import type { StringIndex } from '../string-index';

/** What the result of an analysis is made of: ids of accepted calls, and how the caller wants it. */
export interface ResultParts {
  /** Of `document.read`. */
  read: string;
  /** Of `document.fields`. */
  fields?: string;
  /** Of `document.searchable`. */
  pdf?: string;
  format: 'text' | 'markdown';
  index: StringIndex;
  /** Whether labels with their values are told. */
  keyValues: boolean;
}

const INDEXES: readonly StringIndex[] = ['textElements', 'unicodeCodePoint', 'utf16CodeUnit'];

/** The id has all that the answer needs, so that any process gives it: `r` reads, `f` fields, `p` PDF. */
export function toResultId({ read, fields, pdf, format, index, keyValues }: ResultParts): string {
  const wish = `${format === 'markdown' ? 'm' : 't'}${INDEXES.indexOf(index)}${keyValues ? 'k' : 'n'}`;
  return [wish, `r${read}`, fields && `f${fields}`, pdf && `p${pdf}`].filter(Boolean).join('.');
}

/** @throws PerceptError NOT_FOUND for an id that is none of ours. */
export function readResultId(id: string): ResultParts {
  const [wish = '', ...calls] = id.split('.');
  const idOf = (letter: string): string | undefined => calls.find((each) => each.startsWith(letter))?.slice(1);
  const read = idOf('r');
  if (!/^[mt][012][kn]$/.test(wish) || read === undefined) throw PerceptError.notFound('The result');
  const parts = { read, fields: idOf('f'), pdf: idOf('p'), index: INDEXES[Number(wish[1])]! };
  return { ...parts, format: wish.startsWith('m') ? 'markdown' : 'text', keyValues: wish.endsWith('k') };
}
