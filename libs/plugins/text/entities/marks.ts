// Sources of regular expressions with the flag `u`.

/** One mark that separates words and links: an arrow, a bullet, a star, an emoji, a long dash; never `©`, `®`, `™` and `°`. */
export const MARK = String.raw`(?![©®™°])(?:\p{So}|[^\P{Sm}\0-\x7f]|[—―•‣▪●…]|\p{Extended_Pictographic})`;

/** A letter of a link: no mark, no closing quote and no full stop of Chinese. `–` and `·` end a link, but stand in it, too. */
export const IN_LINK = String.raw`(?:(?!${MARK}|[\p{Pi}\p{Pf}。、，！？；：（）「」『』【】《》〈〉]|[–·](?![\p{L}\p{N}]))\S)`;
