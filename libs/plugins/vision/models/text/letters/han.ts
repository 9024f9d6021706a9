import { confidenceOf } from '../confidence';
import type { ReadCharacter } from '../ctc';

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * At least this share of Chinese and Japanese characters must probably be right: smudges, drawings and other scripts look like
 * Chinese, too.
 */
const SURE = 0.75;

export const isAsian = ({ character }: ReadCharacter): boolean => ASIAN.test(character);

/** Whether there are Chinese or Japanese characters. */
export const hasAsian = (characters: readonly ReadCharacter[]): boolean => characters.some(isAsian);

/** Whether there are Chinese or Japanese characters, and most of them are right. */
export const isSurelyAsian = (characters: readonly ReadCharacter[]): boolean => confidenceOf(characters.filter(isAsian)) >= SURE;
