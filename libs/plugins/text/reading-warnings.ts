import type { EmbeddedText } from '@percept/sdk/models';

/** Below this share of known characters, an answer says little about a text. */
const LITTLE_KNOWN = 0.5;

/** The warnings for a text in letters that the encoder does not know, and for one that has too many words; none for other texts. */
export function readingWarnings({ known, unread = 0 }: Pick<EmbeddedText, 'known' | 'unread'>): string[] {
  const warnings: string[] = [];
  if (known < LITTLE_KNOWN) {
    const share = `The model knows ${Math.round(known * 100)} % of the characters of a part of the text`;
    warnings.push(`${share}: it reads Latin, Greek, Cyrillic, Arabic and Devanagari letters. The answer says little.`);
  }
  if (unread > 0) {
    const many = `The text has ${unread.toLocaleString('en')} words and parts of words more than the model reads`;
    warnings.push(`${many}. The answer is about those before: send the text in parts.`);
  }
  return warnings;
}
