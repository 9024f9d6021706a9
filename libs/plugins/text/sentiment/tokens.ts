/** A word, mark or sign of a text, as the sentiment models see it. */
export interface Token {
  /** The word in lower case, with shortened elongation (`sooooo` is `soo`); links and mentions by kind: `<url>`, `<user>`. */
  form: string;
  kind: 'word' | 'mark' | 'sign';
  /** Whether the word is in capitals within a text that is not. */
  shouted: boolean;
  /** The form with one letter instead of three or more equal ones. */
  short?: string;
}

// No alternative backtracks at length, so the time is linear.
const TOKEN = new RegExp(
  [
    String.raw`(?<url>(?:https?:\/\/|www\.)\S+)`,
    String.raw`(?<user>@\w+)`,
    String.raw`(?<tag>#[\p{L}\p{N}_]+)`,
    String.raw`(?<face>[<>]?[:;=8xX][-'^o]?[)(\]\[dDpPoO/\\|*3]+(?![\p{L}\p{N}])|[)(\]\[][-'^]?[:;=](?![\p{L}\p{N}])|<\/?3+|\^_*\^|-_+-|[tT]_[tT]|o_[oO]|\\o\/)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*)`,
    String.raw`(?<number>\p{N}+)`,
    String.raw`(?<emoji>\p{Regional_Indicator}{2}|\p{Extended_Pictographic})`,
    String.raw`(?<run>[!?]+|\.{2,})`,
    String.raw`(?<mark>(?!\u200d)[^\s\p{M}])`,
  ].join('|'),
  'gu',
);
const CAPITALS = /^\p{Lu}{2,}$/u;

/** @param most the maximum number of tokens; the rest is left out. */
export function splitTokens(text: string, most = Infinity): Token[] {
  const plain = text.normalize('NFKC');
  const shouting = isShouting(plain);
  const tokens: Token[] = [];
  for (const { groups } of plain.matchAll(TOKEN)) {
    if (tokens.length >= most) break;
    const found = groups!;
    if (found.word !== undefined) tokens.push(word(found.word, shouting));
    else if (found.tag !== undefined) tokens.push(sign(found.tag.toLowerCase()), ...tagWords(found.tag));
    else if (found.url !== undefined) tokens.push(sign('<url>'));
    else if (found.user !== undefined) tokens.push(sign('<user>'));
    else if (found.face !== undefined) tokens.push(sign(found.face.replace(/([)(\][dDpPoO3*])\1+/g, '$1').toLowerCase()));
    else if (found.emoji !== undefined) tokens.push(sign(found.emoji));
    else if (found.number !== undefined) tokens.push(mark(found.number.length > 4 ? '<number>' : found.number));
    else if (found.run !== undefined) tokens.push(...run(found.run));
    else tokens.push(mark(found.mark!.replace('…', '..')));
  }
  return tokens;
}

const sign = (form: string): Token => ({ form, kind: 'sign', shouted: false });
const mark = (form: string): Token => ({ form, kind: 'mark', shouted: false });

function word(written: string, shouting: boolean): Token {
  const low = written.toLowerCase().replaceAll('’', "'");
  const form = low.replace(/(\p{L})\1{2,}/gu, '$1$1');
  const short = form === low ? undefined : low.replace(/(\p{L})\1{2,}/gu, '$1');
  return { form, kind: 'word', shouted: !shouting && CAPITALS.test(written), short };
}

/** `!!!` is stronger than `!`, and `?!` means something else. */
function run(written: string): Token[] {
  const kinds = written.includes('!') ? (written.includes('?') ? '?!' : '!') : written.includes('?') ? '?' : '..';
  return written.length > 1 && kinds !== '..' ? [mark(kinds), mark(`${kinds}+`)] : [mark(kinds)];
}

/** Splits a hashtag: `#LoveThisGame` becomes `love this game`. */
function tagWords(tag: string): Token[] {
  const parts = tag.slice(1).match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return parts.slice(0, 8).map((part) => word(part, true));
}

/** In a text all in capitals, capitals stress nothing. */
function isShouting(text: string): boolean {
  let [great, small] = [0, 0];
  for (const [letters] of text.matchAll(/\p{Lu}+|\p{Ll}+/gu)) {
    if (/^\p{Lu}/u.test(letters)) great += letters.length;
    else small += letters.length;
  }
  return great > small;
}
