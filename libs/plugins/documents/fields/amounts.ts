/** A printed amount of money. */
export interface Amount {
  value: number;
  text: string;
  /** Where the amount begins and ends in the text of its row. */
  start: number;
  end: number;
}

/** Two decimals after a comma or a point; groups of thousands may be separated. OCR may add a space after the point. */
const AMOUNT =
  /(?<![\d.,])(?<sign>[-−])?\s?(?:(?:RM|[$€£¥₹S])\s?)?(?<whole>\d{1,3}(?:[ ,.'’]\d{3})+|\d{1,9})[.,]\s?(?<cents>\d{2})(?![\d%])(?!\s?(?:%|l(?:t?r|it)?\p{L}{0,4}(?!\p{L})|kg|km|ml|cm|mm))(?!-\d{3}(?!\d))(?![.,]\d)/giu;
/** Amounts without decimals, only beside a currency. */
const ROUND =
  /(?<![\p{L}\d.,])(?<sign>[-−])?(?:RM|Rp\.?|[$€£¥₹₩]|JPY|KRW|HUF|IDR|USD|EUR|GBP|CHF)\s?(?<whole>\d{1,3}(?:[ ,.'’]\d{3})+|\d{1,9})(?!\d|[.,'’]\s?\d|\s?%|\s\d{3})/gu;
const ROUND_BEFORE =
  /(?<![\d.,]|\d[ '’])(?<sign>[-−])?(?<whole>\d{1,3}(?:[ .,'’]\d{3})+|\d{1,9})(?:,[-–—])?\s?(?:[€¥₩]|EUR|kr|zł|Kč|Ft|HUF|JPY|円)(?![\p{L}])(?!\s?\d)/gu;

export function amountsIn(text: string): Amount[] {
  const found = [AMOUNT, ROUND, ROUND_BEFORE]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match): Amount => {
      const { sign, whole, cents = '00' } = match.groups as { sign?: string; whole: string; cents?: string };
      const value = Number(`${whole.replace(/\D/g, '')}.${cents}`) * (sign ? -1 : 1);
      return { value, text: match[0].trim(), start: match.index, end: match.index + match[0].length };
    });
  // Two patterns may find parts of one amount: the one that begins first is complete.
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start }, at, all) => !all.slice(0, at).some((other) => other.end > start));
}

/** Equal within half a cent. */
export const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.005;

/** Signs and names that mean one currency. A dollar sign alone may mean several. */
const CURRENCIES: readonly [RegExp, string, number][] = [
  [
    /(?<![\p{L}\p{N}])(USD|EUR|GBP|CHF|MYR|SGD|AUD|CAD|NZD|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|THB|IDR)(?![\p{L}\p{N}])/u,
    '',
    0.97,
  ],
  [/€/, 'EUR', 0.97],
  [/£/, 'GBP', 0.97],
  [/(?<![\p{L}])RM(?=\s?\d|[\s:)\]]|$)/u, 'MYR', 0.95],
  [/₹/, 'INR', 0.97],
  [/₩/, 'KRW', 0.97],
  [/円/, 'JPY', 0.97],
  [/(?<!\p{L})Rp\.?(?=\s?\d)/u, 'IDR', 0.95],
  [/US\$/, 'USD', 0.97],
  [/S\$/, 'SGD', 0.9],
  [/zł/, 'PLN', 0.95],
  [/(?<=\d)\s?Kč/, 'CZK', 0.95],
  [/Fr\.(?=\s?\d)/, 'CHF', 0.85],
  [/\$/, 'USD', 0.5],
  [/¥/, 'JPY', 0.5],
];

export function currencyIn(text: string): { value: string; text: string; certainty: number } | undefined {
  for (const [pattern, code, certainty] of CURRENCIES) {
    const match = pattern.exec(text);
    if (match) return { value: code || match[0], text: match[0], certainty };
  }
  return undefined;
}
