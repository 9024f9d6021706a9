import type { FoundSpan } from '../found';

type Stretch = Pick<FoundSpan, 'start' | 'end'>;

/** One in ten random numbers passes Luhn's check, one in 97 the check of the IBAN. */
const CERTAINTY = { card: 0.95, unusualCard: 0.6, iban: 0.99 };
/** Most cards have this many digits. A longer or shorter number may be an article's. */
const USUAL = new Set([15, 16]);
/** Digits in groups, with at most one separator between two digits. A date may stand before or behind a number. */
const DIGITS = /(?<![\p{L}\p{N}])\d(?:[ \u00a0.\-/]?\d){11,63}(?![\p{N}])/gu;
const MIN_CARD = 12;
/** The minimum length of a card inside a longer run of digits. */
const MIN_PART = 15;
const MAX_CARD = 19;
/** First digits that banks give to cards: Visa, Mastercard, Amex, Discover, JCB, Diners, UnionPay, Maestro. */
const ISSUED = /^(?:4|5[0-8]|2(?:2[2-9]|[3-6]|7[01]|720)|3[0-9]|6)/;

/** Numbers of payment cards: groups of digits that pass Luhn's check together. */
export function findCards(text: string): FoundSpan[] {
  return [...text.matchAll(DIGITS)].flatMap(({ 0: run, index }) =>
    cardsIn(run).map(({ start, end }) => {
      const isUsual = USUAL.has(run.slice(start, end).replace(/\D/g, '').length);
      const confidence = isUsual ? CERTAINTY.card : CERTAINTY.unusualCard;
      return { type: 'CARD', start: start + index, end: end + index, confidence };
    }),
  );
}

/** The longest card from each group on. */
function cardsIn(run: string): Stretch[] {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ start: index, end: index + digits.length }));
  const cards: Stretch[] = [];
  for (let first = 0; first < groups.length; first++)
    for (let last = groups.length - 1; last >= first; last--) {
      const [start, end] = [groups[first]!.start, groups[last]!.end];
      const digits = run.slice(start, end).replace(/\D/g, '');
      if (digits.length < (start === 0 && end === run.length ? MIN_CARD : MIN_PART)) break;
      if (digits.length > MAX_CARD || !ISSUED.test(digits) || !passesLuhn(digits)) continue;
      cards.push({ start, end });
      first = last;
      break;
    }
  return cards;
}

/** Digits that may be a card or an account, even with wrong check digits: one digit may be misread. */
export function findLongNumbers(text: string): Stretch[] {
  return [...text.matchAll(DIGITS)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, twice = false; at >= 0; at--, twice = !twice) {
    const value = Number(digits[at]) * (twice ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}(?![\p{L}\p{N}])/giu;
const MIN_IBAN = 15;
const MAX_IBAN = 34;

/** IBAN account numbers: letters and digits with remainder 1 modulo 97. */
export function findIbans(text: string): FoundSpan[] {
  return [...text.matchAll(IBAN)].flatMap(({ 0: run, index }) => {
    // A word may follow in the same letters, so the longest prefix that passes is the number.
    for (let end = run.length; end > 0; end--) {
      const plain = run.slice(0, end).replace(/[^A-Z0-9]/gi, '');
      if (plain.length < MIN_IBAN) return [];
      const isWhole = end === run.length || !/[A-Z0-9]/i.test(run[end]!);
      if (isWhole && plain.length <= MAX_IBAN && passesMod97(plain))
        return [{ type: 'IBAN', start: index, end: index + end, confidence: CERTAINTY.iban }];
    }
    return [];
  });
}

export function passesMod97(iban: string): boolean {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`.toUpperCase();
  let rest = 0;
  for (const character of moved) {
    const value = parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
