import { drawnRows } from '../../../../test/harness/drawn-rows';
import { findFields } from './find-fields';

/** Invoices whose sender and reader stand beside each other, or whose sums are of several kinds. */
const DRAWN: [name: string, text: string, expected: Record<string, string | number | null>][] = [
  [
    'an invoice whose sender stands beside the reader, on the right',
    `Brandt & Söhne KG      Holzwerk am See
Frau Sabine Köhler     Lindenallee 7
Am Markt 3             04105 Leipzig
99084 Erfurt           Tel. 0341 2256780
                       USt-IdNr.: DE136695976
Rechnung
Rechnungsnummer: RE-2026-0418
Rechnungsdatum: 14.10.2026
Zwischensumme  1.202,00 €
zzgl. 19 % MwSt.  228,38 €
Gesamtbetrag  1.430,38 €`,
    { merchant: 'Holzwerk am See', address: 'Lindenallee 7, 04105 Leipzig', phone: '0341 2256780', total: 1430.38 },
  ],
  [
    'an invoice with shipping, of which a part is paid',
    `INVOICE
Northwind Plumbing LLC
418 Cedar Ave, Portland, OR 97205
(503) 555-0142 · billing@northwindplumbing.com
Bill To              Invoice # 20319
Whitfield Homes Inc  Date: Sep 3, 2026
92 Harbor Rd         Due Date: Oct 3, 2026
Description  Qty  Rate  Amount
Copper pipe  12  $4.25  $51.00
Labor, hours  3.5  $95.00  $332.50
Subtotal $383.50
Sales Tax (0%) $0.00
Shipping $12.00
Total $395.50
Amount Paid $100.00
Balance Due $295.50`,
    {
      ...{ merchant: 'Northwind Plumbing LLC', address: '418 Cedar Ave, Portland, OR 97205', phone: '(503) 555-0142' },
      ...{ total: 395.5, subtotal: 383.5, date: '2026-09-03', due_date: '2026-10-03' },
    },
  ],
  [
    'an invoice in French, with its numbers below the address',
    `Boulangerie Lefèvre SARL
12 rue des Tanneurs, 69002 Lyon
TVA intracommunautaire : FR 40 303265045
FACTURE N° F2026-0091
Date : 05/11/2026
Total TTC : 458,93 €`,
    { merchant: 'Boulangerie Lefèvre SARL', address: '12 rue des Tanneurs, 69002 Lyon', total: 458.93 },
  ],
  [
    'a letter with the line of its sender above the window',
    `Gärtnerei Sommer · Feldweg 9 · 23552 Lübeck
Stadtwerke Kiel AG
Uhlenkrog 32
24113 Kiel
Lübeck, den 7. September 2026
Rechnung 4711/26
Rechnungsbetrag 152,48 EUR`,
    { merchant: 'Gärtnerei Sommer', address: 'Feldweg 9, 23552 Lübeck', invoice_number: '4711/26', total: 152.48 },
  ],
  [
    'an invoice whose first line has name, street and place, with commas between them',
    `Acme GmbH, Lindenstraße 12, 10969 Berlin
An
Stadtwerke Kiel AG, Uhlenkrog 32, 24113 Kiel
Rechnung 2024-001
Datum: 12.03.2024
Gesamtbetrag 25,50 EUR`,
    { merchant: 'Acme GmbH', address: 'Lindenstraße 12, 10969 Berlin', invoice_number: '2024-001', total: 25.5 },
  ],
  [
    'an invoice whose name stands beside its own address, with net total, tax and total',
    `                              27 Orchard Street
Harper & Lane Ltd               Bristol BS1 5EH
                     VAT Reg No: GB 123 4567 82
                             Tel: 0117 496 0420
Tax Invoice
Invoice No  HL/1043
Details  Quantity  Unit Cost  Net
Brochure  1  £1,160.00  £1,160.00
Net total £1,160.00
VAT @ 20% £232.00
TOTAL £1,392.00`,
    {
      ...{ merchant: 'Harper & Lane Ltd', address: '27 Orchard Street, Bristol BS1 5EH', invoice_number: 'HL/1043' },
      ...{ total: 1392, subtotal: 1160, tax: 232, phone: '0117 496 0420' },
    },
  ],
  [
    'an invoice in three columns below a wide name, with a discount',
    `#Bright Path and Partners Consulting               INVOICE
FROM                      TO                      INVOICE NO: BP-2026-311
Bright Path               Vertex Robotics Inc.    DATE: 2026-07-31
1200 Market St            55 Innovation Way       TERMS: Net 30
San Francisco, CA 94103   Austin, TX 78701        DUE: 2026-08-30
SERVICE  HOURS  RATE  TOTAL
Workshop  16  $210.00  $3,360.00
SUBTOTAL $3,360.00
DISCOUNT (5%) -$168.00
TAX (8.5%) $271.32
TOTAL DUE $3,463.32`,
    {
      ...{
        merchant: 'Bright Path and Partners Consulting',
        address: 'Bright Path, 1200 Market St, San Francisco, CA 94103',
        invoice_number: 'BP-2026-311',
        total: 3463.32,
      },
      ...{ subtotal: 3360, tax: 271.32, due_date: '2026-08-30' },
    },
  ],
  [
    'taxes of several rates, which are one tax together, and a discount for those who pay early',
    `Bürobedarf Kessler e.K.
Industriestr. 44, 30165 Hannover
Rechnung Nr. 20260312-88
Datum: 12. März 2026  Fällig am: 11. April 2026
Summe netto  139,50 EUR
MwSt 7 %  6,62 EUR
MwSt 19 %  8,55 EUR
Rechnungsbetrag  154,67 EUR
Bei Zahlung bis 22.03.2026 2 % Skonto: 151,58 EUR`,
    { total: 154.67, tax: 15.17, date: '2026-03-12', due_date: '2026-04-11', invoice_number: '20260312-88' },
  ],
  [
    'heads of columns with their values below',
    `Summit Landscaping LLC    Due Date   Date       Invoice #
900 Pine St               6/8/2026   5/9/2026   1187
Boulder, CO 80302
Quantity  Description  Rate  Amount
10  Mulch, yards  42.00  420.00
Total  $420.00
Phone # 303-555-0178`,
    { merchant: 'Summit Landscaping LLC', date: '2026-05-09', due_date: '2026-06-08', invoice_number: '1187', total: 420 },
  ],
  [
    'the dates of an order and of a delivery before that of the invoice, and the days to pay',
    `Gärtnerei Grünwald
Feldweg 8, 85354 Freising
Bestelldatum 02.02.2026
Lieferdatum 09.02.2026
Rechnungsdatum 12.02.2026
Netto  132,33 €
USt. 7 %  9,26 €
Endbetrag  141,59 €
Bitte überweisen Sie den Betrag bis zum 26.02.2026.`,
    { date: '2026-02-12', due_date: '2026-02-26', total: 141.59 },
  ],
  [
    'a sender whose contact details stand in a column of their own',
    `Fietsen De Boer B.V.      Kerkstraat 9
                          3511 LX Utrecht
                          Tel: 030 231 4567
Factuurnummer: 2026-1022
Factuurdatum: 06-07-2026
Aan:
J. Visser
Dorpsweg 2
3512 AB Utrecht
Totaal incl. btw € 728,90`,
    { merchant: 'Fietsen De Boer B.V.', phone: '030 231 4567', invoice_number: '2026-1022', total: 728.9 },
  ],
  [
    'a reader below a heading in Spanish, and a British postal code that ends like a Swedish company',
    `Factura núm. 14/2026
Lucía Fernández Ortiz
Calle Sol 3, 41003 Sevilla
Móvil 612 345 678
Fecha de emisión: 9 de enero de 2026
Datos del cliente
Editorial Norte S.A.
Leeds LS1 4AB
Base imponible: 900,00 €
Total a pagar: 900,00 €`,
    { merchant: 'Lucía Fernández Ortiz', phone: '612 345 678', invoice_number: '14/2026', date: '2026-01-09' },
  ],
  [
    'a Polish invoice: the postal code of Warsaw stays a postal code',
    `Sklep Komputerowy Bit Sp. z o.o.
ul. Długa 5, 00-238 Warszawa
Faktura VAT nr FV/12/03/2026
Data wystawienia: 10.03.2026
Termin płatności: 24.03.2026
Razem netto: 1 000,00 zł
VAT: 230,00 zł
Do zapłaty: 1 230,00 zł`,
    { total: 1230, subtotal: 1000, tax: 230, due_date: '2026-03-24', invoice_number: 'FV/12/03/2026', currency: 'PLN' },
  ],
  [
    'amounts without decimals in rupiah',
    `WARUNG MAKAN SEDAP
Jl. Sudirman 12, Jakarta 10220
Telp. 021-555-0142
Tanggal: 05/10/2026 12:41
2 Nasi Goreng  Rp 50.000
Subtotal  Rp 50.000
PPN 11%  Rp 5.500
TOTAL  Rp 55.500
TUNAI  Rp 60.000
KEMBALI  Rp 4.500`,
    { total: 55500, subtotal: 50000, tax: 5500, currency: 'IDR', phone: '021-555-0142' },
  ],
  [
    'a credit note, whose sums are negative',
    `Kabelhaus Nord GmbH
Werftstr. 7, 24143 Kiel
Gutschrift Nr. G-2026-14
Datum: 21.05.2026
Netto  -90,00 €
MwSt 19%  -17,10 €
Gesamt  -107,10 €`,
    { total: -107.1, subtotal: -90, tax: -17.1 },
  ],
  [
    'a table of taxes on a receipt, the time behind a dotted date, and a total with a tip',
    `FRISCHEMARKT WEBER
Marktplatz 7, 50667 Köln
2 x 0,79 Joghurt  1,58 A
Vollmilch  5,00 A
Spülmittel  2,22 B
SUMME EUR  8,80
Trinkgeld  1,00
Total with tip  9,80
Steuer  Netto  MwSt  Brutto
A 7%  6,77  0,48  7,25
B 19%  2,14  0,41  2,55
09.03.26 18:42 Bon 4711`,
    { total: 9.8, tip: 1, tax: 0.89, date: '2026-03-09', time: '18:42' },
  ],
  [
    'a receipt of the USA without a state, and tips that are only advised',
    `PINE HARDWARE
Springfield
04/05/2026 10:22 AM
Hammer  18.50
SUBTOTAL  $18.50
SALES TAX 8.25%  $1.53
TOTAL  $20.03
Suggested tip 20% = $4.01`,
    { date: '2026-04-05', total: 20.03, tip: null },
  ],
];

test.each(DRAWN)('%s', (_name, text, expected) => {
  const { fields } = findFields(drawnRows(text), { type: 'auto', reviewBelow: 0.7 });
  const read = Object.fromEntries(
    Object.keys(expected).map((name) => [name, fields[name as keyof typeof fields]?.value ?? null]),
  );
  expect(read).toEqual(expected);
});

test('the cells of a table of goods are read by their titles, not by the names of the goods', () => {
  const { items, fields } = findFields(
    drawnRows(`Northwind Tools Ltd
Date: 1 August 2024
Pos  Description  Hours  Unit price  Amount
1  Tax advice, 2 visits  3.5  £95.00  £332.50
2  Card reader 160 x 80  2  £10.00  £20.00
3  Delivery  n/a  -  £7.50
Subtotal  £360.00
VAT (20%)  £72.00
Total  £432.00`),
    { type: 'invoice', reviewBelow: 0.7 },
  );
  expect(
    items.map(({ text, quantity, unit_price, amount }) => [text, quantity, unit_price, amount].map((each) => each?.value)),
  ).toEqual([
    ['Tax advice, 2 visits', 3.5, 95, 332.5],
    ['Card reader 160 x 80', 2, 10, 20],
    ['Delivery', undefined, undefined, 7.5],
  ]);
  expect([fields.tax?.value, fields.total?.value, fields.payment]).toEqual([72, 432, null]);
});

const itemsIn = (text: string) =>
  findFields(drawnRows(text), { type: 'receipt', reviewBelow: 0.7 }).items.map((item) => [item.text.value, item.amount.value]);

test.each([
  ['above', ['Teh (B)', '2x  2.20  4.40 SR', 'Bunga Kekwa', '1x  1.70  1.70 SR']],
  ['below', ['001811  2  2.20  4.40  SR', 'Teh (B)', '001042  1  1.70  1.70  SR', 'Bunga Kekwa']],
])('an item whose name stands %s its price has that name, not the code of its tax', (_where, rows) => {
  const text = ['SEDAP SDN BHD', 'Item  Qty  S/Price  Amount  Tax', ...rows, 'Total  6.10', 'Cash  6.10'].join('\n');
  expect(itemsIn(text)).toEqual([
    ['Teh (B)', 4.4],
    ['Bunga Kekwa', 1.7],
  ]);
});

test('a count before a price stays a count, and a table begins below a sum', () => {
  expect(
    itemsIn(`Acme Cloud, Inc.
Amount due $890.50 on January 18, 2026
Description  Qty  Unit price  Amount
Pro plan  1  890.50  890.50
Total  $890.50`),
  ).toEqual([['Pro plan', 890.5]]);
  expect(itemsIn('CAFE LUNA\nBread  1  890.50\nTotal  890.50')).toEqual([['Bread', 890.5]]);
});

test('the last day to return goods does not make the date of the purchase doubtful', () => {
  const { fields } = findFields(drawnRows('SPRING CAFE\n14/05/2026\nTotal  RM 4.00\nReturns within 30 days by 13/06/2026'), {
    type: 'receipt',
    reviewBelow: 0.7,
  });
  expect(fields.date).toMatchObject({ value: '2026-05-14', review: false });
});

test('beside dollars, a date that may be of either order needs a review', () => {
  const dateOf = (sum: string) =>
    findFields(drawnRows(`SPRING CAFE\nDate: 04/05/2026\nTotal  ${sum}`), { type: 'receipt', reviewBelow: 0.7 }).fields.date;
  expect(dateOf('$4.00')).toMatchObject({ review: true });
  expect(dateOf('RM 4.00')).toMatchObject({ value: '2026-05-04', review: false });
});
