// Sources of regular expressions with the flag `u`.

/** One mark that separates words and links: an arrow, a bullet, a star, an emoji, a long dash; never `©`, `®`, `™` and `°`. */
export const MARK = String.raw`(?![©®™°])(?:\p{So}|[^\P{Sm}\0-\x7f]|[—―•‣▪●…]|\p{Extended_Pictographic})`;

/**
 * A character of a link: no mark, no closing quote and no Chinese punctuation. `–` and `·` may stand in a link, but end it where no
 * more of it follows.
 */
export const IN_LINK = String.raw`(?:(?!${MARK}|[\p{Pi}\p{Pf}。、，！？；：（）「」『』【】《》〈〉]|[–·](?![\p{L}\p{N}]))\S)`;
