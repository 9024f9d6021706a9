import type { FoundSpan } from '../found';

const list = (words: string) => words.replaceAll(' ', '|');
/** Months of German, French, Spanish, Italian, Portuguese, Dutch and Polish by the words before a month without a day. Chrono finds English ones. */
const MONTHS_AFTER: Readonly<Record<string, string>> = {
  'im ab bis seit Anfang Mitte Ende': 'Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember',
  'en dès depuis début fin': 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'en desde hasta': 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'a ad in da entro': 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'em desde até': 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'in sinds tot vanaf begin eind': 'januari februari maart april mei juni juli augustus september oktober november december',
  'od do': 'stycznia lutego marca(?=\\s[12]\\d{3}) kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  w: 'styczniu lutym marcu kwietniu maju czerwcu lipcu sierpniu wrześniu październiku listopadzie grudniu',
};
const MONTHS = list(Object.values(MONTHS_AFTER).join(' '));
const WEEKDAYS = list(
  'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag lundi mardi mercredi jeudi vendredi samedi dimanche ' +
    'lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica ' +
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ' +
    'poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę',
);
/** Days by their distance from today. Left out are words that mean something else in another of these languages, such as "hier". */
const NEAR_DAYS = list(
  "gestern vorgestern heute übermorgen avant-hier aujourd'hui aujourd’hui demain ayer anteayer hoy ieri oggi domani ontem hoje amanhã " +
    'gisteren eergisteren vandaag overmorgen wczoraj przedwczoraj dzisiaj dziś pojutrze',
);
/** "10:30 Uhr", "14h30", "9.30 uur". A number and "uur" alone may be a duration. */
const CLOCK = String.raw`(?:[01]?\d|2[0-4])(?:(?:[:.][0-5]\d)?\s?Uhr|[:.][0-5]\d\s?uur|\s?h\s?[0-5]\d)`;
const BEFORE = String.raw`(?<![\p{L}\p{N}_@#])`;
const AFTER = String.raw`(?![\p{L}\p{N}_])`;
const YEAR = String.raw`(?:\s+(?:de[l]?\s+)?[12]\d{3}(?!\d))?`;
const DAY = String.raw`(?<!\d)(?:[12]?\d|3[01])(?:\.|º|°|er)?\s+(?:de\s+)?`;
/** In the spelling of these languages: a month in capitals may be a name. */
const NAMED_DAY = new RegExp(
  `${BEFORE}(?:(?:${WEEKDAYS})(?:,?\\s+(?:de[nmr]?\\s+|le\\s+)?${DAY}(?:${MONTHS})${YEAR})?|${DAY}(?:${MONTHS})${YEAR}|(?:${MONTHS})\\s+(?:de[l]?\\s+)?[12]\\d{3})${AFTER}`,
  'gu',
);
/** Words as they begin a sentence. */
const capital = (words: string) => words.replace(/(?<![\p{L}'’-])\p{L}/gu, (letter) => letter.toUpperCase());
/** A preposition may begin a sentence. */
const inEitherCase = (words: string) => words.replace(/(?<!\p{L})\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const AFTER_PREPOSITION = Object.entries(MONTHS_AFTER).map(
  ([before, months]) => `(?:${list(inEitherCase(before))})\\s(?:${list(months)})`,
);
/** "im Mai" without a year. */
const MONTH_ALONE = new RegExp(`${BEFORE}(?:${AFTER_PREPOSITION.join('|')})(?!\\s+(?:de[l]?\\s+)?[12]\\d{3})${AFTER}`, 'gu');
const SURE = 0.9;

const NEAR_DAY = new RegExp(`${BEFORE}(?:(?:${NEAR_DAYS})|(?<=^|[.!?]\\s)(?:${capital(NEAR_DAYS)}))${AFTER}`, 'gu');
const TIME_OF_DAY = new RegExp(`${BEFORE}(?<![\\d.,:])${CLOCK}${AFTER}`, 'gu');

/** Times of day that chrono does not know. */
export function findClockTimes(text: string): FoundSpan[] {
  return Array.from(text.matchAll(TIME_OF_DAY), ({ 0: said, index }) => ({
    ...{ type: 'TIME', start: index, end: index + said.length, confidence: SURE },
  }));
}

/**
 * Weekdays, days such as "gestern", and months with a day, a year or a preposition, in German, French, Spanish, Italian, Portuguese,
 * Dutch and Polish.
 */
export function findNamedDays(text: string): FoundSpan[] {
  const date = (start: number, end: number): FoundSpan => ({ type: 'DATE', start, end, confidence: SURE });
  const days = [NAMED_DAY, NEAR_DAY].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: said, index }) => date(index, index + said.length)),
  );
  const months = Array.from(text.matchAll(MONTH_ALONE), ({ 0: said, index }) =>
    date(index + said.search(/\s/) + 1, index + said.length),
  );
  return [...days, ...months];
}
