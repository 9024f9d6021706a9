import { drawnRows } from '../../../../test/harness/drawn-rows';
import { findFields } from './find-fields';

const read = (text: string, type: 'auto' | 'receipt' = 'auto') => findFields(drawnRows(text), { type, reviewBelow: 0.7 });
const namesIn = ({ fields }: ReturnType<typeof read>) =>
  Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [name]));

const PAY_SLIP = `CO. FILE DEPT. CLOCK NUMBER
Earnings Statement
ANY COMPANY CORP.
Pay date: 7/25/2008
Federal Income Tax  -40.60  2,111.20
Net Pay  $291.90`;

test.each([
  [
    'a form with dates',
    `Employment Application
Name  Jane Doe
Phone: +44 113 496 0123
Start date  Employer  Position
1/15/2009  Any Company  Baker`,
    ['phone'],
  ],
  ['a pay slip', PAY_SLIP, []],
  ['an expense report whose rows add up', 'EXPENSE REPORT A\nTeam lunch  100.00\nLaptop  200.00\nTotal  300.00', []],
  [
    'a bank statement',
    `Statement of account 1 May 2025
IBAN DE89 3704 0044 0532 0130 00
Card payment Harbour Bakery  45.20
Total  45.20`,
    ['iban'],
  ],
  ['an offer', '#Angebot Nr. 4711\nBeratung  500,00\n19% MwSt  95,00\nGesamtbetrag  595,00 €', []],
  ['a letter that mentions an amount', 'Lyon, le 14 mars 2025\nLe montant du loyer est de 650,00 € par mois.', []],
])('%s is neither a receipt nor an invoice', (_, text, certain) => {
  const answer = read(text);
  expect(answer).toMatchObject({ type: 'other', items: [], confidence: 0, review: true });
  expect(namesIn(answer)).toEqual(certain);
});

test.each([
  ['a receipt without tax', 'CORNER CAFE\nLatte  3.40\nMuffin  2.80\nTotal  6.20\n05/06/2025', 'receipt'],
  ['a receipt of three rows', 'HARBOUR BAKERY LTD\nDate: 18/03/2024\nTotal  11.52', 'receipt'],
  ['a receipt with a menu', 'LE BISTROT\nMenu du jour  18,50\nTotal  18,50\nCB  18,50', 'receipt'],
  [
    'an invoice that names other papers',
    'Bolt & Nut Co Ltd\nPurchase order 88123\nDelivery note: 4411\nInvoice no: 7781\nVAT  10.00\nTotal  60.00',
    'invoice',
  ],
  [
    'the bill of a telephone company',
    `NORTHLINE TELECOM LTD
Account number  8831 2207 4
Billing period  1 Oct 2025 - 31 Oct 2025
Previous balance  32.50
Payment received, thank you  -32.50
Line rental  18.00
Calls  9.40
VAT 20%  5.48
Total due  32.88
Visa, Mastercard or direct debit`,
    'invoice',
  ],
  ['an invoice without a total', 'Rechnung\nSchulz e.K.\nReparatur pauschal 180,00 EUR', 'invoice'],
])('%s is found', (_, text, type) => expect(read(text).type).toBe(type));

test('the titles of a form name no seller, also where the caller says what it is', () => {
  const answer = read(PAY_SLIP, 'receipt');
  expect(answer.type).toBe('receipt');
  expect(answer.fields.merchant?.value).toBe('ANY COMPANY CORP.');
});
