import { amountsIn } from './amounts';
import { datesIn } from './dates';
import { headColumns } from './head-columns';
import { classifyTitle } from './document-type';
import { titlesIn } from './item-columns';
import { found, type FoundValue, type PrintedRow } from './printed-row';

/** How many rows the head of a receipt has; the head says who wrote it. */
const HEAD_ROWS = 12;
const NO_NAME =
  /^(?:\W*(?:(?:simplified |tax )?invoice|tax\s*invoice|receipt|official receipt|cash (?:sale|receipt|bill)|rechnung|quittung|kassenbon|facture|re[çc]u|factura|ticket|fattura|scontrino|bon|welcome.*|willkommen.*|bienvenue.*|thank you.*|duplicate|copy|reprint(?:ed)?|customer copy|order|bill|cash|take\s*(?:out|away)|dine[\s-]*in|user|cashier|sales\s*person|from|von|absender)\W*)$/i;
const COMPANY =
  /(?:^|[^\p{L}\d])(?:sdn\.?\s*bhd|s\/b|sb|bhd|gmbh(?:\s*&\s*co\.?\s*kg)?|mbh|ag|(?<!\d\s?)kg|ohg|ug|e\.?\s?k|inc|llc|l\.l\.c|ltd|limited|plc|corp(?:oration)?|(?<=\p{L}\W{1,3})co|company|pty|pte|s\.?a\.?r\.?l|sas|s\.a|s\.p\.a|spa|s\.?r\.?l|s\.r\.i|s\.?l|b\.?v|n\.?v|oy|ab|aps|a\/s|as|sp\.\s*z\s*o\.\s*o|s\.r\.o)\.?(?=$|[^\p{L}])/iu;
const TRADE =
  /(?:^|[^\p{L}])(?:enterprise|trading|perniagaan|restoran|restaurant|ristorante|cafe|café|caf[eé]teria|kedai|mart|market|supermarket|store|stores|shop|hardware|stationery|bakery|bäckerei|pharmacy|apotheke|hotel|food|foods|kitchen|confectionery|grocer|books|bookstore|emporium|services|pasaraya|syarikat|klinik|farmasi|butik|fashion|electrical|machinery|tyres?|markt|metzgerei|buchhandlung|drogerie|gasthaus|boulangerie|pâtisserie|brasserie|bistro|pharmacie|librairie|farmacia|panadería|ferretería|librería|trattoria|osteria|gelateria|ferramenta|bakkerij|slagerij|winkel|industries|holdings|group|center|centre|bar|grill|pizza|coffee|motor|petro\w*)(?=$|[^\p{L}])/iu;
/** The owner of a shop is not its name. */
const OWNER = /^\W*(?:inh(?:aber(?:in)?)?|owner|prop(?:rietor)?|geschäftsführer(?:in)?|gérante?|titolare|eigenaar)(?:\.|:|\s)/iu;
/** Words with which a row continues the name of the row above. */
const REST = /^(?:enterprise|trading|sdn|bhd|s\/b|gmbh|ltd|limited|inc|llc|co\b|company|sa\b|\()/i;
const CONTACT =
  /(?:^|[^\p{L}])(?:t[eé]l(?:[eé](?:ph|f)on[eo]?)?|tfno|t(?=\s*:)|h\/p|phone|fax|gst|vat|tax|tin|reg|co\.?\s*reg|company no|www|http|e-?mail|ust|date|datum|time|cashier|invoice no|table|site|branch)(?=$|[^\p{L}])|@\w|www\./iu;
const STREET =
  /(?:^|[^\p{L}])(?:lot|no|jalan|jln|taman|street|st|road|rd|avenue|ave|lane|blvd|boulevard|floor|flr|level|suite|straße|strasse|str|platz|weg|allee|gasse|rue|place|calle|plaza|avenida|via|piazza|viale|corso|straat|laan|plein|kawasan|bandar|persiaran|lorong|block|blk|unit|kampung|ul|c)(?=$|[^\p{L}])|\p{L}(?:straße|strasse|str|weg|gasse|platz|allee|straat|laan|plein|gatan|vägen|gade|vej)(?=$|[^\p{L}])/iu;
const NUMBER_ONLY = /^\W*(?:co\.?\s*(?:reg|no)\W*)?(?=[A-Z-]*\d)[\dA-Z]{3,}[\d\s-]*(?:-\s?[A-Z0-9])?\W*$/i;
const COMPANY_NUMBER = /(?<!\p{L})(?:company|co)\.?\s*(?:reg|no|number)(?!\p{L})/iu;
/** A company's registration number behind its name: `(867388-U)`, `273500-U (KSB)`. */
const REGISTRATION =
  /\s*(?:\(?\s*(?=[\dA-Z]*\d)[\dA-Z]{4,}\s*-?\s*[A-Z0-9]?\s*\)(?:\s*\([A-Z]{2,4}\))?|\s\d{5,}-[A-Z](?:\s*\([A-Z]{2,4}\))?)\s*$/;

interface Sender {
  merchant: FoundValue<string> | null;
  address: FoundValue<string> | null;
}

/** Contact details and tax numbers, which the sender prints and the recipient's address lacks. */
const WRITER =
  /(?:^|[^\p{L}])(?:t[eé]l(?:[eé](?:ph|f)on[eo]?)?|tfno|phone|fax|e-?mail|www|gst|vat|ust|uid|tva|siret|siren|p\.?\s?iva|nif|cif|kvk|cvr)(?=$|[^\p{L}])|@\w|www\./iu;
/** The sender's name, street and place in one line, as above the window of a German letter. */
const SENDER_LINE =
  /^(?=.*\p{L})[^·•|]{4,60}(?:\s[·•|]\s[^·•|]{2,50}){0,1}\s[·•|]\s[^·•|]*\d[^·•|]*\s[·•|]\s\W*(?:[A-Z]{1,2}[- ])?\d{4,5}\s\p{L}[^·•|]*$/u;
const SEPARATOR = /\s[·•|]\s/u;
/** A name, a street and a place in one line, with commas between them: `Acme GmbH, Lindenstraße 12, 10969 Berlin`. */
const WITH_ADDRESS = /^([^,\d]{4,60}),\s+([^,]*\d[^,]*,\s+(?:[A-Z]{1,2}[- ])?\d{4,5}\s\p{L}[^,\d]*)$/u;
const RECIPIENT =
  /^\W*(?:bill(?:ed)?\s*to|sold\s*to|ship(?:ped)?\s*to|deliver(?:ed)?\s*to|invoice\s*to|to|customer|an|kunde|rechnung\s*an|rechnungsempfänger|lieferadresse|client|factur[ée]\s*à|adress[ée]\s*à|cliente|destinatario|facturar\s*a|intestatario|spett(?:abile)?\.?\s*(?:le\.?)?|klant|aan|nabywca|destinatário|kund|datos\s*del\s*cliente|kundendaten|customer\s*details|dati\s*cliente)(?:\W*$|:\s)/iu;
const SENDER =
  /^\W*(?:from|von|absender|sold\s*by|seller|supplier|vendor|émetteur|vendeur|emisor|vendedor|fornitore|sprzedawca|verkäufer)\W*$/iu;
/** How many rows below such a heading belong to the recipient. */
const RECIPIENT_ROWS = 3;
/** How many rows below its name a sender prints contact details. */
const CONTACT_ROWS = 8;
const CONTACT_DETAIL =
  /(?:^|[^\p{L}])(?:tel(?:e(?:phone|fon))?|phone|fax|h\/p)(?!\p{L})|@\w|www\.|(?:gst|vat|ust|tax|tva|iva|btw|reg|nif|cif|kvk|cvr|siret)[^\d]{0,16}\d{6,}/iu;
/** A label such as `Pax:`, a postal code beside a place, or the number of an item. */
const NO_START =
  /^[^:]{0,24}:|^\W*(?:\d{5,}\W+\p{L}|(?:[A-Z]{1,2}-)?\d{4}\s[A-Z]{2}\s\p{L})|(?<!\p{L})[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\W*$/u;
/** A labelled number, which no address contains. */
const LABELLED = /^\W*(?:invoice|receipt|order|bill|ref|rechnung|factu|faktur|fatura|fattura|bestell|kunden)[^:\d]{0,16}[:\d]/iu;
/** A row that ends an address: the document type or a tax number. */
const NO_ADDRESS =
  /^\W*(?:(?:tax\s*)?invoice|receipt|rechnung|quittung|facture|factura|fattura|factuur|client|kunde|customer|bill\s*to)(?!\p{L})|(?<!\p{L})(?:tva|iva|btw|mwst|ust|uid|siret|siren|nif|cif|kvk|cvr|moms|iban)(?!\p{L})/iu;
const BARE_PHONE = /^\W*\+?\d{2,4}\)?[ -]\d[\d -]{5,12}\W*$/;

/** Who wrote a receipt or an invoice, and the writer's address. */
export function findSender(rows: readonly PrintedRow[]): Sender {
  const head = headOf(rows);
  const line = head.find(({ text }) => SENDER_LINE.test(text));
  if (line) {
    const [name, ...rest] = line.text.split(SEPARATOR).map((part) => part.trim());
    const address = rest.join(', ');
    return { merchant: found(name!, name!, 0.92, line), address: found(address, address, 0.9, line) };
  }
  const untitled = head.flatMap(withoutTitle);
  const columns = headColumns(untitled);
  const contact = columns.length > 1 ? columns.find((column) => column.some(({ text }) => WRITER.test(text))) : undefined;
  // A column of contact details alone belongs to the name beside it.
  const writer = contact?.some((row, at) => pointsOf(row, at) > 0) ? contact : undefined;
  const named = columns.flatMap((column) =>
    column.flatMap((row, at) => {
      const own = pointsOf(
        row,
        untitled.findIndex(({ places }) => places.includes(row.places[0]!)),
      );
      const points = own > 0 && SENDER.test(column[at - 1]?.text ?? '') ? own + 2 : own;
      const isReader = isRecipient(column, at) || (writer && writer !== column && addressAfter(column, at) !== null);
      return points > 0 && !isReader ? [{ column, at, points }] : [];
    }),
  );
  const best = named.reduce<(typeof named)[number] | undefined>(
    (first, each) => (first && first.points >= each.points ? first : each),
    undefined,
  );
  if (!best) return { merchant: null, address: addressAfter(columns[0]!, -1) };
  const { first, last } = nameRows(best.column, best.at);
  const parts = best.column.slice(first, last + 1);
  const text = parts.map((row) => row.text).join(' ');
  const [, name = nameIn(text), beside] = WITH_ADDRESS.exec(text) ?? [];
  const address =
    (beside === undefined ? null : found(beside, beside, 0.9, best.column[best.at]!)) ??
    addressAfter(best.column, last, name) ??
    addressBelow(name, columns) ??
    (contact && addressAfter(contact, -1, name)) ??
    null;
  const isHead = address !== null || best.column.slice(first, last + 1 + CONTACT_ROWS).some((row) => isOfSender(row.text));
  const certainty = best.points >= 4 ? 0.92 : best.points >= 2 && isHead ? 0.75 : 0.55;
  // A receipt without its upper end begins with anything, often items.
  const isBelowAmounts = best.column.slice(0, first).some((row) => amountsIn(row.text).length > 0);
  if (best.points < 2 && (!isHead || isBelowAmounts)) return { merchant: null, address: null };
  return { merchant: found(name, text, certainty, best.column[best.at]!), address };
}

const isOfSender = (text: string): boolean => CONTACT_DETAIL.test(text) || COMPANY_NUMBER.test(text) || REGISTRATION.test(text);

/** The address below the last occurrence of the name. */
function addressBelow(name: string, columns: readonly (readonly PrintedRow[])[]): FoundValue<string> | null {
  const places = columns.map((column) => ({ column, at: column.findLastIndex(({ text }) => text === name) }));
  const again = places.findLast(({ at }) => at !== -1);
  return again ? addressAfter(again.column, again.at) : null;
}

/** The rows above the table of items, up to the maximum size of a head. */
function headOf(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  const titles = rows.findIndex(({ parts }) => titlesIn(parts) !== undefined);
  return rows.slice(0, titles === -1 ? HEAD_ROWS : Math.min(titles, HEAD_ROWS));
}

/** Removes parts such as `INVOICE`, which do not belong to the name beside them. */
function withoutTitle(row: PrintedRow): PrintedRow[] {
  const kept = row.parts.flatMap((part, at) => (row.parts.length > 1 && NO_NAME.test(part) && !RECIPIENT.test(part) ? [] : [at]));
  if (kept.length === row.parts.length) return [row];
  const parts = kept.map((at) => row.parts[at]!);
  return parts.length === 0 ? [] : [{ ...row, parts, text: parts.join(' '), places: kept.map((at) => row.places[at]!) }];
}

/** Whether a heading such as `Bill to` above the row marks it as the recipient. */
const isRecipient = (head: readonly PrintedRow[], at: number): boolean =>
  head.slice(Math.max(0, at - RECIPIENT_ROWS), at).some(({ text }) => RECIPIENT.test(text));

function pointsOf(row: PrintedRow, at: number): number {
  const { text, size } = row;
  const name = nameIn(text);
  const letters = [...name].filter((sign) => /\p{L}/u.test(sign)).length;
  if (letters < 3 || letters < name.replace(/\s/g, '').length * 0.5) return 0;
  if (NO_NAME.test(text) || COMPANY_NUMBER.test(text) || amountsIn(text).length > 0 || datesIn(text, false).length > 0) return 0;
  if (NUMBER_ONLY.test(text) || OWNER.test(text)) return 0;
  const title = classifyTitle(text, row);
  if (title === 'other' || (title === 'sale' && /\d/.test(text))) return 0;
  const isCompany = isForm(COMPANY.exec(name)?.[0]);
  if (!isCompany && (NO_START.test(text) || CONTACT.test(text) || (STREET.test(text) && /\d/.test(text)))) return 0;
  const isLoud = name === name.toUpperCase() ? 0.5 : 0;
  const kind = (isCompany ? 3 : 0) + (TRADE.test(name) ? 1.5 : 0) - (STREET.test(text) && !isCompany ? 0.7 : 0);
  return Math.max(0.2, 1.6 - at * 0.3) + kind + isLoud + Math.min(1, Math.max(0, size - 1));
}

/** Whether this is the form of a company, not a small word as in `same as above`. */
const isForm = (form = ''): boolean => form !== '' && !/^\W*\p{Ll}{2}\W*$/u.test(form);

const nameIn = (text: string): string => text.replace(REGISTRATION, '').trim() || text;

/** The rows of a name. The last of several may give the kind of company. */
function nameRows(head: readonly PrintedRow[], at: number): { first: number; last: number } {
  let [first, last] = [at, at];
  const isOpen = (text: string) => text.split('(').length > text.split(')').length;
  const closes = (text: string) => text.split(')').length > text.split('(').length;
  const textFrom = () =>
    head
      .slice(first, last + 1)
      .map(({ text }) => nameIn(text))
      .join(' ');
  while (first > 0 && (REST.test(head[first]!.text) || closes(textFrom())) && pointsOf(head[first - 1]!, first - 1) > 0) first--;
  while (last + 1 < head.length && isOpen(textFrom()) && !CONTACT.test(head[last + 1]!.text)) last++;
  return { first, last };
}

/** The rows under the name that form its address. */
function addressAfter(head: readonly PrintedRow[], last: number, name?: string): FoundValue<string> | null {
  const rows: PrintedRow[] = [];
  for (const row of head.slice(last + 1)) {
    const { text } = row;
    if (
      text === name ||
      NO_NAME.test(text) ||
      LABELLED.test(text) ||
      CONTACT.test(text) ||
      datesIn(text, false).length > 0 ||
      amountsIn(text).length > 0
    ) {
      if (rows.length > 0) break;
      continue;
    }
    if (RECIPIENT.test(text)) break;
    if (OWNER.test(text) && rows.length === 0) continue;
    const isLabelled = /\p{L}\s*:\s/u.test(text) && !STREET.test(text);
    if (BARE_PHONE.test(text) || (rows.length > 0 && (isLabelled || NO_ADDRESS.test(text)))) break;
    if (NUMBER_ONLY.test(text) || /^\W*\([\dA-Z -]+\)\W*$/.test(text)) {
      if (rows.length > 0 && !/^\d{4,6}\b/.test(text)) break;
      continue;
    }
    rows.push(row);
  }
  const text = rows
    .map((row) => row.text)
    .join(', ')
    .replace(/,+\s*,/g, ',');
  const isPlace = rows.some((row) => STREET.test(row.text)) || /\b\d{4,6}\b/.test(text);
  return rows.length > 0 && rows.length <= 6 && isPlace && /\d/.test(text) ? found(text, text, 0.8, rows[0]!) : null;
}
