/** Below this share of known characters, an answer says little about a text. */
const LITTLE_KNOWN = 0.5;

/** The warning for a text in letters that the encoder does not know; none for other texts. @param known see `KnownText`. */
export function scriptWarnings(known: number): { warnings?: string[] } {
  if (known >= LITTLE_KNOWN) return {};
  const share = `The model knows ${Math.round(known * 100)} % of the characters of a part of the text`;
  return { warnings: [`${share}: it reads Latin, Greek, Cyrillic, Arabic and Devanagari letters. The answer says little.`] };
}
