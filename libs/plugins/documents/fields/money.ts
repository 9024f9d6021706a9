import { amountsIn, isSame, type Amount } from './amounts';
import { itemCells, type ItemCells } from './item-columns';
import { classifyRow, paymentMethod, paymentWord, type RowKind } from './labels';
import { found, type FoundValue, type PrintedRow } from './printed-row';

/** A row with its amounts and their kind. */
export interface MoneyRow {
  row: PrintedRow;
  at: number;
  amounts: Amount[];
  /** The amount that the label belongs to: the last one. */
  last: Amount | undefined;
  label: string;
  kind: RowKind;
  isInSummary: boolean;
  /** The row's cells, if it belongs to the table of items. */
  cells: ItemCells | undefined;
}

export interface Money {
  total: FoundValue<number> | null;
  subtotal: FoundValue<number> | null;
  tax: FoundValue<number> | null;
  tip: FoundValue<number> | null;
  payment: FoundValue<string> | null;
}

/** Kinds that the row above may name. */
const UNDER: readonly RowKind[] = ['total', 'weak_total', 'subtotal', 'tax', 'tip', 'payment', 'change'];

export function moneyRows(rows: readonly PrintedRow[]): MoneyRow[] {
  let isInSummary = false;
  let above: { kind: RowKind; label: string } | undefined;
  const table = itemCells(rows);
  return rows.map((row, at) => {
    const amounts = amountsOn(row);
    const own = withoutAmounts(row.text, amounts);
    const cells = isInSummary ? undefined : table.get(at);
    // Whether the amount stands under its label.
    const isUnder = above !== undefined && amounts.length === 1 && !/\p{L}{2}/u.test(own);
    const { label, kind } = isUnder ? above! : { label: own, kind: cells?.isProven ? 'other' : classifyRow(own) };
    if (kind === 'summary') isInSummary = true;
    above = amounts.length === 0 && UNDER.includes(kind) && row.parts.length === 1 ? { kind, label } : undefined;
    return { row, at, amounts, last: amounts.at(-1), label, kind, isInSummary, cells };
  });
}

/** Finds the amounts of each part, so the count `1` and the price `890.50` do not become 1,890.50. */
function amountsOn({ parts, text }: PrintedRow): Amount[] {
  let from = 0;
  const found = parts.flatMap((part) => {
    const amounts = amountsIn(part).map((each) => ({ ...each, start: each.start + from, end: each.end + from }));
    from += part.length + 1;
    return amounts;
  });
  return found.length > 0 ? found : amountsIn(text);
}

function withoutAmounts(text: string, amounts: readonly Amount[]): string {
  let [label, from] = ['', 0];
  for (const { start, end } of amounts) {
    label += `${text.slice(from, start)} `;
    from = end;
  }
  return (label + text.slice(from)).trim();
}

/** The sums of a receipt or an invoice. Sums that add up are certain, others less so. @param items the sum of the items. */
export function findMoney(rows: readonly MoneyRow[], items: number | undefined): Money {
  const of = (kind: RowKind, inSummary = false) => {
    const all = rows.filter((row) => row.kind === kind && row.last && (inSummary || !row.isInSummary));
    return all.at(-1);
  };
  const [paid, change] = [of('payment')?.last?.value, of('change')?.last?.value];
  const proofs = {
    paid: paid === undefined ? undefined : paid - (change ?? 0),
    items,
    sum: sumOf(of),
    partly: paid,
    tax: of('tax')?.last?.value,
    tip: of('tip')?.last?.value,
  };
  const total = totalOf(rows, proofs);
  const isNet = ({ kind, last }: MoneyRow) =>
    kind === 'total' && isSame(last?.value ?? NaN, (total?.value ?? NaN) - (proofs.tax || NaN));
  const subtotalRow = of('subtotal') ?? rows.find(isNet);
  const subtotal = subtotalRow && found(subtotalRow.last!.value, subtotalRow.last!.text, 0.85, subtotalRow.row);
  const tipRow = of('tip');
  const tax = taxOf(rows, { total: total?.value, subtotal: subtotal?.value, tip: tipRow?.last?.value });
  const tip = tipRow && found(tipRow.last!.value, tipRow.last!.text, 0.85, tipRow.row);
  return { total: total ?? null, subtotal: subtotal ?? null, tax: tax ?? null, tip: tip ?? null, payment: paymentOf(rows) };
}

interface Proofs {
  /** The paid amount without the change. */
  paid?: number;
  items?: number;
  /** Subtotal plus tax, service, shipping and rounding, minus the discount. */
  sum?: number;
  /** An amount that was already paid in part. */
  partly?: number;
  tax?: number;
  tip?: number;
}

function sumOf(of: (kind: RowKind) => MoneyRow | undefined): number | undefined {
  const subtotal = of('subtotal')?.last?.value;
  const tax = of('tax')?.last?.value;
  if (subtotal === undefined || tax === undefined) return undefined;
  const more = ['service', 'shipping', 'tip', 'rounding'] as const;
  const discount = of('discount');
  // The subtotal includes a discount above it.
  const less = discount && discount.at > of('subtotal')!.at ? Math.abs(discount.last!.value) : 0;
  return subtotal + tax - less + more.reduce((sum, kind) => sum + (of(kind)?.last?.value ?? 0), 0);
}

/** Points for a label, and for each sum that gives the same amount. */
const POINTS = { total: 3, weak_total: 2, count: 1, alone: 1, proof: 2, paid: 3, taxed: 4, repeated: 0.5 };
const ENOUGH = { sure: 5, likely: 3 };

function totalOf(rows: readonly MoneyRow[], proofs: Proofs): FoundValue<number> | undefined {
  const payment = rows.findIndex(({ kind, last }) => kind === 'payment' && last !== undefined);
  const rests = rows.flatMap(({ kind, last }) => (kind === 'total' && last && last.value > 0 ? [last.value] : []));
  // All totals of a credit note are negative.
  const totals = rows.filter(({ kind, last }) => (kind === 'total' || kind === 'weak_total') && last);
  const sign = totals.length > 0 && totals.every(({ last }) => last!.value < 0) ? -1 : 1;
  const candidates = rows.flatMap((row) => {
    const { last, kind, isInSummary, at } = row;
    if (!last || isInSummary || last.value * sign <= 0) return [];
    // An unlabelled amount right before the payment.
    const isAlone = kind === 'other' && /^[^\p{L}]*$/u.test(row.label) && payment - at >= 1 && payment - at <= 2;
    const points = kind in POINTS ? POINTS[kind as 'total'] : isAlone ? POINTS.alone : 0;
    if (points === 0) return [];
    const others = rows.filter((other) => other !== row && other.amounts.some(({ value }) => isSame(value, last.value)));
    const proof =
      (isProven(last.value, proofs.paid) ? POINTS.paid : 0) +
      (isProven(last.value, proofs.items) ? POINTS.proof : 0) +
      (isProven(last.value, proofs.sum) ? POINTS.proof : 0) +
      (rests.some((rest) => isProven(last.value - rest, proofs.partly)) ? POINTS.proof : 0) +
      (proofs.tip !== 0 && rests.some((rest) => isProven(last.value - rest, proofs.tip)) ? POINTS.taxed : 0) +
      (proofs.tax !== 0 && rests.some((rest) => isProven(last.value - rest, proofs.tax)) ? POINTS.taxed : 0);
    return [{ row, points: points + proof + Math.min(2, others.length) * POINTS.repeated }];
  });
  // Among equals the last one wins: a sum comes after its parts.
  const best = candidates.reduce<(typeof candidates)[number] | undefined>(
    (first, each) => (first && first.points > each.points ? first : each),
    undefined,
  );
  if (!best) return undefined;
  const { row, last } = best.row;
  const certainty = best.points >= ENOUGH.sure ? 0.98 : best.points >= ENOUGH.likely ? 0.85 : 0.6;
  return found(last!.value, last!.text, certainty, row);
}

const isProven = (value: number, proof: number | undefined): boolean => proof !== undefined && isSame(value, proof);

/** All tax rates in the world are below this share of a price with tax. */
const MAX_TAX = 0.3;

function taxOf(
  rows: readonly MoneyRow[],
  { total, subtotal, tip = 0 }: { total: number | undefined; subtotal: number | undefined; tip: number | undefined },
): FoundValue<number> | undefined {
  const labelled = rows.filter(({ kind, last, isInSummary }) => kind === 'tax' && last !== undefined && !isInSummary);
  const sign = (total ?? 0) < 0 ? -1 : 1;
  const fits = ({ value }: Amount) => value * sign >= 0 && (total === undefined || value * sign <= MAX_TAX * total * sign);
  const adds = (value: number) => total !== undefined && subtotal !== undefined && isSame(subtotal + value, total);
  const inTotal = rows.flatMap((row) => {
    // `Inclusive of 6% GST : 2.21`: a total by its words, but a tax by its amount.
    const isNamed = row.kind === 'tax' || (/\b(gst|vat|tax|mwst|tva|iva|btw|sst)\b/i.test(row.label) && row.label.includes('%'));
    return isNamed && row.last && fits(row.last) && row.last.value > 0 ? [row] : [];
  });
  const summed = summaryTax(rows, total);
  const proven = [...labelled, ...inTotal].find(({ last }) => adds(last!.value));
  if (proven) return found(proven.last!.value, proven.last!.text, 0.97, proven.row);
  if (summed) return summed;
  const several = labelled.filter(({ last }) => fits(last!));
  const all =
    several.length > 1 && adds(sumIn(several.map(({ last }) => last!))) ? several : taxTable(rows, [total, total && total - tip]);
  if (all) return foundSum(all);
  const best = several.at(-1) ?? inTotal.at(-1);
  // Taxes of several rates are parts of the tax; without a proof, any of them is a guess.
  const certainty = new Set(several.map(({ label }) => RATE.exec(label)?.[1])).size > 1 ? 0.6 : 0.8;
  return best && found(best.last!.value, best.last!.text, certainty, best.row);
}

const RATE = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/;

const sumIn = (amounts: readonly Amount[]): number => Math.round(amounts.reduce((sum, { value }) => sum + value, 0) * 100) / 100;

/** The sum of the rows' amounts, as one value. */
function foundSum(rows: readonly Pick<MoneyRow, 'row' | 'last'>[]): FoundValue<number> {
  const amounts = rows.map(({ last }) => last!);
  return found(sumIn(amounts), amounts.map(({ text }) => text).join(' + '), 0.97, rows.at(-1)!.row);
}

/** A row for each rate with net amount, tax and gross amount, whose gross amounts add up to the total. The tax is the last amount. */
function taxTable(
  rows: readonly MoneyRow[],
  totals: readonly (number | undefined)[],
): Pick<MoneyRow, 'row' | 'last'>[] | undefined {
  const taxed = rows.flatMap(({ amounts, cells, row }) => {
    const gross = amounts.length === 3 && !cells ? Math.max(...amounts.map(({ value }) => value)) : 0;
    const last = amounts.toSorted((one, other) => one.value - other.value)[0];
    const adds = Math.abs(sumIn(amounts) - 2 * gross) < 0.015;
    return last && last.value > 0 && adds && last.value <= MAX_TAX * gross ? [{ row, last, gross }] : [];
  });
  const isTotal = (gross: number) => totals.some((total) => isProven(gross, total));
  const whole = taxed.filter(({ gross }) => isTotal(gross)).slice(-1);
  if (whole.length > 0) return whole;
  const sum = taxed.reduce((all, { gross }) => all + gross, 0);
  return taxed.length > 1 && isTotal(sum) ? taxed : undefined;
}

/** The tax summary at the end: goods and their tax, which add up to the total. */
function summaryTax(rows: readonly MoneyRow[], total: number | undefined): FoundValue<number> | undefined {
  if (total === undefined) return undefined;
  const pairs = rows.filter(({ isInSummary, amounts }) => isInSummary && amounts.length >= 2);
  for (const { amounts, row } of pairs.toReversed()) {
    const [goods, tax] = amounts.slice(-2) as [Amount, Amount];
    if (tax.value <= goods.value && Math.abs(goods.value + tax.value - total) <= 0.05)
      return found(tax.value, tax.text, 0.95, row);
  }
  return undefined;
}

function paymentOf(rows: readonly MoneyRow[]): FoundValue<string> | null {
  for (const { kind, label, row, last } of rows.toReversed()) {
    const word = kind === 'payment' && last ? paymentWord(label) : undefined;
    const method = word && paymentMethod(word);
    if (word && method) return found(method, word, 0.9, row);
  }
  return null;
}
