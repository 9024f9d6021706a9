import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { capabilityPath, runCapability } from '@percept/sdk/testing';
import { datesIn } from './dates';
import { fields } from './fields';
import type { FieldsOutput } from './fields-output';
import { hasIbanChecksum, hasVatChecksum } from './numbers';

/** Rows of a document: their parts stand at the left edge, in the middle and at the right. */
type Rows = (string | [left: string, middle: string, right: string] | [left: string, right: string])[];

async function pdfOf(rows: Rows): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([420, 60 + rows.length * 20]);
  for (const [index, row] of rows.entries()) {
    const parts = typeof row === 'string' ? [row] : row;
    const places = parts.length === 3 ? [40, 220, 330] : [40, 330];
    for (const [at, text] of parts.entries())
      page.drawText(text, { x: places[at]!, y: page.getHeight() - 40 - index * 20, size: 10, font });
  }
  return pdf.save();
}
const run = async (rows: Rows, input: Record<string, unknown> = {}) =>
  (await runCapability(fields, input, {
    media: { field: 'document', bytes: await pdfOf(rows) },
  })) as unknown as FieldsOutput;
/** The values alone. */
const valuesOf = ({ fields: all }: FieldsOutput) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value && (value as { value: unknown }).value]));

const RECEIPT: Rows = [
  'HARBOUR BAKERY LTD',
  '12 Quay Street, 40170 Seaford',
  'Tel: 020 7946 0018',
  'Receipt No: R-10442',
  'Date: 18/03/2024 14:05',
  ['Rye bread', '2 x 3.75', '7.50'],
  ['Butter', '1', '2.10'],
  ['Subtotal', '9.60'],
  ['VAT 20%', '1.92'],
  ['Total', '£11.52'],
  ['Cash', '20.00'],
  ['Change', '8.48'],
  'VAT summary',
  ['Total', '9.60', '1.92'],
];

describe('a receipt', () => {
  test('gives its fields, each with its source', async () => {
    const answer = await run(RECEIPT);
    expect(capabilityPath(fields)).toBe('/v2/documents/fields');
    expect(answer).toMatchObject({ type: 'receipt', review: false, page_count: 1 });
    expect(valuesOf(answer)).toEqual({
      merchant: 'HARBOUR BAKERY LTD',
      address: '12 Quay Street, 40170 Seaford',
      phone: '020 7946 0018',
      date: '2024-03-18',
      time: '14:05',
      due_date: null,
      total: 11.52,
      subtotal: 9.6,
      tax: 1.92,
      tip: null,
      currency: 'GBP',
      payment: 'cash',
      invoice_number: 'R-10442',
      order_number: null,
      iban: null,
      vat_id: null,
    });
    const { total } = answer.fields;
    expect(total).toMatchObject({ text: '£11.52', page: 1, review: false });
    expect(total!.confidence).toBeGreaterThan(0.9);
    // The tenth row.
    expect(total!.polygon[3]!.y).toBeCloseTo((40 + 9 * 20) / 72, 1);
  });

  test('gives what was bought, with quantities and prices that multiply', async () => {
    const { items } = await run(RECEIPT);
    expect(
      items.map(({ text, quantity, unit_price, amount }) => [text.value, quantity?.value, unit_price?.value, amount.value]),
    ).toEqual([
      ['Rye bread', 2, 3.75, 7.5],
      ['Butter', 1, undefined, 2.1],
    ]);
  });

  test('takes the total that was paid, not one before it was rounded, nor the change', async () => {
    const rows: Rows = [
      ...RECEIPT.slice(0, 7),
      ['Total', '11.52'],
      ['Rounding', '-0.02'],
      ['Total', '11.50'],
      ['Cash', '12.00'],
      ['Change', '0.50'],
    ];
    expect(valuesOf(await run(rows))).toMatchObject({ total: 11.5 });
  });

  test('is less sure of a total that nothing confirms, and says so', async () => {
    const rows: Rows = ['HARBOUR BAKERY LTD', 'Date: 18/03/2024', ['Amount', '11.52']];
    const sure = (await run(RECEIPT)).fields.total!.confidence;
    const { total } = (await run(rows, { type: 'receipt' })).fields;
    expect(total!.confidence).toBeLessThan(sure);
    expect((await run(rows, { review_below: 0.99 })).review).toBe(true);
  });

  test('says null for what is not there', async () => {
    const answer = await run(['Dear reader,', 'nothing was bought today.']);
    expect(Object.values(valuesOf(answer)).filter((value) => value !== null)).toEqual([]);
    expect(answer).toMatchObject({ items: [], confidence: 0, review: true });
  });
});

describe('an invoice', () => {
  const INVOICE: Rows = [
    'Rechnung',
    'Nordlicht Handels GmbH',
    'Hafenstraße 5, 20457 Hamburg',
    'Rechnungsnummer: 2024-0815',
    'Rechnungsdatum: 03.04.2024',
    'Zahlbar bis: 17.04.2024',
    'Bestellnummer: PO-7788',
    'USt-IdNr.: DE136695976',
    ['Lampe', '3', '1.200,00'],
    ['Nettobetrag', '1.200,00'],
    ['MwSt 19 %', '228,00'],
    ['Gesamtbetrag', '1.428,00 €'],
    'IBAN: DE89 3704 0044 0532 0130 00',
  ];

  test.each([
    ['with its name, address and telephone number cut off', 3, null],
    ['with its name cut off', 1, null],
    ['whole', 0, 'HARBOUR BAKERY LTD'],
  ])('names no item or label as the merchant: a receipt %s', async (_, cut, merchant) => {
    const items: Rows = [
      'Cashier: Ann',
      'Pax: 2',
      'Take away',
      'Payment mode',
      ['1.5 kg. Putty filler', '4.00'],
      'Vegetable soup',
    ];
    const output = await run([...RECEIPT.slice(cut, 4), ...items, ...RECEIPT.slice(4)], { type: 'receipt' });
    expect(valuesOf(output)).toMatchObject({ merchant, total: 11.52 });
  });

  test('takes no number with a label for the address of a receipt without its head', async () => {
    const cut = await run(['Cashier', 'Invoice: 000-074020', ...RECEIPT.slice(4)], { type: 'receipt' });
    expect(valuesOf(cut)).toMatchObject({ merchant: null, address: null });
  });

  test('names a merchant of no known kind where contact details follow', async () => {
    const sender = ['Yam Fresh', 'Tel: 020 7946 0018'];
    expect(valuesOf(await run([...sender, ...RECEIPT.slice(3)]))).toMatchObject({ merchant: 'Yam Fresh' });
  });

  test('in German gives numbers, dates and sums', async () => {
    const answer = await run(INVOICE);
    expect(answer.type).toBe('invoice');
    expect(valuesOf(answer)).toMatchObject({
      merchant: 'Nordlicht Handels GmbH',
      date: '2024-04-03',
      due_date: '2024-04-17',
      total: 1428,
      subtotal: 1200,
      tax: 228,
      currency: 'EUR',
      invoice_number: '2024-0815',
      order_number: 'PO-7788',
      iban: 'DE89370400440532013000',
      vat_id: 'DE136695976',
    });
    expect(answer.fields.iban!.confidence).toBeGreaterThan(0.95);
  });

  test('doubts numbers whose check digits do not hold', async () => {
    const wrong = INVOICE.map((row) => (typeof row === 'string' ? row.replace('0130 00', '0130 01').replace('976', '977') : row));
    const { iban, vat_id } = (await run(wrong)).fields;
    expect(iban).toMatchObject({ value: 'DE89370400440532013001', review: true });
    expect(vat_id).toMatchObject({ value: 'DE136695977', review: true });
  });

  test('in America has the month first', async () => {
    const rows: Rows = ['Lakeside Supply Inc', 'Springfield, IL 62704', 'Invoice Date: 03/04/2024', ['Amount due', '$120.00']];
    const { date, currency } = (await run(rows)).fields;
    expect(date!.value).toBe('2024-03-04');
    // It may be another dollar.
    expect(currency).toMatchObject({ value: 'USD', review: true });
  });

  test('has the month first where another of its dates can only be read so', async () => {
    const rows: Rows = ['Lakeside Supply Inc', 'Invoice Date: 03/04/2024', 'Delivered 03/28/2024', ['Total', '120.00']];
    expect((await run(rows)).fields.date!.value).toBe('2024-03-04');
    expect((await run(rows.with(2, 'Delivered 28/03/2024'))).fields.date!.value).toBe('2024-04-03');
  });
});

test('check digits of IBANs and of numbers for tax', () => {
  expect(['GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'].every(hasIbanChecksum)).toBe(true);
  expect(['GB82WEST12345698765431', 'OR18031002160274', 'NL91ABNA041716430'].some(hasIbanChecksum)).toBe(false);
  expect(
    ['DE136695976', 'IT00743110157', 'BE0403170701', 'LU10000356', 'PL5260001246', 'DK13585628', 'FI20774740'].map(
      hasVatChecksum,
    ),
  ).toEqual(Array.from({ length: 7 }, () => true));
  expect(['DE136695975', 'IT00743110158', 'BE0403170702'].map(hasVatChecksum)).toEqual([false, false, false]);
  expect(hasVatChecksum('ESX1234567X')).toBeUndefined();
});

test('digits that look raised, because the lower half of the print is lost, are those of a day', () => {
  expect(datesIn('DATE: 15/06/20¹⁷', false).map(({ value }) => value)).toEqual(['2017-06-15']);
});

test('the last day of a period is not a year', () => {
  const period = 'for the billing period July 1 - July 31 , 2014';
  expect(datesIn(period, false).map(({ value }) => value)).toEqual(['2014-07-31']);
  expect(datesIn('TOTAL DUE ON August 3 , 2014', false).map(({ value }) => value)).toEqual(['2014-08-03']);
  expect(datesIn('12 Jul 14', false).map(({ value }) => value)).toEqual(['2014-07-12']);
});

test('a small word does not make a company', async () => {
  const rows: Rows = [
    'Employment Application',
    'Full Name: Jane Doe',
    'Mailing Address: same as home address',
    'Date: 2024-03-04',
  ];
  expect((await run(rows, { type: 'receipt' })).fields.merchant).toBeNull();
  expect((await run(['Bakke Fisk AS', ...rows], { type: 'receipt' })).fields.merchant!.value).toBe('Bakke Fisk AS');
});
