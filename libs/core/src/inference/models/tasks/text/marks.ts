import type { ReadLine } from './ctc';

/** Letters, and signs that only some languages write. */
const MARKED = /[\p{L}€£¿¡«»„º]/u;
const LAST_OF_ASCII = '\u007f';
/** From this probability on such a letter is believed. Below it, bad print of plain letters looks like them. */
const SURE = 0.98;

/** Whether a line surely has a letter or sign that plain English has not. */
export const hasMarks = ({ characters }: ReadLine): boolean =>
  characters.some(({ character, probability }) => probability >= SURE && character > LAST_OF_ASCII && MARKED.test(character));
