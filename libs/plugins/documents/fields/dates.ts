import { found, textAbove, type FoundValue, type PrintedRow } from './printed-row';

/** A printed date, in the order of its parts. */
interface PrintedDate {
  value: string;
  text: string;
  certainty: number;
  start: number;
}

const MONTHS: readonly RegExp[] = [
  /^(jan|gen|ene|sty)/i,
  /^(feb|fév|fev|lut|únor)/i,
  /^(mar|mär|maa|mac|mrt|mrz|břez)/i,
  /^(apr|avr|abr|kwi|dub)/i,
  /^(may|mai|mei|mag|maj|kvě)/i,
  /^(jun|juin|giu|cze|čer)/i,
  /^(jul|juil|lug|lip)/i,
  /^(aug|août|aou|ago|ogo|sie|srp)/i,
  /^(sep|set|wrz|zář)/i,
  /^(oct|okt|out|ott|paź|říj)/i,
  /^(nov|lis)/i,
  /^(dec|dez|déc|dic|dis|gru|pro)/i,
];
/** OCR may drop the space before the time of day. */
const NUMERIC =
  /(?<![\d.,/-])(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?((?:19|20)\d{2}(?=[0-2]?\d:[0-5]\d)|\d{2,4}(?![\d/]|[-.]\d))/g;
/** Letters in date-like text that OCR confuses with digits. */
const MISREAD = /(?<![\p{L}\d])(?=[OoIl|]*\d)[\dOoIl|]{1,2}([-/.])[\dOoIl|]{1,2}\1[\dOoIl|]{2,4}(?![\p{L}\d])/gu;
/** If the lower half of the print is lost, digits look raised. */
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]/g;
/** A date without separators is less certain: a number may look like one. */
const COMPACT = /(?<!\d)(20[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=\W+\d{1,2}:\d{2}|\W*$)/g;
/** In `July 1 - July 31, 2014`, 31 is not a year. */
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?[\s/.-]*(?:de\s+)?(\p{L}{3,10})\.?[\s/.,-]*(?:de\s+)?(\d{4}|\d{2}(?!\d|:|\s?,?\s(?:19|20)\d{2}))/gu;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s?,?\s+(\d{4})/gu;
/** A state and ZIP code, a sales tax, or a telephone number of the USA, where the month comes first in a date. */
const AMERICAN = /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b|\bsales\s+tax\b|(?<!\d)(?:\(\d{3}\)\s?|\d{3}-)\d{3}-\d{4}(?!\d)/i;
/** The taxes and currencies of other countries that have dollars. */
const OTHER_DOLLARS = /\b(?:GST|HST|PST|CAD|AUD|SGD|NZD|HKD|ABN)\b|[SCA]\$/;
/** A date that can only be read with the month first. The other dates of its page are read likewise. */
const SURELY_AMERICAN = /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/(?:19|20)\d{2}(?!\d)/;
const LABEL = /(?:(?<!\p{L})(?:date|fecha|data|tanggal|tarikh|dato|dated)|datum)(?!\p{L})/iu;
/** A date of the invoice itself, though it may be that of the delivery, too. */
const OWN = /(?<!\p{L})(?:invoice|rechnungs?|facture|facturation|factura|fattura|factuur|faktura)/iu;
/** Dates other than that of the purchase. */
const OTHER =
  /(?<!\p{L})(expir\w*|valid|best before|gültig|birth|delivery|liefer\w*|livraison|entrega|consegna|returns?|until|before)(?!\p{L})/iu;
/** The labels of dates that serve as the date of the document only if it has no other date. */
const EARLIER =
  /(?<!\p{L})(?:order(?:ed)?|bestell\w*|auftrags?\w*|commande|pedido|ordine|ship\w*|versand\w*|period\w*|\p{L}*zeitraum|leistungs\w*|période|check[- ]?(?:in|out)|arrival|departure|anreise|abreise)(?!\p{L})/iu;
const DUE =
  /(?<!\p{L})(?:due|fällig\w*|échéance|venc(?:e|imi?ento)|scadenza|vervaldatum|förfallo\w*|forfald\w*|termin\s+płatności|zahlungsziel|(?:payable|pay|payment)\s+(?:by|before|until)|(?:zahl|überweis|begleich)[^.]*\sbis(?:\s+(?:zum|spätestens))?|(?:régler|payer|paiement|règlement)[^.]*\s(?:avant|au plus tard)(?:\s+le)?)(?!\p{L})/iu;
/** A date until which one may pay less. */
const EARLY = /(?<!\p{L})(?:skonto|discount|escompte|descuento|sconto|korting)(?!\p{L})/iu;
/** The end of a period, whose label stands before its begin. */
const UNTIL = /^\s*(?:[-–—]|to|bis|au|al|until)\s*$/iu;
const TIME = /(?<![\d:.])((?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d)?)\s?([AP]\.?M\.?)?(?![\d:])/gi;

export function datesIn(printed: string, isAmerican: boolean): PrintedDate[] {
  const text = printed
    .replace(RAISED, (digit) => digit.normalize('NFKC'))
    .replace(MISREAD, (day) => day.replace(/[Oo]/g, '0').replace(/[Il|]/g, '1'));
  const compact = [...text.matchAll(COMPACT)].flatMap((match) => {
    const value = isoFrom(Number(match[1]), Number(match[2]), Number(match[3]));
    return value ? [{ value, certainty: 0.75, text: match[0], start: match.index }] : [];
  });
  const numeric = [...text.matchAll(NUMERIC)].flatMap((match) => {
    const [first, , second, third] = match.slice(1) as [string, string, string, string];
    const day = first.length >= 3 ? ymd(first, second, third) : shortDate(first, second, third, isAmerican);
    return day ? [{ ...day, text: match[0], start: match.index }] : [];
  });
  const named = [
    ...[...text.matchAll(DAY_FIRST)].map((match) => ({ match, day: match[1]!, month: match[2]!, year: match[3]! })),
    ...[...text.matchAll(MONTH_FIRST)].map((match) => ({ match, day: match[2]!, month: match[1]!, year: match[3]! })),
  ].flatMap(({ match, day, month, year }) => {
    const number = MONTHS.findIndex((name) => name.test(month)) + 1;
    const value = number > 0 ? isoFrom(fullYear(year), number, Number(day)) : undefined;
    return value ? [{ value, certainty: 0.97, text: match[0], start: match.index }] : [];
  });
  const found = [...numeric, ...named];
  return (found.length > 0 ? found : compact).sort((a, b) => a.start - b.start);
}

const ymd = (year: string, month: string, day: string) => {
  const value = isoFrom(Number(year), Number(month), Number(day));
  return value && { value, certainty: 0.97 };
};

/** The certainty of a date that has another meaning in the other order. */
const EITHER = 0.85;

function shortDate(first: string, second: string, year: string, isAmerican: boolean) {
  const [a, b] = [Number(first), Number(second)];
  const order = a > 12 ? 'day' : b > 12 ? 'month' : isAmerican ? 'month' : 'day';
  const value = order === 'day' ? isoFrom(fullYear(year), b, a) : isoFrom(fullYear(year), a, b);
  // The third of April may be the fourth of March.
  return value && { value, certainty: a > 12 || b > 12 || a === b ? 0.97 : EITHER };
}

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

function isoFrom(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1980 && year < 2100 ? date.toISOString().slice(0, 10) : undefined;
}

interface Moments {
  date: FoundValue<string> | null;
  due: FoundValue<string> | null;
  time: FoundValue<string> | null;
}

/** The date of a purchase or an invoice, its due date, and the time of day. */
export function findDates(rows: readonly PrintedRow[]): Moments {
  const isElsewhere = rows.some(({ text }) => OTHER_DOLLARS.test(text));
  const hasDollars = rows.some(({ text }) => text.includes('$'));
  const isAmerican =
    rows.some(({ text }) => SURELY_AMERICAN.test(text)) ||
    (hasDollars && !isElsewhere && rows.some(({ text }) => AMERICAN.test(text)));
  const all = rows
    .flatMap((row, at) => labelledDates(row, rows[at - 1], isAmerican))
    .map((each) => ({ ...each, rank: rankOf(each) }));
  const due = all.find(({ rank, row }) => rank === RANKS.due && !EARLY.test(row.text));
  const own = all.filter(({ rank }) => rank > RANKS.other);
  const best = own.find(({ rank }) => rank === Math.max(...own.map((each) => each.rank)));
  // Two different dates without a label: either may be right.
  const isDoubtful =
    best && best.rank < RANKS.labelled && own.some(({ date, rank }) => rank > RANKS.earlier && date.value !== best.date.value);
  // Beside dollars, a date may be of either order unless other signs tell the country.
  const isEither = hasDollars && !isAmerican && best?.date.certainty === EITHER && !isElsewhere;
  const certainty = best && best.date.certainty * (isDoubtful || isEither ? 0.7 : 1);
  const clock = timeOf(best ? [best.row, ...rows] : rows);
  return {
    date: best ? found(best.date.value, best.date.text, certainty!, best.row) : null,
    due: due ? found(due.date.value, due.date.text, due.date.certainty, due.row) : null,
    time: clock ?? null,
  };
}

interface LabelledDate {
  date: PrintedDate;
  row: PrintedRow;
  label: string;
}

/** The dates of a row. The label stands before a date or above it. */
function labelledDates(row: PrintedRow, above: PrintedRow | undefined, isAmerican: boolean): LabelledDate[] {
  const dates = datesIn(row.text, isAmerican);
  const found: LabelledDate[] = [];
  for (const [at, date] of dates.entries()) {
    const previous = dates[at - 1];
    const before = row.text.slice(previous ? previous.start + previous.text.length : 0, date.start);
    const head = textAbove(row, date.start, above) ?? '';
    const isHead = [LABEL, DUE, OTHER, EARLIER].some((pattern) => pattern.test(head));
    const label = UNTIL.test(before) ? found.at(-1)?.label : isHead && !isOwnPart(row, date, before) ? head : before;
    found.push({ date, row, label: label ?? '' });
  }
  return found;
}

/** Whether words stand before the date in its own part of the row. */
function isOwnPart({ parts }: PrintedRow, { text }: PrintedDate, before: string): boolean {
  const part = parts.find((each) => each.includes(text)) ?? '';
  const own = part.slice(0, part.indexOf(text));
  return /\p{L}{2}/u.test(own) && before.endsWith(own);
}

/** A number that merely looks like a date ranks behind certain dates. */
const RANKS = { due: -2, other: -1, earlier: 0, unsure: 1, sure: 2, labelled: 3 };

function rankOf({ date, label }: LabelledDate): number {
  if (DUE.test(label)) return RANKS.due;
  if (OTHER.test(label) && !OWN.test(label)) return RANKS.other;
  if (EARLIER.test(label) && !OWN.test(label)) return RANKS.earlier;
  return LABEL.test(label) ? RANKS.labelled : date.certainty > 0.8 ? RANKS.sure : RANKS.unsure;
}

function timeOf(rows: readonly PrintedRow[]): FoundValue<string> | undefined {
  for (const row of rows) {
    // `12.50` is a price, and `09.03.26` a date, unless it says a.m. or p.m.
    const match = [...row.text.matchAll(TIME)].find(([, clock, half]) => half !== undefined || !clock!.includes('.'));
    if (!match) continue;
    const [hours, minutes, seconds] = match[1]!.split(/[:.]/) as [string, string, string?];
    const isAfternoon = /^p/i.test(match[2] ?? '') && Number(hours) < 12;
    const hour = isAfternoon ? Number(hours) + 12 : /^a/i.test(match[2] ?? '') && hours === '12' ? 0 : Number(hours);
    const value = `${String(hour).padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}`;
    return found(value, match[0], 0.95, row);
  }
  return undefined;
}
