import { drawnRows } from '../../../../test/harness/drawn-rows';
import { findFields } from './find-fields';

/** Invoices whose sender and reader stand beside each other, or whose sums are of several kinds. */
const DRAWN: [name: string, text: string, expected: Record<string, string | number>][] = [
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
