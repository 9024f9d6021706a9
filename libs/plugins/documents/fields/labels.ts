/** The kinds of amount on a receipt or an invoice, told by the row's words in eight languages. */
export type RowKind =
  | 'total'
  | 'weak_total'
  | 'subtotal'
  | 'tax'
  | 'tip'
  | 'service'
  | 'shipping'
  | 'rounding'
  | 'discount'
  | 'payment'
  | 'change'
  | 'count'
  | 'summary'
  | 'other';

const words = (...patterns: string[]): RegExp => new RegExp(`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`, 'iu');

const SUMMARY = words(
  '(?:gst|vat|tax|sst)\\s*(?:summary|sum mary|analysis|specification)',
  'tax\\s*code',
  'mwst[-. ]?(?:satz|übersicht)',
  'd[ée]tail\\s+tva',
);
const COUNT = words(
  'total\\s*(?:qty|quantity|items?|pcs)',
  '(?:item|qty|piece)s?\\s*count',
  'no\\.?\\s*of\\s*items?',
  '^\\W*(?:qty|quantity|items?)(?:\\s+\\d+)?\\W*$',
);
const CHANGE = words(
  'change(?:\\s*(?:due|amt|amount|ant))?',
  'r[üu]ckgeld',
  'monnaie',
  'rendu',
  'cambio',
  'resto',
  'wisselgeld',
  'baki',
  'troco',
);
const ROUNDING = words(
  'round(?:ing|\\s?ing)?(?:\\s*(?:adj\\w*|amt|amount))?',
  'rundung',
  'arrondi',
  'redondeo',
  'arrotondamento',
  'afronding',
  'pembundaran',
);
const ROUNDED = words(
  '(?:total|amount)\\s*rounded',
  'rounded\\s*(?:total|amount)',
  'total\\s*after\\s*rounding',
  'after\\s*adj\\w*',
);
const DISCOUNT = words(
  'disc(?:ount)?',
  'saving[s]?',
  'coupon(?:\\s*discount)?',
  'rabatt',
  'remise',
  'descuento',
  'sconto',
  'korting',
  'desconto',
  'diskaun',
  'voucher',
);
const SERVICE = words('serv(?:ice|\\.)?\\s*(?:charge|chg)', 'svc\\s*chg?', 'bedienung', 'servicio', 'coperto');
/** Matches only a whole label, because an article may have such a word in its name. */
const SHIPPING =
  /^\W*(?:shipping(?:\s*(?:&|and)\s*handling)?|freight|postage|versand(?:kosten)?|porto|frais\s*de\s*(?:port|livraison)|gastos\s*de\s*env[íi]o|spese\s*di\s*spedizione|verzendkosten)\W*$/iu;
const TIP = words('tips?', 'gratuity', 'trinkgeld', 'pourboire', 'propina', 'mancia', 'fooi', 'gorjeta');
const WITH_TIP = words('(?:total|amount|gesamt)\\s*(?:with|incl\\w*|inkl\\w*|including|avec|con|mit|after|\\+)');
const ADVICE = words('suggest\\w*', 'recommend\\w*', 'guide', 'sugerid\\w*');
const SUBTOTAL = words(
  'sub[- ]?\\s?total',
  'zwischen(?:summe|total)',
  'nettobetrag',
  'summe\\s*netto',
  'netto',
  'sous[- ]?total',
  '(?:total|montant)\\s*h\\.?t\\.?',
  '(?:total|montante|valor)\\s*s(?:em|/)\\s*iva',
  'razem\\s*netto',
  'total\\s*(?:net|exkl\\w*\\.?|ohne)',
  'base\\s*imponible',
  'imponibile',
  'subtotaal',
  'totaal\\s*excl\\w*',
  'total\\s*(?:sales|amt|amount)?\\s*\\(?\\s*(?:excl?(?:uding|\\.)?|before|w/o)\\b.*',
  'am(?:oun)?t\\.?\\s*excl\\w*\\.?.*',
  'jumlah\\s*kecil',
  'net\\s*amount',
  'total\\s*excl\\w*\\.?\\s*\\w*',
);
const STRONG = words(
  'grand\\s*tota[li]',
  '(?:amount|amt|total|balance)\\s*(?:due|payable|to\\s*pay)',
  'total\\s*(?:amount|amt)\\s*(?:due|payable|paid)?',
  'total\\s*payable(?:\\s*amount)?',
  'net(?:t)?\\s*tota[li]',
  'balance\\s*due',
  'invoice\\s*total',
  'zu\\s*zahlen',
  'zahlbetrag',
  'gesamt(?:betrag|summe|preis)?',
  'endbetrag',
  'rechnungsbetrag',
  'summe',
  'bruttobetrag',
  'total\\s*ttc',
  'net\\s*[àa]\\s*payer',
  'montant\\s*(?:total|d[ûu]|[àa]\\s*payer)',
  '[àa]\\s*payer',
  'totale\\s*(?:complessivo|fattura|euro|dovuto)?',
  'da\\s*pagare',
  'total\\s*a\\s*pagar',
  'importe\\s*total',
  'te\\s*betalen',
  'totaal(?:bedrag)?',
  'jumlah\\s*besar',
  'att\\s*betala',
  'at\\s*betale',
  'a\\s*pagar',
  'do\\s*zapłaty',
  'k\\s*[úu]hradě',
  'razem\\s*brutto',
);
const WEAK = words(
  'tota[li]',
  't0tal',
  'tutal',
  'total\\w{0,2}',
  'due',
  'amount',
  'betrag',
  'montant',
  'importe',
  'importo',
  'jumlah',
  'i alt',
  'summa',
  'razem',
  'suma',
  'celkem',
);
const TAX = words(
  'gst',
  'vat',
  'tax(?:es)?',
  'sst',
  'hst',
  'pst',
  'mwst',
  'm\\.?w\\.?st\\.?',
  'ust',
  'u\\.?st\\.?',
  'umsatzsteuer',
  'tva',
  't\\.v\\.a\\.?',
  'iva',
  'i\\.v\\.a\\.?',
  'btw',
  'moms',
  'cukai',
  'dph',
  'ptu',
  'ppn',
);
const INCLUDING = /incl|inkl|with\s+gst|ttc|brutto|inc\.|including/i;
const PAYMENT = words(
  'cash',
  'ash',
  'visa',
  'master\\s?card',
  'maestro',
  'amex',
  'american\\s*express',
  '(?:credit|debit|bank|ec|giro)[- ]?\\s*(?:card|karte)?',
  'card',
  'tender(?:ed)?',
  'paid',
  'payment',
  'pay(?:\\s*by)?',
  'received',
  'bar',
  'gegeben',
  'girocard',
  'karte',
  'carte(?:\\s*bancaire)?',
  'cb',
  'esp[èe]ces',
  'efectivo',
  'tarjeta',
  'contante?i?',
  'carta',
  'pin',
  'paypal',
  'apple\\s*pay',
  'google\\s*pay',
  'tunai',
  'kontant',
  'kort',
  'dinheiro',
);

/** @param label the row without its amounts. */
export function classifyRow(label: string): RowKind {
  if (SUMMARY.test(label)) return 'summary';
  if (ROUNDED.test(label)) return 'total';
  if (COUNT.test(label)) return 'count';
  if (CHANGE.test(label)) return 'change';
  if (ROUNDING.test(label)) return 'rounding';
  if (DISCOUNT.test(label)) return 'discount';
  if (SERVICE.test(label)) return 'service';
  if (SHIPPING.test(label)) return 'shipping';
  if (TIP.test(label)) return ADVICE.test(label) ? 'other' : WITH_TIP.test(label) ? 'total' : 'tip';
  if (SUBTOTAL.test(label)) return 'subtotal';
  const saysTotal = STRONG.test(label) || WEAK.test(label);
  if (TAX.test(label) && (!saysTotal || !INCLUDING.test(label))) return 'tax';
  if (STRONG.test(label) || (INCLUDING.test(label) && WEAK.test(label))) return 'total';
  if (PAYMENT.test(label)) return 'payment';
  if (WEAK.test(label)) return 'weak_total';
  return 'other';
}

export const paymentWord = (label: string): string | undefined => PAYMENT.exec(label)?.[0];

const METHODS: readonly [RegExp, string][] = [
  [/cash|ash|bar|gegeben|esp[èe]ces|efectivo|contant|tunai|kontant|dinheiro/i, 'cash'],
  [/visa|master|maestro|amex|american|card|karte|giro|carte|cb|tarjeta|carta|pin|kort|credit|debit|bank|ec/i, 'card'],
  [/paypal|apple|google/i, 'wallet'],
];

export const paymentMethod = (word: string): string | undefined => METHODS.find(([pattern]) => pattern.test(word))?.[1];
