import { rounding } from '../read/to-answer';
import { currencyIn } from './amounts';
import { momentsOf } from './dates';
import type { DocumentFields, FieldsOutput } from './fields-output';
import { itemsOf } from './items';
import { senderOf } from './merchant';
import { moneyOf, moneyRows } from './money';
import { numbersOf } from './numbers';
import { found, type Found, type PrintedRow } from './printed-row';

const INVOICE =
  /(?<!\p{L})(?:invoice (?:no|number|date)|rechnungsnummer|rechnung nr|facture n|factura n|fattura n|due date|payment terms|zahlungsziel|fällig|iban|bill to|ship to)/iu;
const RECEIPT = /(?<!\p{L})(?:cash|change|cashier|receipt|kassenbon|bar|visa|mastercard|rückgeld|monnaie|table)(?!\p{L})/iu;
/** The fields that an accountant enters. */
const MAIN = ['merchant', 'date', 'total'] as const;
const REVIEWED = [...MAIN, 'tax', 'currency'] as const;

/** The fields of the printed rows of a document. */
export function fieldsOf(
  rows: readonly PrintedRow[],
  { type, reviewBelow }: { type: 'auto' | 'receipt' | 'invoice'; reviewBelow: number },
): Omit<FieldsOutput, 'page_count'> {
  const money = moneyRows(rows);
  const items = itemsOf(money);
  const sums = moneyOf(money, items.length > 0 ? items.reduce((sum, { amount }) => sum + amount.value, 0) : undefined);
  const { date, due, time } = momentsOf(rows);
  // On a page with neither a date nor a total, the first line names no seller.
  const sender = date || sums.total ? senderOf(rows) : { merchant: null, address: null };
  const all = { ...sender, ...numbersOf(rows), ...sums, date, time, due_date: due, currency: currencyOf(rows) };
  const show = <T>(each: Found<T>) => shown(each, reviewBelow);
  const fields = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, value && show(value as Found<string>)]),
  ) as unknown as DocumentFields;
  const confidence = Math.min(...MAIN.map((name) => fields[name]?.confidence ?? 0));
  return {
    type: type === 'auto' ? typeOf(rows) : type,
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

function shown<T>({ value, text, confidence, row }: Found<T>, reviewBelow: number) {
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

function typeOf(rows: readonly PrintedRow[]): 'receipt' | 'invoice' {
  const count = (pattern: RegExp) => rows.filter(({ text }) => pattern.test(text)).length;
  return count(INVOICE) > count(RECEIPT) ? 'invoice' : 'receipt';
}

function currencyOf(rows: readonly PrintedRow[]): Found<string> | null {
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
