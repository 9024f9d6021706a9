/** Forms of words that are written without a space inside. */
const FORMS: readonly RegExp[] = [
  // E-mail addresses.
  /^[(<"']?[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}[)>"',.;]*$/u,
  // Web addresses.
  /^[(<"']?(?:https?:\/\/(?:[\p{L}\p{N}-]+\.)+|www\.(?:[\p{L}\p{N}-]+\.)+)\p{Ll}{2,}(?::\d+)?(?:[/?#]\S*)?[)>"',;]*$/u,
  // Numbers in groups, decimal numbers, with a sign, a currency or a percent sign.
  /^[-+±(]?\p{Sc}?\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,2})?[\p{Sc}%)]?$/u,
  /^[-+±(]?\p{Sc}?\d+[.,]\d{1,2}[\p{Sc}%)]?$/u,
  // Dates and times.
  /^\d{1,4}([./-])\d{1,2}\1\d{2,4}[,.]?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?[,.]?$/,
  // Codes: capitals and digits with dashes and strokes between them.
  /^(?=.*\d)[\p{Lu}\d]{1,}(?:[-/_][\p{Lu}\d]+)+$/u,
];
const SIGN_AT_END = /[^\p{L}\p{N}]$/u;
const SIGN_AT_START = /^[^\p{L}\p{N}]/u;
/** Punctuation that may end a sentence after a complete form. */
const SENTENCE_END = /[.,;:!?]$/;

/** The maximum number of parts into which a word may be torn. */
export const MAX_PARTS = 4;

const isForm = (text: string): boolean => FORMS.some((form) => form.test(text));

/** Whether these parts are one word: together they have a form without spaces, and each tear is beside a sign. */
export function isOneForm(parts: readonly string[]): boolean {
  if (!isForm(parts.join(''))) return false;
  return parts.slice(1).every((part, index) => {
    const before = parts.slice(0, index + 1).join('');
    if (SENTENCE_END.test(before) && isForm(before.slice(0, -1)) && !/^[\p{N}/]/u.test(part)) return false;
    return SIGN_AT_END.test(before) || SIGN_AT_START.test(part);
  });
}
