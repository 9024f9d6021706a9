import type { DocumentItem, FieldsOutput, NumberField, TextField } from '../../../documents/fields/fields-output';
import { flat } from './analyze-result';

type Field = Record<string, unknown>;
type Known = FieldsOutput['fields'];

const sourced = ({ text, confidence, page, polygon }: TextField | NumberField): Field => ({
  ...{ content: text, confidence, boundingRegions: [{ pageNumber: page, polygon: flat(polygon) }] },
});
const text = (field: TextField): Field => ({ type: 'string', valueString: field.value, ...sourced(field) });
const phone = (field: TextField): Field => ({ type: 'phoneNumber', valuePhoneNumber: field.value, ...sourced(field) });
const date = (field: TextField): Field => ({ type: 'date', valueDate: field.value, ...sourced(field) });
const time = (field: TextField): Field => ({ type: 'time', valueTime: field.value.padEnd(8, ':00'), ...sourced(field) });
/** An address field, without its separate parts. */
const address = (field: TextField): Field => ({ type: 'address', ...sourced(field) });
const quantity = (field: NumberField): Field => ({ type: 'number', valueNumber: field.value, ...sourced(field) });
const currency = (code: string | undefined) => (field: NumberField) => ({
  ...{ type: 'currency', valueCurrency: { amount: field.value, ...(code !== undefined && { currencyCode: code }) } },
  ...sourced(field),
});

/** Azure's names for the fields that were found; others are left out. */
function named(pairs: readonly (readonly [name: string, field: Field | undefined])[]): Record<string, Field> {
  return Object.fromEntries(pairs.filter((pair): pair is [string, Field] => pair[1] !== undefined));
}

const as = <T, R>(field: T | null, write: (field: T) => R): R | undefined => (field === null ? undefined : write(field));

function receiptFields(known: Known, amount: (field: NumberField) => Field): Record<string, Field> {
  return named([
    ['MerchantName', as(known.merchant, text)],
    ['MerchantAddress', as(known.address, address)],
    ['MerchantPhoneNumber', as(known.phone, phone)],
    ['TransactionDate', as(known.date, date)],
    ['TransactionTime', as(known.time, time)],
    ['Subtotal', as(known.subtotal, amount)],
    ['TotalTax', as(known.tax, amount)],
    ['Tip', as(known.tip, amount)],
    ['Total', as(known.total, amount)],
  ]);
}

function invoiceFields(known: Known, amount: (field: NumberField) => Field): Record<string, Field> {
  const iban = as(known.iban, (field) => ({
    type: 'array',
    valueArray: [{ type: 'object', valueObject: { IBAN: text(field) }, confidence: field.confidence }],
  }));
  return named([
    ['VendorName', as(known.merchant, text)],
    ['VendorAddress', as(known.address, address)],
    ['VendorTaxId', as(known.vat_id, text)],
    ['InvoiceId', as(known.invoice_number, text)],
    ['PurchaseOrder', as(known.order_number, text)],
    ['InvoiceDate', as(known.date, date)],
    ['DueDate', as(known.due_date, date)],
    ['SubTotal', as(known.subtotal, amount)],
    ['TotalTax', as(known.tax, amount)],
    ['InvoiceTotal', as(known.total, amount)],
    ['PaymentDetails', iban],
  ]);
}

const ITEM_NAMES = { receipt: { price: 'Price', amount: 'TotalPrice' }, invoice: { price: 'UnitPrice', amount: 'Amount' } };

function itemOf(item: DocumentItem, kind: 'receipt' | 'invoice', amount: (field: NumberField) => Field): Field {
  const names = ITEM_NAMES[kind];
  const valueObject = named([
    ['Description', text(item.text)],
    ['Quantity', as(item.quantity, quantity)],
    [names.price, as(item.unit_price, amount)],
    [names.amount, amount(item.amount)],
  ]);
  return { type: 'object', valueObject, confidence: item.amount.confidence, content: item.text.text };
}

/** An `AnalyzedDocument`. @param whole the span of the content. */
export function toDocument(
  { fields: known, items, confidence }: FieldsOutput,
  kind: 'receipt' | 'invoice',
  whole: object,
): object {
  const amount = currency(known.currency?.value);
  const fields = kind === 'receipt' ? receiptFields(known, amount) : invoiceFields(known, amount);
  const list = items.map((item) => itemOf(item, kind, amount));
  const all = { ...fields, ...(list.length > 0 && { Items: { type: 'array', valueArray: list } }) };
  return { docType: kind, boundingRegions: [], fields: all, confidence, spans: [whole] };
}
