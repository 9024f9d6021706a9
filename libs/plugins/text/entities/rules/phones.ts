import { findPhoneNumbersInText } from 'libphonenumber-js';
import type { Found } from '../found';

/** Runs that may hold a telephone number: digits with what may stand between them, so long at most. */
const RUN = /(?<![\p{L}\p{N}_.,:/-])[+(]{0,2}\d[\d ().\-/\u00a0\u2011]{5,30}\d(?![\p{L}\p{N}_])/gu;
/** A moment, an amount or a number of a document: not dialled. */
const NO_PHONE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}.*|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d+|\d{4}\s?[-–]\s?\d{4})$/;
const SURE = 0.97;
const NATIONAL = 0.85;

/** Telephone numbers by libphonenumber: with a country code of any country, without one as they are written in the USA. */
export function findPhones(text: string): Found[] {
  return Array.from(text.matchAll(RUN)).flatMap(({ 0: run, index }) => {
    const digits = run.replace(/\D/g, '').length;
    if (digits < 7 || digits > 15 || NO_PHONE.test(run)) return [];
    return findPhoneNumbersInText(run, { defaultCountry: 'US' }).map(({ startsAt, endsAt }): Found => {
      const confidence = run.startsWith('+') || run.startsWith('(+') ? SURE : NATIONAL;
      return { type: 'PHONE', start: index + startsAt, end: index + endsAt, confidence };
    });
  });
}
