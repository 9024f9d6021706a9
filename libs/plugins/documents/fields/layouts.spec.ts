import { drawnRows } from '../../../../test/harness/drawn-rows';
import { findFields } from './find-fields';

interface Expected {
  merchant?: string | null;
  date?: string | null;
  total?: number | null;
  tax?: number | null;
  subtotal?: number | null;
  currency?: string | null;
  invoice_number?: string | null;
  due_date?: string | null;
  payment?: string | null;
}

/** Receipts and invoices as we drew them, in layouts and languages of our own choice; parts of a row are apart by two spaces. */
const DRAWN: [name: string, text: string, expected: Expected][] = [
  [
    'a supermarket in Germany, with the sum before the payment and a table of taxes',
    `SONNENMARKT
Inh. Petra Vogel e.K.
Lindenallee 12, 50667 Köln
Tel. 0221 555018
EUR
Vollkornbrot  2,49 A
Butter 250g  1,99 A
Pfand 0,25 EUR x 2  0,50 B
SUMME  EUR 4,98
Geg. BAR  EUR 10,00
Rückgeld BAR  EUR 5,02
Steuer %  Netto  Steuer  Brutto
A= 7,0%  4,19  0,29  4,48
B= 19,0%  0,42  0,08  0,50
14.02.2025  18:21  Bon-Nr.:4410`,
    { merchant: 'SONNENMARKT', date: '2025-02-14', total: 4.98, currency: 'EUR', payment: 'cash' },
  ],
  [
    'a restaurant in Germany',
    `Gasthaus zum Anker
Am Markt 3
24103 Kiel
RECHNUNG Nr. 20871
Tisch 7   03.05.24  20:14
2 x Schnitzel  à 14,90  29,80
1 x Salat  6,50
3 x Pils 0,5l  à 4,20  12,60
Gesamtbetrag  48,90 €
enth. MwSt 19%  7,81
Trinkgeld  _______
Vielen Dank für Ihren Besuch!`,
    { merchant: 'Gasthaus zum Anker', date: '2024-05-03', total: 48.9, tax: 7.81, currency: 'EUR' },
  ],
  [
    'an invoice in German with a due date and thousands',
    `Rechnung
Bergwerk Software GmbH
Talstraße 9 · 80331 München
An
Muster AG
Hauptweg 1, 10115 Berlin
Rechnungs-Nr.: RE-2024-118
Datum: 28. Juni 2024
Fällig am: 12.07.2024
Pos.  Bezeichnung  Menge  Preis  Summe
1  Beratung  12  110,00 €  1.320,00 €
2  Lizenz  1  2.400,00 €  2.400,00 €
Zwischensumme  3.720,00 €
zzgl. 19 % USt.  706,80 €
Rechnungsbetrag  4.426,80 €
IBAN DE89 3704 0044 0532 0130 00`,
    {
      ...{ merchant: 'Bergwerk Software GmbH', date: '2024-06-28', due_date: '2024-07-12', total: 4426.8 },
      ...{ subtotal: 3720, tax: 706.8, invoice_number: 'RE-2024-118', currency: 'EUR' },
    },
  ],
  [
    'a bakery in France',
    `BOULANGERIE DU PONT
18 rue des Lilas
69003 LYON
SIRET 552 100 554 00013
Le 07/11/2023 à 08:42
1 Baguette  1,20
2 Croissant  2,60
TOTAL TTC  3,80 €
dont TVA 5,5%  0,20
CARTE BANCAIRE  3,80 €
Merci de votre visite`,
    { merchant: 'BOULANGERIE DU PONT', date: '2023-11-07', total: 3.8, tax: 0.2, currency: 'EUR', payment: 'card' },
  ],
  [
    'an invoice in French',
    `FACTURE N° F2024-031
Atelier Moreau SARL
5 avenue Foch, 75016 Paris
Date de facture : 15 mars 2024
Date d'échéance : 14 avril 2024
Désignation  Qté  P.U. HT  Total HT
Étagère en chêne  2  180,00  360,00
Livraison  1  45,00  45,00
Total HT  405,00 €
TVA 20 %  81,00 €
Net à payer  486,00 €`,
    {
      ...{ merchant: 'Atelier Moreau SARL', date: '2024-03-15', due_date: '2024-04-14', total: 486, subtotal: 405 },
      ...{ tax: 81, invoice_number: 'F2024-031', currency: 'EUR' },
    },
  ],
  [
    'a bar in Spain',
    `BAR LA ESQUINA
C/ Mayor 22, 28013 Madrid
NIF B12345678
Factura simplificada: 002-4471
Fecha 19-08-2024 Hora 13:05
2 Café con leche  3,40
1 Tostada  2,20
Base imponible  5,09
IVA 10%  0,51
TOTAL  5,60 €
Efectivo  10,00
Cambio  4,40`,
    { merchant: 'BAR LA ESQUINA', date: '2024-08-19', total: 5.6, tax: 0.51, subtotal: 5.09, payment: 'cash', currency: 'EUR' },
  ],
  [
    'an invoice in Spanish',
    `Talleres Ruiz S.L.
Calle Industria 4, 41007 Sevilla
CIF: B91234567
FACTURA
Nº de factura: A-2024/77
Fecha: 2 de abril de 2024
Vencimiento: 2 de mayo de 2024
Concepto  Importe
Revisión completa  240,00 €
Aceite y filtros  85,50 €
Subtotal  325,50 €
IVA (21%)  68,36 €
Total a pagar  393,86 €`,
    { merchant: 'Talleres Ruiz S.L.', date: '2024-04-02', due_date: '2024-05-02', total: 393.86, subtotal: 325.5, tax: 68.36 },
  ],
  [
    'a shop in Italy',
    `FERRAMENTA BIANCHI S.R.L.
Via Roma 14 - 40121 Bologna
P.IVA 01234567890
DOCUMENTO COMMERCIALE
di vendita o prestazione
DESCRIZIONE  IVA  Prezzo(€)
Viti M6  22%  4,50
Pennello  22%  7,90
TOTALE COMPLESSIVO  12,40
di cui IVA  2,24
Pagamento elettronico  12,40
23-09-2024  11:32
DOCUMENTO N. 0412-0087`,
    { merchant: 'FERRAMENTA BIANCHI S.R.L.', date: '2024-09-23', total: 12.4, tax: 2.24, currency: 'EUR' },
  ],
  [
    'an invoice in Italian',
    `Studio Grafico Verdi
Corso Venezia 8, 20121 Milano
Fattura n. 45/2024
Data: 30/06/2024
Scadenza: 30/07/2024
Progetto logo  1.500,00
Stampa biglietti  210,00
Imponibile  1.710,00 €
IVA 22%  376,20 €
Totale fattura  2.086,20 €`,
    { merchant: 'Studio Grafico Verdi', date: '2024-06-30', due_date: '2024-07-30', total: 2086.2, subtotal: 1710, tax: 376.2 },
  ],
  [
    'a shop in the Netherlands',
    `De Groene Winkel
Kerkstraat 40
1017 GM Amsterdam
BTW nr NL001234567B01
Kassabon 10233   16-12-2024 15:50
Appels 1kg  2,95
Kaas jong  7,45
Totaal  10,40
BTW 9%  0,86
PIN  10,40
Bedankt en tot ziens`,
    { merchant: 'De Groene Winkel', date: '2024-12-16', total: 10.4, tax: 0.86, payment: 'card' },
  ],
  [
    'an invoice in Dutch',
    `FACTUUR
Fietsen Jansen B.V.
Havenweg 2, 3011 Rotterdam
Factuurnummer: 2024-0091
Factuurdatum: 5 mei 2024
Vervaldatum: 19 mei 2024
Onderhoud fiets  1  65,00
Band  2  22,50  45,00
Subtotaal  € 110,00
BTW 21%  € 23,10
Te betalen  € 133,10`,
    {
      ...{ merchant: 'Fietsen Jansen B.V.', date: '2024-05-05', due_date: '2024-05-19', total: 133.1, subtotal: 110 },
      ...{ tax: 23.1, invoice_number: '2024-0091', currency: 'EUR' },
    },
  ],
  [
    'a diner in America with a tip',
    `Sunrise Diner
410 Elm Street
Austin, TX 78701
Server: Kim   Table 12
07/09/2024 9:15 AM
2 Pancakes  $17.90
1 Coffee  $3.25
Subtotal  $21.15
Sales Tax  $1.74
Total  $22.89
Tip  $4.00
Amount Charged  $26.89
VISA ************4242`,
    { merchant: 'Sunrise Diner', date: '2024-07-09', subtotal: 21.15, tax: 1.74, total: 26.89, currency: 'USD' },
  ],
  [
    'an invoice of Switzerland in francs',
    `Alpen Holzbau AG
Bahnhofstrasse 7, 6003 Luzern
Rechnung 4711
Datum 01.02.2024
Balkon  CHF 8'450.00
MWST 8.1%  CHF 684.45
Total CHF  9'134.45
Zahlbar bis 02.03.2024`,
    { merchant: 'Alpen Holzbau AG', date: '2024-02-01', due_date: '2024-03-02', total: 9134.45, tax: 684.45, currency: 'CHF' },
  ],
  [
    'a receipt whose reader glued the time to the date',
    `KEDAI BUKU MELATI SDN BHD
(123456-X)
NO 5, JALAN MAWAR 2
43000 KAJANG
TAX INVOICE
Date :12/04/201816:32:10
Buku Latihan  SR 3.50
Pensel 2B  SR 1.20
Total Incl. GST  4.70
CASH  5.00
CHANGE  0.30`,
    { merchant: 'KEDAI BUKU MELATI SDN BHD', date: '2018-04-12', total: 4.7 },
  ],
  [
    'a receipt whose reader took letters for digits',
    `RESTORAN SELERA ENAK
LOT 7, TAMAN INDAH
DATE : O5/O1/2O18 12:01PM
NASI LEMAK  7.00
TEH O AIS  2.20
TOTAL : RM9.20
CASH RM10.00
CHANGE RM0.80`,
    { merchant: 'RESTORAN SELERA ENAK', date: '2018-01-05', total: 9.2, currency: 'MYR' },
  ],
  [
    'a receipt with the day without separators, and a rounded total',
    `MINI MART SINAR
JLN BESAR
Receipt #8841
20180317 10:44
ROTI  2.99
SUSU  4.49
Sub Total  7.48
Rounding Adj  0.02
NET TOTAL  7.50
CASH  10.00
CHANGE DUE  2.50`,
    { merchant: 'MINI MART SINAR', date: '2018-03-17', total: 7.5, subtotal: 7.48 },
  ],
  [
    'a receipt with the amount under its label',
    `CITY PARKING PTE LTD
Entry 21 Jan 2018 08:02
Exit 21 Jan 2018 10:30
Amount Due
$6.40
Paid by card
$6.40`,
    { merchant: 'CITY PARKING PTE LTD', date: '2018-01-21', total: 6.4 },
  ],
  [
    'a fuel station in Malaysia, under a name that somebody wrote on it',
    `lim mei ling
PETRON TAMAN SENTOSA SB
LOT 12 JALAN KLANG LAMA
13 Mac 2018 07:44
PRIMAX 95  22.73 Ltr
2.200
Total Sales (Inclusive of GST)  RM 50.00
Visa Card  50.00`,
    { merchant: 'PETRON TAMAN SENTOSA SB', date: '2018-03-13', total: 50, currency: 'MYR', payment: 'card' },
  ],
  [
    'a pharmacy in Spain with a point for thousands, and no payment',
    `FARMACIA SOL
Plaza Nueva 1, 50001 Zaragoza
Fecha: 05/11/2024
Silla de ruedas  1.249,00
TOTAL EUR  1.249,00
IVA incluido`,
    { merchant: 'FARMACIA SOL', date: '2024-11-05', total: 1249, currency: 'EUR' },
  ],
  [
    'a taxi in Poland',
    `TAXI RONDO
ul. Długa 5, 00-238 Warszawa
2024-02-29 23:10
Przejazd 14,2 km  46,80
SUMA PLN  46,80
PTU B 8%  3,47
KARTA  46,80`,
    { merchant: 'TAXI RONDO', date: '2024-02-29', total: 46.8, tax: 3.47, currency: 'PLN' },
  ],
  [
    'a shop in Sweden',
    `Fjällbutiken AB
Storgatan 3, Umeå
Kvitto 5512
2024-01-09 12:20
Mössa  249,00
Totalt SEK  249,00
Varav moms 25%  49,80
Kort  249,00`,
    { merchant: 'Fjällbutiken AB', date: '2024-01-09', total: 249, tax: 49.8, currency: 'SEK' },
  ],
  [
    'an invoice in English with terms and an order',
    `INVOICE
Northwind Tools Ltd
Unit 4, Mill Lane, Leeds LS1 4AB
Invoice Number: INV-00981
Invoice Date: 1 August 2024
Due Date: 31 August 2024
Bill To: Acme plc
Description  Qty  Unit price  Amount
Drill  2  £89.50  £179.00
Bits  5  £4.20  £21.00
Subtotal  £200.00
VAT (20%)  £40.00
Total Due  £240.00`,
    {
      ...{ merchant: 'Northwind Tools Ltd', date: '2024-08-01', due_date: '2024-08-31', total: 240, subtotal: 200 },
      ...{ tax: 40, invoice_number: 'INV-00981', currency: 'GBP' },
    },
  ],
  [
    'a receipt that is cut off above',
    `Butter  2.10
Jam  3.00
TOTAL  5.10
CASH  6.00
CHANGE  0.90
Thank you, come again`,
    { date: null, total: 5.1, payment: 'cash' },
  ],
];

test.each(DRAWN)('%s', (_name, text, expected) => {
  const { fields } = findFields(drawnRows(text), { type: 'auto', reviewBelow: 0.7 });
  const read = Object.fromEntries(
    Object.keys(expected).map((name) => [name, fields[name as keyof typeof fields]?.value ?? null]),
  );
  expect(read).toEqual(expected);
});

test('a receipt that is cut off below is read where the caller says what it is', () => {
  const text = 'HARBOUR BAKERY LTD\n12 Quay Street\nDate: 18/03/2024 14:05\nRye bread  7.50\nButter  2.10';
  const read = (type: 'auto' | 'receipt') => findFields(drawnRows(text), { type, reviewBelow: 0.7 });
  const { merchant, date, total } = read('receipt').fields;
  expect([merchant?.value, date?.value, total]).toEqual(['HARBOUR BAKERY LTD', '2024-03-18', null]);
  expect(read('auto')).toMatchObject({ type: 'other', review: true });
});
