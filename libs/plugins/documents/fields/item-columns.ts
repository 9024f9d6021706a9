import { amountsIn, isSame, type Amount } from './amounts';
import type { PrintedRow } from './printed-row';

/** A row of the table of what was bought, cell by cell. */
export interface ItemCells {
  text: string;
  quantity: { value: number; text: string } | null;
  price: Amount | null;
  amount: Amount;
  /** Whether quantity times price is the amount. */
  isProven: boolean;
}

type Column = 'text' | 'quantity' | 'price' | 'amount' | 'other';

/** What stands above a column, in seven languages; the first that fits. */
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

/** Reads the rows below the titles of a table, as far as they have as many cells. @returns by place in `rows`. */
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
  // Of two columns of amounts, as without and with tax, the last one is what the row costs.
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
