import { findPhoneNumbersInText } from 'libphonenumber-js';
import type { FoundSpan } from '../found';

/** Runs that may hold a telephone number: digits and their separators, up to this length. */
const RUN = /(?<![\p{L}\p{N}_.,:/-])[+(]{0,2}\d[\d ().\-/\u00a0\u2011]{5,30}\d(?![\p{L}\p{N}_])/gu;
/** Dates, amounts and document numbers, which are not dialled. */
const NO_PHONE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}.*|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{4}\s?[-–]\s?\d{4})$/;
const SURE = 0.97;
const NATIONAL = 0.85;
/** Words before a telephone number. */
const CUE =
  /(?:\b(?:tel|telefon|telephone|phone|mobile|mobil|cell|handy|fax|whatsapp|call|ring|dial|ruf\w*|anruf\w*|appele\w*|portable|móvil|teléfono|telefono|telefone|telemóvel|celular|ll[aá]m\p{L}+|chiam\w+|lig\w+|bel|zadzwo\p{L}+|dzwo\p{L}+|komórk\p{L}+|telefon\p{L}+)|t[ée]l[ée]phone|tél)[.:]?[^\d\n]{0,14}$/iu;
const CUE_LENGTH = 40;
/** National numbers as written in Europe: an area code that begins with 0, apart from the rest. */
const WITH_AREA = /^\(?0\d{1,4}\)?[ /-]+\d[\d ./-]{5,}$/;

/**
 * Telephone numbers by libphonenumber: with any country code, without one as written in the USA, with an area code as in Europe, or
 * behind a word such as `Tel.`
 */
export function findPhones(text: string): FoundSpan[] {
  return Array.from(text.matchAll(RUN)).flatMap(({ 0: run, index }) => {
    const digits = run.replace(/\D/g, '').length;
    if (digits < 7 || digits > 15 || NO_PHONE.test(run)) return [];
    const known = findPhoneNumbersInText(run, { defaultCountry: 'US' }).map(({ startsAt, endsAt }): FoundSpan => {
      const confidence = run.startsWith('+') || run.startsWith('(+') ? SURE : NATIONAL;
      return { type: 'PHONE', start: index + startsAt, end: index + endsAt, confidence };
    });
    const isCalled = WITH_AREA.test(run) || CUE.test(text.slice(Math.max(0, index - CUE_LENGTH), index));
    if (known.length > 0 || !isCalled) return known;
    return [{ type: 'PHONE', start: index, end: index + run.length, confidence: NATIONAL }];
  });
}
