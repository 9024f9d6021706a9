import type { ReadLine } from '../ctc';

/** Letters, and signs that only some languages write. */
const MARKED = /[\p{L}€£¿¡«»„º]/u;
const LAST_OF_ASCII = '\u007f';
/** The chance that none of a line's marks is real must be below this. Above it, bad print of plain letters looks like them. */
const DOUBT = 0.0005;

/** Whether a line surely has a letter or sign that plain English has not. */
export function hasMarks({ characters }: ReadLine): boolean {
  const marks = characters.filter(({ character }) => character > LAST_OF_ASCII && MARKED.test(character));
  return marks.reduce((doubt, { probability }) => doubt * (1 - probability), 1) < DOUBT;
}
