import { amountsIn, isSame, type Amount } from './amounts';
import type { PrintedRow } from './printed-row';

/** The cells of one row in the table of items. */
export interface ItemCells {
  text: string;
  quantity: { value: number; text: string } | null;
  price: Amount | null;
  amount: Amount;
  /** Whether quantity times price is the amount. */
  isProven: boolean;
}

type Column = 'text' | 'quantity' | 'price' | 'amount' | 'other';

/** Column titles in seven languages. The first pattern that matches counts. */
const TITLES: readonly [Column, RegExp][] = [
  [
    'text',
    /^(?:descri|bezeichnung|beschreibung|artikel|leistung|d[ée]signation|libell|concepto|omschrijving|item|product|service|particular|detail)/i,
  ],
  ['quantity', /^(?:qty|quant|menge|anzahl|qt[ée]|cant|q\.?t[àa]|aantal|hours|std|stunden|stück|units|pcs|no\.? of)/i],
  ['amount', /(?:total|gesamt|amount|betrag|summe|montant|importe|importo|bedrag|^net(?:to)?$)/i],
  ['price', /(?:price|rate|preis|^p\.?\s?u|prix|precio|prezzo|prijs|each|cost|tarif)/i],
];
const MIN_COLUMNS = 3;
const COUNT = /^\W*(?<count>\d{1,5}(?:[.,]\d{1,3})?)\s*(?:\p{L}{1,6}\.?)?\W*$/u;

/**
 * Reads the rows below the column titles that have as many cells as there are titles.
 * @returns the cells by the row's index in `rows`.
 */
export function itemCells(rows: readonly PrintedRow[]): ReadonlyMap<number, ItemCells> {
  const found = new Map<number, ItemCells>();
  let titles: readonly Column[] | undefined;
  for (const [at, { text, parts }] of rows.entries()) {
    if (amountsIn(text).length === 0) titles = titlesIn(parts) ?? titles;
    else if (titles?.length === parts.length) {
      const cells = cellsOf(parts, titles);
      if (cells) found.set(at, cells);
    }
  }
  return found;
}

export function titlesIn(parts: readonly string[]): Column[] | undefined {
  if (parts.length < MIN_COLUMNS) return undefined;
  const columns = parts.map((part) => TITLES.find(([, pattern]) => pattern.test(part.trim()))?.[0] ?? 'other');
  return columns.includes('text') && columns.includes('amount') ? columns : undefined;
}

function cellsOf(parts: readonly string[], titles: readonly Column[]): ItemCells | undefined {
  // A table may have an amount without tax and one with tax: the last one counts.
  const part = (column: Column) => parts[titles.lastIndexOf(column)] ?? '';
  const text = part('text').trim();
  const amount = amountsIn(part('amount')).at(-1);
  if (!amount || !/\p{L}{2}/u.test(text)) return undefined;
  const count = COUNT.exec(part('quantity'))?.groups?.['count'];
  const quantity = count === undefined ? null : { value: Number(count.replace(',', '.')), text: count };
  const price = amountsIn(part('price')).at(-1) ?? null;
  const isProven =
    quantity !== null && price !== null && isSame(Math.round(quantity.value * price.value * 100) / 100, amount.value);
  return { text, quantity, price, amount, isProven };
}
