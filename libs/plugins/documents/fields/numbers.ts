import { passesLuhn, passesMod97 } from '../../text/entities/rules/account-numbers';
import { findPhones } from '../../text/entities/rules/phones';
import { datesIn } from './dates';
import { found, isAbove, type FoundValue, type PrintedRow } from './printed-row';

const NUMBER = String.raw`(?:no|nr|n[uú]m(?:ber|mer|ero|éro)?|n[°ºo.]|id|#)\s*[.#]?`;
const VALUE = String.raw`\s*[:#.=-]*\s*(?<value>(?=[\p{L}\d/-]*\d)[\p{L}\d][\p{L}\d/-]{2,29})`;
const TITLES = String.raw`(?:tax\s*)?invoice|(?:schluss|teil|sammel)?rechnung|facture|factura|fattura|factuur|faktura(?:\s*vat)?|fatura`;
const INVOICE = new RegExp(
  String.raw`(?<!\p{L})(?:(?:tax\s*)?inv(?:oice)?|receipt|bi[l1]{1,2}|doc(?:ument)?|(?:schluss|teil|sammel)?rechnungs?|beleg|bon|facture|re[çc]u|factura|fattura|ricevuta|factuur|faktura(?:\s*vat)?|fatura|ticket|trans(?:action)?|slip)\s*[-.]?\s*(?:${NUMBER}|:)${VALUE}`,
  'iu',
);
const TITLE = new RegExp(`^\\W*(?:${TITLES})\\W*$`, 'iu');
/** A number in the row below a title, or after the title in the same row. */
const UNDER_TITLE = new RegExp(`^\\W*${NUMBER}${VALUE}`, 'iu');
const SHORT_IN_TITLE = new RegExp(`^\\W*(?:${TITLES})\\W*${NUMBER}\\s*:?\\s*(?<value>\\d{1,2})(?![\\p{L}\\d]|[./-]\\d)`, 'iu');
/** The head of a column, whose value stands below it. */
const INVOICE_HEAD = new RegExp(`^\\W*(?:(?:${TITLES})\\s*[-.]?\\s*${NUMBER}|${NUMBER}\\s*(?:de\\s*)?(?:${TITLES}))\\W*$`, 'iu');
const ORDER_HEAD = new RegExp(`^\\W*(?:p\\.?o\\.?|purchase\\s*order|order|bestell|auftrags?)\\s*[-.]?\\s*${NUMBER}\\W*$`, 'iu');
const LONE_VALUE = new RegExp(`^${VALUE}\\W*$`, 'iu');
const IN_TITLE = new RegExp(`^\\W*(?:${TITLES})${VALUE}\\W*$`, 'iu');
const ORDER = new RegExp(
  String.raw`(?<!\p{L})(?:order|p\.?o\.?|purchase\s*order|auftrags?|bestell(?:ung)?s?|commande|pedido|ordine|bestelling)\s*[-.]?\s*(?:${NUMBER}|:)${VALUE}`,
  'iu',
);
const IBAN = /(?<![\p{L}\d])(?<value>[A-Z]{2}\s?\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,3})?)(?![\p{L}\d])/gu;
const VAT =
  /(?<![\p{L}\d])(?<value>(?:ATU\d{8}|BE\s?[01]\d{9}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\s?(?:\d ?){8}\d|DK\s?\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR\s?[A-Z0-9]{2}\s?(?:\d ?){8}\d|GB\s?(?:\d ?){8}\d|HR\d{11}|HU\d{8}|IE\d{7}[A-Z]{1,2}|IT\s?\d{11}|LT\d{9,12}|LU\d{8}|LV\d{11}|MT\d{8}|NL\s?\d{9}B\d{2}|PL\d{10}|PT\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|CHE-?\d{3}\.?\d{3}\.?\d{3}))(?![\p{L}\d])/u;
const TAX_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(?:gst|vat|tax|tva|ust|mwst|iva|btw|sst|nif|cif)\W{0,2}\s*(?:reg(?:istration)?|ref|id|identification)?\W{0,3}\s*(?:${NUMBER})?\s*[:#.=-]*\s*(?<value>[A-Z]?\d[\d ]{6,14}\d[A-Z]?)(?![\p{L}\d]|[.,]\d)`,
  'iu',
);
const PHONE =
  /(?<!\p{L})(?:\p{L}*t[eé]l(?:[eé](?:ph|f)on[eo]?)?|telp|tfno|t[lI]f|phone|ph|fon|m[oó](?:bile?|vil)|handy|h\/p|t(?=\s*:))\W{0,3}?(?:n[o0]\W{0,4})?\s*(?<value>\(?\+?\d[\d ()./-]{6,18}\d)(?![\d-])/iu;
const BARE_PHONE = /^[^\p{L}\d(+]*(?<value>\(?\+?\d{2,4}\)?[ -]\d[\d -]{5,12}\d)\W*$/u;
const HEAD_ROWS = 14;

export interface DocumentNumbers {
  invoice_number: FoundValue<string> | null;
  order_number: FoundValue<string> | null;
  iban: FoundValue<string> | null;
  vat_id: FoundValue<string> | null;
  phone: FoundValue<string> | null;
}

/** The numbers of a receipt or an invoice. Those with check digits are certain if these are correct. */
export function findNumbers(rows: readonly PrintedRow[]): DocumentNumbers {
  return {
    invoice_number: first(rows, INVOICE, 0.88) ?? under(rows, INVOICE_HEAD, LONE_VALUE) ?? titleNumber(rows),
    order_number: first(rows, ORDER, 0.85) ?? under(rows, ORDER_HEAD, LONE_VALUE),
    iban: ibanIn(rows),
    vat_id: vatIn(rows) ?? first(rows, TAX_NUMBER, 0.8),
    phone: first(rows, PHONE, 0.9) ?? first(rows.slice(0, HEAD_ROWS), BARE_PHONE, 0.7) ?? phoneIn(rows.slice(0, HEAD_ROWS)),
  };
}

function first(rows: readonly PrintedRow[], pattern: RegExp, certainty: number): FoundValue<string> | null {
  for (const row of rows) {
    // A part of its own comes first: behind its end another column may go on.
    const texts = [...row.parts, row.text];
    const value = texts.map((text) => pattern.exec(text)?.groups?.['value']).find((each) => each && !isDate(each));
    if (value) return found(value.trim(), value, certainty, row);
  }
  return null;
}

const isDate = (text: string): boolean => datesIn(text, false).some((date) => date.text.length === text.trim().length);

function titleNumber(rows: readonly PrintedRow[]): FoundValue<string> | null {
  const head = rows.slice(0, 2 * HEAD_ROWS);
  return under(head, TITLE, UNDER_TITLE) ?? first(head, IN_TITLE, 0.8) ?? first(head, SHORT_IN_TITLE, 0.8);
}

/** The value below a part that is its label; rows of another column may stand between the two. */
function under(rows: readonly PrintedRow[], label: RegExp, pattern: RegExp): FoundValue<string> | null {
  for (const [at, row] of rows.entries()) {
    for (const [index, part] of row.parts.entries()) {
      if (!label.test(part)) continue;
      const below = rows.slice(at + 1, at + 3).flatMap((next) => {
        const over = next.places.findIndex((place) => isAbove(row.places[index]!, place));
        return over === -1 ? [] : [{ next, text: next.parts[over]! }];
      })[0];
      const value = below && pattern.exec(below.text)?.groups?.['value'];
      if (value && !isDate(value)) return found(value, value, 0.85, below.next);
    }
  }
  return null;
}

/** A telephone number without a label, beside other words: `(503) 555-0142 · hello@example.com`. */
function phoneIn(rows: readonly PrintedRow[]): FoundValue<string> | null {
  for (const row of rows) {
    const printed = findPhones(row.text)
      .map(({ start, end }) => row.text.slice(start, end))
      .find((each) => /^[+(]|\d[-. ]\d+[-. ]\d/.test(each));
    if (printed) return found(printed, printed, 0.7, row);
  }
  return null;
}

function ibanIn(rows: readonly PrintedRow[]): FoundValue<string> | null {
  let doubtful: FoundValue<string> | null = null;
  for (const row of rows) {
    for (const { groups } of row.text.matchAll(IBAN)) {
      const printed = groups!['value']!;
      const value = printed.replace(/\s/g, '');
      if (hasIbanChecksum(value)) return found(value, printed, 0.99, row);
      if (/iban/i.test(row.text)) doubtful ??= found(value, printed, 0.4, row);
    }
  }
  return doubtful;
}

/** How long each country's numbers are. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 ' +
    'GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 ' +
    'MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 SV28 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** ISO 13616: the rest of the number, with letters as numbers, is 1 modulo 97. */
export function hasIbanChecksum(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || IBAN_LENGTHS.get(iban.slice(0, 2)) !== iban.length) return false;
  return passesMod97(iban);
}

function vatIn(rows: readonly PrintedRow[]): FoundValue<string> | null {
  for (const row of rows) {
    const printed = VAT.exec(row.text)?.groups?.['value'];
    if (!printed) continue;
    const value = printed.replace(/[\s.-]/g, '');
    const holds = hasVatChecksum(value);
    return found(value, printed, holds === undefined ? 0.9 : holds ? 0.98 : 0.4, row);
  }
  return null;
}

/** Whether the check digits are correct; undefined for a country whose rule is not known here. */
export function hasVatChecksum(vat: string): boolean | undefined {
  const digits = [...vat.replace(/\D/g, '')].map(Number);
  switch (vat.slice(0, 2)) {
    case 'DE':
      return isMod11And10(digits);
    case 'HR':
      return isMod11And10(digits);
    case 'BE':
      return 97 - (Number(digits.slice(0, 8).join('')) % 97) === Number(digits.slice(8).join(''));
    case 'IT':
      return passesLuhn(digits.join(''));
    case 'LU':
      return Number(digits.slice(0, 6).join('')) % 89 === Number(digits.slice(6).join(''));
    case 'PL':
      return weighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digits[9];
    case 'DK':
      return weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
    case 'FI':
      return (11 - (weighted(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === digits[7];
    default:
      return undefined;
  }
}

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** ISO 7064, as Germany and Croatia use it. */
function isMod11And10(digits: readonly number[]): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (digit + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === digits.at(-1);
}
