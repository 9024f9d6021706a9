import { confidenceOf } from '../confidence';
import type { ReadLine } from '../ctc';

const HAN = /\p{Script=Han}/u;
/** The share of its Chinese characters that must probably be right. Smudges, drawings and other scripts look like Chinese, too. */
const SURE = 0.5;

/** Whether a line has Chinese characters, and more of them are right than not. */
export function isSurelyHan({ characters }: ReadLine): boolean {
  return confidenceOf(characters.filter(({ character }) => HAN.test(character))) >= SURE;
}
