import type { MoneyRow } from './money';
import type { PrintedRow } from './printed-row';

/** `other`: neither a receipt nor an invoice. */
export type DocumentType = 'receipt' | 'invoice' | 'other';

const title = (...names: string[]): RegExp => new RegExp(`^\\W*(?:${names.join('|')})(?!\\p{L})`, 'iu');

/** The titles of what a shop or a craftsman charges. */
const SALE = title(
  '(?:(?:simplified|tax|vat|sales?|cash|official|taxi|parking)\\s*)*(?:invoice|receipt|bill\\W*$)',
  '(?:schluss|teil|sammel)?rechnung',
  'quittung|kassen(?:bon|zettel|beleg)',
  'facture|re[çc]u|ticket\\s*de\\s*caisse',
  'factura|recibo|fattura|ricevuta|scontrino|factuur|kassabon|fatura|faktura|paragon\\s*fiskalny|kvitto|kvittering',
);
/** The titles of papers that have amounts and sums, too. */
const OTHER = title(
  'expense\\s*(?:report|claim)|(?:reisekosten|spesen)abrechnung|note\\s*de\\s*frais|nota\\s*spese',
  'earnings?\\s*statement|pay\\s*(?:slip|stub|check|roll)|wage|(?:entgelt|gehalts|lohn)abrechnung',
  'bulletin\\s*de\\s*(?:paie|salaire)|n[óo]mina|busta\\s*paga|loonstrook|recibo\\s*de\\s*vencimento',
  '(?:bank\\s*|account\\s*)?statement|kontoauszug|relev[ée]\\s*de\\s*compte|extracto|estratto\\s*conto|rekeningafschrift',
  'quot(?:e|ation)|estimate|angebot|kostenvoranschlag|devis|presupuesto|preventivo|offerte|or[çc]amento',
  'price\\s*list|preisliste|lista\\s*(?:de\\s*precios|prezzi)|prijslijst|speisekarte',
  'delivery\\s*note|packing\\s*(?:slip|list)|lieferschein|bon\\s*de\\s*livraison|albar[áa]n|pakbon',
  'purchase\\s*order|order\\s*confirmation|bestellung|auftragsbestätigung|bon\\s*de\\s*commande',
  '(?:\\p{L}+\\s+)?(?:application|agreement|contract|report|minutes|budget)|antrag|vertrag|contrat|contrato|contratto|bilanz',
);
/** A number behind a title in the usual print refers to that paper. */
const REFERENCE = /[:#]|(?<!\p{L})(?:no|nr|number|nummer|num)(?!\p{L})|\s(?!(?:19|20)\d{2}\W*$)\d{3,}\W*$/iu;
/** The size of a title's print, in heights of the usual print. */
const LARGE = 1.15;
/** A sale's title has few words beside it; more are the cells of a table. */
const TITLE_PARTS = 3;
/** A title of more words is a sentence. */
const TITLE_WORDS = 6;
/** How many rows the top of a page has; below it a title may be that of a column or an attachment. */
const TOP_ROWS = 15;

/** What only a till or a card terminal prints. */
const TILL =
  /(?<!\p{L})(?:cashier|card\s*(?:sale|payment)|customer\s*copy|merchant\s*copy|kassierer|kartenzahlung|kundenbeleg|bediener|caissier|carte\s*bancaire|cajero|tarjeta|cassiere|kaart\s*betaling)(?!\p{L})/iu;
const INVOICE =
  /(?<!\p{L})(?:invoice (?:no|number|date)|rechnungsnummer|rechnung nr|facture n|factura n|fattura n|factuur(?:nummer|datum)?|faktura|fatura|rechnung(?!\p{L})|facture(?!\p{L})|fattura(?!\p{L})|due date|payment terms|zahlungsziel|fällig|iban|bill to|ship to|bill(?:ing)? (?:period|date|cycle)|service period|previous balance|abrechnungszeitraum|rechnungsdatum|(?:due|pay) by|échéance)/iu;
const RECEIPT = /(?<!\p{L})(?:cash|change|cashier|receipt|kassenbon|bar|visa|mastercard|rückgeld|monnaie|table)(?!\p{L})/iu;

/** The label of an amount has few words; more are a sentence that mentions the amount. */
const LABEL_WORDS = 5;
/** The points at which a document is a sale: its title, or two of the other signs. */
const ENOUGH = 2;

interface Evidence {
  rows: readonly PrintedRow[];
  money: readonly MoneyRow[];
  /** Whether sums give the total. */
  isProven: boolean;
  /** Whether a date and the name of a company or a shop stand on it. */
  isSigned: boolean;
  /** How many numbers it has that a seller prints: the number of the invoice, and the seller's for tax. */
  numbers: number;
}

/** What a document is, by its title, its sums and the words of a sale. */
export function classifyDocument({ rows, money, isProven, isSigned, numbers }: Evidence): DocumentType {
  const own = rows.slice(0, TOP_ROWS).flatMap((row) => row.parts.flatMap((part) => classifyTitle(part, row) ?? []))[0];
  if (own === 'other') return 'other';
  const labelled = money.filter(({ last, label }) => last && label.split(/\s+/).length <= LABEL_WORDS);
  const has = (...kinds: MoneyRow['kind'][]) => Number(labelled.some(({ kind }) => kinds.includes(kind)));
  const points =
    (own === 'sale' ? ENOUGH : 0) +
    has('total', 'weak_total') * (isSigned ? 2 : 1) +
    Number(isProven) +
    has('tax') +
    has('payment', 'change') +
    numbers +
    Number(rows.some(({ text }) => TILL.test(text)));
  if (points < ENOUGH) return 'other';
  const count = (pattern: RegExp) => rows.filter(({ text }) => pattern.test(text)).length;
  return count(INVOICE) > count(RECEIPT) ? 'invoice' : 'receipt';
}

/** Whether a printed part is the title of a sale or of another paper. */
export function classifyTitle(part: string, { parts, size }: PrintedRow): 'sale' | 'other' | undefined {
  if (part.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > TITLE_WORDS) return undefined;
  if (OTHER.test(part)) return size >= LARGE || !REFERENCE.test(part) ? 'other' : undefined;
  return SALE.test(part) && parts.length <= TITLE_PARTS ? 'sale' : undefined;
}
