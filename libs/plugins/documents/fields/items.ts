import { isSame } from './amounts';
import type { ItemCells } from './item-columns';
import type { MoneyRow } from './money';
import { found, type Found } from './printed-row';

export interface Item {
  text: Found<string>;
  quantity: Found<number> | null;
  unitPrice: Found<number> | null;
  amount: Found<number>;
}

const ENDS = ['total', 'weak_total', 'subtotal', 'payment', 'tax', 'summary', 'service', 'rounding', 'count'];
const QUANTITY = /(?<![\d.,])(\d{1,4}(?:[.,]\d{3})?)\s*(?:[xX×*@]|pcs?|pc|stk|kg|un|ea)(?![\p{L}])|[*×xX]\s?(\d{1,4})(?![\d.,])/u;
const WORD = /\p{L}{2,}/u;
/** The titles of columns. */
const HEAD = /(?<!\p{L})(?:qty|quantity|menge|price|preis|amount|description|item|u\.?price|unit|\(rm\))(?!\p{L})/iu;
/** An article code tells a reader nothing. */
const CODE = /^\W*[\d-]{5,}\W*$/;

/** The purchased items: the rows with an amount above the first sum. The name is on the same row or above it. */
export function itemsOf(rows: readonly MoneyRow[]): Item[] {
  const firstSum = rows.findIndex(({ kind, last }) => last !== undefined && ENDS.includes(kind));
  const end = firstSum === -1 ? rows.length : firstSum;
  return rows.slice(0, end).flatMap((row, at) => {
    const { last, kind, cells } = row;
    if (!last || kind !== 'other' || last.value === 0) return [];
    if (cells) return [itemOf(cells, row)];
    const name = nameOf(row, rows[at - 1]);
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

function nameOf({ row, label, amounts }: MoneyRow, above: MoneyRow | undefined): Found<string> | undefined {
  const own = (amounts.length > 0 ? row.text.slice(0, amounts[0]!.start) : label).replace(QUANTITY, ' ').trim();
  if (WORD.test(own)) return found(trimmed(own), own, 0.85, row);
  if (
    above &&
    !above.last &&
    above.kind === 'other' &&
    WORD.test(above.row.text) &&
    !CODE.test(above.row.text) &&
    !HEAD.test(above.row.text)
  )
    return found(trimmed(above.row.text), above.row.text, 0.75, above.row);
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
