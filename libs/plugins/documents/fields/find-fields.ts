import { rounding } from '../read/to-answer';
import { currencyIn, isSame } from './amounts';
import { findDates } from './dates';
import { classifyDocument, type DocumentType } from './document-type';
import type { DocumentFields, FieldsOutput } from './fields-output';
import { findSender } from './merchant';
import { findMoney, moneyRows, type Money, type MoneyRow } from './money';
import { findNumbers, type DocumentNumbers } from './numbers';
import { found, type FoundValue, type PrintedRow } from './printed-row';
import type { ItemCells } from './item-columns';

interface Item {
  text: FoundValue<string>;
  quantity: FoundValue<number> | null;
  unitPrice: FoundValue<number> | null;
  amount: FoundValue<number>;
}

const ENDS = ['total', 'weak_total', 'subtotal', 'payment', 'tax', 'summary', 'service', 'rounding', 'count'];
const QUANTITY = /(?<![\d.,])(\d{1,4}(?:[.,]\d{3})?)\s*(?:[xX×*@]|pcs?|pc|stk|kg|un|ea)(?![\p{L}])|[*×xX]\s?(\d{1,4})(?![\d.,])/u;
const WORD = /\p{L}{2,}/u;

/** The titles of columns. */
const HEAD = /(?<!\p{L})(?:qty|quantity|menge|price|preis|amount|description|item|u\.?price|unit|\(rm\))(?!\p{L})/iu;

/** An article code tells a reader nothing. */
const CODE = /^\W*[\d-]{5,}\W*$/;

/** The letters behind a price that name its tax. */
const TAX_CODE = /(?<!\p{L})(?:[SZ]R|TX|OS|[A-Z])\W*$/u;

/** The certainty of a total that other sums give, too. */
const PROVEN = 0.98;
/** From this confidence on, a merchant has the name of a company or a shop. */
const NAMED = 0.7;
/** The fields that their own form or check digits prove. */
const CERTAIN: readonly string[] = ['iban', 'vat_id', 'phone'];
/** The fields that an accountant enters. */
const MAIN = ['merchant', 'date', 'total'] as const;
const REVIEWED = [...MAIN, 'tax', 'currency'] as const;

/** The fields of the printed rows of a document. */
export function findFields(
  rows: readonly PrintedRow[],
  { type: asked, reviewBelow }: { type: 'auto' | 'receipt' | 'invoice'; reviewBelow: number },
): Omit<FieldsOutput, 'page_count'> {
  const money = moneyRows(rows);
  const bought = itemsOf(money);
  const itemSum = bought.length > 0 ? bought.reduce((sum, { amount }) => sum + amount.value, 0) : undefined;
  const sums = findMoney(money, itemSum);
  const numbers = findNumbers(rows);
  const { date, due, time } = findDates(rows);
  // On a page with neither a date nor a total, the first line names no seller.
  const sender = date || sums.total ? findSender(rows) : { merchant: null, address: null };
  const isSigned = date !== null && (sender.merchant?.confidence ?? 0) >= NAMED;
  const type = asked === 'auto' ? typeOf(rows, { money, sums, items: itemSum, numbers, isSigned }) : asked;
  const sale = { ...sender, ...numbers, ...sums, date, time, due_date: due, currency: currencyOf(rows) };
  const items = type === 'other' ? [] : bought;
  const all = type === 'other' ? onlyCertain(sale) : sale;
  const show = <T>(each: FoundValue<T>) => shown(each, reviewBelow);
  const fields = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, value && show(value as FoundValue<string>)]),
  ) as unknown as DocumentFields;
  const confidence = Math.min(...MAIN.map((name) => fields[name]?.confidence ?? 0));
  return {
    type,
    fields,
    items: items.map(({ text, quantity, unitPrice, amount }) => ({
      text: show(text),
      quantity: quantity && show(quantity),
      unit_price: unitPrice && show(unitPrice),
      amount: show(amount),
    })),
    confidence,
    review: confidence < reviewBelow || REVIEWED.some((name) => fields[name]?.review === true),
  };
}

function shown<T>({ value, text, confidence, row }: FoundValue<T>, reviewBelow: number) {
  const rounded = Math.round(confidence * 1e4) / 1e4;
  return {
    value,
    text,
    confidence: rounded,
    review: rounded < reviewBelow,
    page: row.page,
    polygon: row.polygon.map(rounding(row.unit)),
  };
}

interface Signs {
  money: readonly MoneyRow[];
  sums: Money;
  /** The sum of the items. */
  items: number | undefined;
  numbers: DocumentNumbers;
  isSigned: boolean;
}

function typeOf(rows: readonly PrintedRow[], { sums, items, numbers, ...signs }: Signs): DocumentType {
  const { total } = sums;
  const isProven = total !== null && (total.confidence >= PROVEN * total.row.confidence || isSame(total.value, items ?? NaN));
  const count = [numbers.invoice_number, numbers.vat_id].filter((each) => each !== null).length;
  return classifyDocument({ rows, ...signs, isProven, numbers: count });
}

/** Keeps the fields that any document may have. Without a sale, there is no seller and no total. */
const onlyCertain = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, CERTAIN.includes(name) ? (value as unknown) : null]));

function currencyOf(rows: readonly PrintedRow[]): FoundValue<string> | null {
  const said = rows.flatMap((row) => {
    const currency = currencyIn(row.text);
    return currency ? [{ ...currency, row }] : [];
  });
  const best = said.reduce<(typeof said)[number] | undefined>(
    (first, each) => (first && first.certainty >= each.certainty ? first : each),
    undefined,
  );
  return best ? found(best.value, best.text, best.certainty, best.row) : null;
}

/** The purchased items: the rows with an amount above the first sum. The name is on the same row or above it. */
function itemsOf(rows: readonly MoneyRow[]): Item[] {
  const firstItem = rows.findIndex(({ kind, last, cells }) => cells ?? (kind === 'other' && last));
  const table = rows.findIndex(({ cells }) => cells);
  // A sum above a table of items is part of the head.
  const firstSum = rows.findIndex(
    ({ kind, last }, at) => last !== undefined && ENDS.includes(kind) && (firstItem !== table || at > table),
  );
  const end = firstSum === -1 ? rows.length : firstSum;
  const names = new Set<MoneyRow | undefined>([undefined]);
  return rows.slice(0, end).flatMap((row, at) => {
    const { last, kind, cells } = row;
    if (!last || kind !== 'other' || last.value === 0) return [];
    if (cells) return [itemOf(cells, row)];
    const isName = (each: MoneyRow | undefined) => !names.has(each) && isNameOnly(each!);
    const beside = [rows[at - 1], rows[at + 1]].find(isName);
    const name = nameOf(row, beside?.row);
    if (name?.row === beside?.row) names.add(beside);
    return name ? [{ text: name, ...pricesOf(row) }] : [];
  });
}

/** An item from the cells of a table. It is more certain if quantity times price is the amount. */
function itemOf({ text, quantity, price, amount, isProven }: ItemCells, { row }: MoneyRow): Item {
  const certainty = isProven ? 0.97 : 0.85;
  return {
    text: found(text, text, 0.92, row),
    quantity: quantity && found(quantity.value, quantity.text, certainty, row),
    unitPrice: price && found(price.value, price.text, certainty, row),
    amount: found(amount.value, amount.text, certainty, row),
  };
}

const isNameOnly = ({ last, kind, row }: MoneyRow): boolean =>
  !last && kind === 'other' && WORD.test(row.text) && !CODE.test(row.text) && !HEAD.test(row.text);

/** @param beside the row above or below that has a name alone. */
function nameOf({ row, label, amounts }: MoneyRow, beside: PrintedRow | undefined): FoundValue<string> | undefined {
  const before = amounts.length > 0 ? row.text.slice(0, amounts[0]!.start) : label;
  // In `2 x 0,79 Yoghurt 1,58` the name stands behind the price.
  const own = (WORD.test(before.replace(QUANTITY, ' ')) ? before : label).replace(QUANTITY, ' ').trim();
  if (WORD.test(own.replace(TAX_CODE, ''))) return found(trimmed(own), own, 0.85, row);
  if (beside) return found(trimmed(beside.text), beside.text, 0.75, beside);
  return own === '' ? undefined : found(own, own, 0.5, row);
}

const trimmed = (text: string): string => text.replace(/^[\s:;.,*-]+|[\s:;,*-]+$/g, '').replace(/\s(?:\d{1,3})$/, '');

/** If quantity times price is the amount, the match is certain. */
function pricesOf({ row, amounts, last }: MoneyRow): Omit<Item, 'text'> {
  const amount = last!;
  const printed = QUANTITY.exec(row.text);
  const lone = row.parts.slice(1).filter((part) => /^\W*\d{1,3}\W*$/.test(part));
  const counts = [printed?.[1], printed?.[2], ...lone].filter((count) => count !== undefined);
  const valueOf = (count: string) => Number(count.replace(/[^\d,.]/g, '').replace(',', '.'));
  const others = amounts.filter((each) => each !== amount);
  const priceFor = (count: string) => others.find(({ value }) => isSame(value * valueOf(count), amount.value));
  const count = counts.find(priceFor) ?? counts[0];
  const price = count === undefined ? undefined : priceFor(count);
  return {
    amount: found(amount.value, amount.text, price ? 0.97 : 0.85, row),
    quantity: count === undefined || valueOf(count) === 0 ? null : found(valueOf(count), count, price ? 0.95 : 0.6, row),
    unitPrice: price ? found(price.value, price.text, 0.95, row) : null,
  };
}
