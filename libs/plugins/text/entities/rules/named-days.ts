import type { FoundSpan } from '../found';

const list = (words: string) => words.replaceAll(' ', '|');
/** German, French, Spanish, Italian, Portuguese, and the Dutch months that differ from German. Chrono finds English ones. */
const MONTHS = list(
  'Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember ' +
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre ' +
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ' +
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
    'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro ' +
    'januari februari maart april mei juni juli augustus september oktober november december',
);
const WEEKDAYS = list(
  'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag lundi mardi mercredi jeudi vendredi samedi dimanche ' +
    'lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica ' +
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
);
const BEFORE = String.raw`(?<![\p{L}\p{N}_@#])`;
const AFTER = String.raw`(?![\p{L}\p{N}_])`;
const YEAR = String.raw`(?:\s+(?:de[l]?\s+)?[12]\d{3}(?!\d))?`;
const DAY = String.raw`(?<!\d)(?:[12]?\d|3[01])(?:\.|º|°|er)?\s+(?:de\s+)?`;
/** In the spelling of these languages: a month in capitals may be a name. */
const NAMED_DAY = new RegExp(
  `${BEFORE}(?:(?:${WEEKDAYS})(?:,?\\s+(?:de[nmr]?\\s+|le\\s+)?${DAY}(?:${MONTHS})${YEAR})?|${DAY}(?:${MONTHS})${YEAR}|(?:${MONTHS})\\s+(?:de[l]?\\s+)?[12]\\d{3})${AFTER}`,
  'gu',
);
const SURE = 0.9;

/** Weekdays, and months with a day or a year, in German, French, Spanish, Italian, Portuguese and Dutch. */
export function findNamedDays(text: string): FoundSpan[] {
  return Array.from(text.matchAll(NAMED_DAY), ({ 0: said, index }) => ({
    type: 'DATE',
    start: index,
    end: index + said.length,
    confidence: SURE,
  }));
}
