import type { EntityType, FoundSpan } from '../found';

const NUMBER = String.raw`\d{1,3}(?:[,.\u202f\u00a0 ]\d{3}){1,6}(?:[.,]\d{1,9})?(?!\d)|\d{1,18}(?:[.,]\d{1,9})?`;
const SPELLED =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a hundred|half a';
/** Also in German, French, Spanish, Italian, Portuguese, Dutch and Polish. */
const LARGE =
  'hundred|thousand|million|billion|trillion|Tausend|Millionen|Milliarden?|Mio\\.?|Mrd\\.?|millions|milliards?|mil|millón|millones|' +
  'mila|milioni|milione|miliardi|miliardo|milh(?:ão|ões)|mil milhões|bilh(?:ão|ões)|duizend|miljoen|miljard|tysięcy|tys\\.?|milion(?:y|ów)?|miliard(?:y|ów)?|mln|mld';
const SCALE = String.raw`(?:\s?(?:${LARGE}|mn|bn|tn|k|m|b)(?![\p{L}\p{N}]))?`;
const SIGN = String.raw`(?:US|CA|AU|NZ|HK|C|A|R)?\$|[€£¥₹₽₩₺₴₪₫₦₱฿]`;
const CODE = 'USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY|BRL|MXN|ZAR|KRW|SGD|HKD';
const CURRENCY =
  'dollars?|cents?|euros?|pounds?|pence|quid|bucks|yen|yuan|rupees?|rubles?|roubles?|francs?|pesos?|krona|kronor|kroner|reais|lira|zł(?:ot(?:y|e|ych|ówk))?|złotych|korun|forint|lei|Kč|Rappen|centimes|céntimos|centesimi|cêntimos|groszy';
const UNIT =
  'km/h|kph|mph|m/s|kilomet(?:er|re)s?|centimet(?:er|re)s?|millimet(?:er|re)s?|met(?:er|re)s?|km|cm|mm|miles?|yards?|inch(?:es)?|feet|foot|ft|' +
  'kilograms?|kilos?|grams?|milligrams?|kg|mg|g|tons?|tonnes?|pounds|lbs?|ounces?|oz|' +
  'lit(?:er|re)s?|millilit(?:er|re)s?|ml|gallons?|pints?|barrels?|' +
  'square (?:met(?:er|re)s|kilomet(?:er|re)s|feet|miles)|acres?|hectares?|sq ?ft|m²|km²|m³|' +
  'degrees?(?: (?:celsius|fahrenheit))?|°[CF]?|celsius|fahrenheit|' +
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|ms|secs?|mins?|hrs?|' +
  'bytes?|[kmgtp]i?b|[kmg]bit/s|mbps|gbps|pixels?|megapixels?|hz|[kmg]hz|volts?|amps?|watts?|[km]w|[km]wh|horsepower|hp|calories|kcal|joules?|bar|psi|dpi|fps';
const BEFORE = String.raw`(?<![\p{L}\p{N}_.,#@$€£-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_])`;
const SIGNED = String.raw`(?:[-+−](?=\d))?`;

const rule = (type: EntityType, confidence: number, ...patterns: string[]) => ({
  type,
  confidence,
  pattern: new RegExp(patterns.join('|'), 'giu'),
});

const RULES = [
  rule(
    'MONEY',
    0.97,
    String.raw`(?<![\p{L}\p{N}_])(?:${SIGN})\s?(?:${NUMBER})${SCALE}`,
    String.raw`${BEFORE}(?:${CODE})\s?(?:${NUMBER})${SCALE}${AFTER}`,
    String.raw`${BEFORE}(?:${NUMBER})${SCALE}\s?(?:d[ei]\s|d['’])?(?:[€£¥₹₽₩]|(?:${CODE}|${CURRENCY})${AFTER})`,
    String.raw`${BEFORE}(?:${SPELLED})(?:\s(?:hundred|thousand|million|billion|trillion))?\s(?:${CURRENCY})${AFTER}`,
  ),
  rule(
    'PERCENT',
    0.98,
    String.raw`${BEFORE}${SIGNED}(?:${NUMBER})\s?(?:%|‰|(?:per\s?cent|percent|percentage points?|Prozent|pour\s?cent|por\s?cien(?:to)?|per\s?cento|por\s?cento|procent)${AFTER})`,
  ),
  rule(
    'QUANTITY',
    0.9,
    String.raw`${BEFORE}${SIGNED}(?:${NUMBER})(?:\s(?:hundred|thousand|million|billion)(?![\p{L}]))?[\s-]?(?:${UNIT})${AFTER}`,
    String.raw`${BEFORE}(?:${SPELLED})(?:\s(?:hundred|thousand|million|billion))?[\s-](?:${UNIT})${AFTER}`,
  ),
];

/** Money, percentages and quantities with a unit, by patterns that take linear time. */
export function findAmounts(text: string, wanted: ReadonlySet<EntityType>): FoundSpan[] {
  return RULES.filter(({ type }) => wanted.has(type)).flatMap(({ type, confidence, pattern }) =>
    Array.from(text.matchAll(pattern), ({ 0: amount, index }) => ({
      type,
      start: index,
      end: index + amount.length,
      confidence,
    })),
  );
}
