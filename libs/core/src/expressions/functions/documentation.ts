import type { FunctionDocumentation } from './function';

/** [how to write a call, what it does, an example, the example's result] */
type Row = [call: string, does: string, example: string, gives: unknown];

const LISTS: Row[] = [
  ['list.map(x, value)', 'A value for each element.', '[1, 2].map(x, x * 10)', [10, 20]],
  ['list.map(x, condition, value)', 'A value for each element that fits.', '[1, 2, 3].map(x, x > 1, x * 10)', [20, 30]],
  ['list.filter(x, condition)', 'The elements that fit.', '[1, 2, 3].filter(x, x > 1)', [2, 3]],
  ['list.all(x, condition)', 'Whether all elements fit; true for an empty list.', '[1, 2].all(x, x > 0)', true],
  ['list.exists(x, condition)', 'Whether at least one fits.', '[1, 2].exists(x, x > 1)', true],
  ['list.exists_one(x, condition)', 'Whether exactly one fits.', '[1, 2].exists_one(x, x > 0)', false],
  ['list.size()', 'The number of elements; `size(list)` too.', '[1, 2].size()', 2],
  ['list.sum()', 'The sum of numbers; 0 for none.', '[1, 2.5].sum()', 3.5],
  ['list.avg()', 'The mean of numbers. A list without any is an error.', '[1, 2].avg()', 1.5],
  ['list.min()', 'The smallest number, text or timestamp. An empty list is an error.', '[3, 1, 2].min()', 1],
  ['list.max()', 'The largest one. An empty list is an error.', '["a", "b"].max()', 'b'],
  ['list.sort()', 'Sorts numbers, texts, booleans or timestamps, but not a mixture.', '[3, 1, 2].sort()', [1, 2, 3]],
  ['list.sortBy(field)', 'Sorts maps by one of their fields.', '[{"n": 2}, {"n": 1}].sortBy("n").map(x, x.n)', [1, 2]],
  ['list.reverse()', 'The last element first.', '[1, 2, 3].reverse()', [3, 2, 1]],
  ['list.distinct()', 'Each value once, at its first place.', '[2, 1, 2.0].distinct()', [2, 1]],
  [
    'list.slice(from, to)',
    'The elements from a position up to, but not including, another; the first is 0.',
    '[1, 2, 3].slice(0, 2)',
    [1, 2],
  ],
  ['list.indexOf(value)', 'The position of the first equal element, or -1.', '["a", "b"].indexOf("b")', 1],
  ['list.flatten()', 'One list of a list of lists, one level deep.', '[[1, 2], [3]].flatten()', [1, 2, 3]],
  ['list.join(), list.join(between)', 'One text of a list of texts.', '["a", "b"].join(", ")', 'a, b'],
  ['lists.range(n)', 'The whole numbers from 0 to n - 1.', 'lists.range(3)', [0, 1, 2]],
  ['value in list', 'Whether a list has an element, or a map a key.', '2 in [1, 2]', true],
];

const TEXTS: Row[] = [
  ['text.size()', 'The number of characters; `size(text)` too.', '"äbc".size()', 3],
  ['text.contains(part)', 'Whether a part is in it.', '"invoice 7".contains("voice")', true],
  ['text.startsWith(part)', 'Whether it begins with a part.', '"IMG_1.jpg".startsWith("IMG_")', true],
  ['text.endsWith(part)', 'Whether it ends with a part.', '"IMG_1.jpg".endsWith(".jpg")', true],
  ['text.matches(pattern)', 'Whether an RE2 pattern is found in it.', '"IMG_12".matches("^IMG_[0-9]+$")', true],
  ['text.indexOf(part), text.indexOf(part, from)', 'Where a part begins, or -1.', '"a-b-c".indexOf("-", 2)', 3],
  [
    'text.lastIndexOf(part), text.lastIndexOf(part, from)',
    'Where its last occurrence begins, or -1.',
    '"a-b-c".lastIndexOf("-")',
    3,
  ],
  [
    'text.substring(from), text.substring(from, to)',
    'A part of it; the first character is 0.',
    '"2026-01-05".substring(0, 7)',
    '2026-01',
  ],
  ['text.charAt(at)', 'One character.', '"abc".charAt(1)', 'b'],
  ['text.split(by), text.split(by, most)', 'A list of its parts.', '"a,b,c".split(",", 2)', ['a', 'b,c']],
  [
    'text.replace(old, new), text.replace(old, new, most)',
    'Replaces a part wherever it is.',
    '"1.234.567".replace(".", "")',
    '1234567',
  ],
  ['text.lowerAscii()', 'In lower case.', '"ABC".lowerAscii()', 'abc'],
  ['text.upperAscii()', 'In upper case.', '"abc".upperAscii()', 'ABC'],
  ['text.trim()', 'Without spaces around it.', '"  a ".trim()', 'a'],
  ['text.reverse()', 'The last character first.', '"abc".reverse()', 'cba'],
];

const NUMBERS: Row[] = [
  [
    'math.round(x), math.round(x, digits)',
    'Rounds to whole numbers, or to digits after the point.',
    'math.round(2.345, 2)',
    2.35,
  ],
  ['math.floor(x)', 'The next whole number below.', 'math.floor(2.7)', 2],
  ['math.ceil(x)', 'The next whole number above.', 'math.ceil(2.1)', 3],
  ['math.abs(x)', 'Without its sign.', 'math.abs(-2.5)', 2.5],
];

const CONVERSIONS: Row[] = [
  ['int(x)', 'A whole number of a number, which it cuts off, or of a text.', 'int("7") + int(2.9)', 9],
  ['double(x)', 'A number of a text.', 'double("1.5")', 1.5],
  ['string(x)', 'A text of a number or a boolean.', 'string(1.5)', '1.5'],
  ['bool(x)', 'A boolean of a text such as `true` or `0`.', 'bool("true")', true],
  ['has(a.b)', 'Whether a map has a key.', '[{"a": 1}].map(x, has(x.b))', [false]],
  ['map.size()', 'The number of its keys; `size(map)` too.', '{"a": 1}.size()', 1],
];

const TIMES: Row[] = [
  [
    'timestamp(text)',
    'A point in time of ISO 8601.',
    'timestamp("2026-01-05T10:00:00Z") > timestamp("2026-01-01T00:00:00Z")',
    true,
  ],
  [
    'duration(text)',
    'A length of time, such as `90s` or `1h30m`.',
    'timestamp("2026-01-05T10:00:00Z") + duration("1h")',
    '2026-01-05T11:00:00.000Z',
  ],
  ['time.getFullYear()', 'The year.', 'timestamp("2026-01-05T10:00:00Z").getFullYear()', 2026],
  ['time.getMonth()', 'The month; January is 0.', 'timestamp("2026-01-05T10:00:00Z").getMonth()', 0],
  ['time.getDate()', 'The day of the month; the first is 1.', 'timestamp("2026-01-05T10:00:00Z").getDate()', 5],
  ['time.getDayOfMonth()', 'The day of the month; the first is 0.', 'timestamp("2026-01-05T10:00:00Z").getDayOfMonth()', 4],
  ['time.getDayOfWeek()', 'The day of the week; Sunday is 0.', 'timestamp("2026-01-05T10:00:00Z").getDayOfWeek()', 1],
  ['time.getHours()', 'The hour in UTC; of a duration, all its hours.', 'timestamp("2026-01-05T10:00:00Z").getHours()', 10],
  ['time.getMinutes()', 'The minute; of a duration, all its minutes.', 'duration("1h30m").getMinutes()', 90],
  ['time.getSeconds()', 'The second; of a duration, all its seconds.', 'duration("90s").getSeconds()', 90],
];

const documented = (rows: Row[]): FunctionDocumentation[] =>
  rows.map(([call, does, example, gives]) => ({ call, does, example, gives }));

/** All functions intended for expressions, by the type they work on. */
export const DOCUMENTATION: Readonly<Record<string, FunctionDocumentation[]>> = {
  Lists: documented(LISTS),
  Texts: documented(TEXTS),
  Numbers: documented(NUMBERS),
  'Conversions and maps': documented(CONVERSIONS),
  Times: documented(TIMES),
};

/** Library functions that are useless with JSON: for types, bytes and unsigned numbers. */
export const UNDOCUMENTED: readonly string[] = [
  ...['dyn', 'type', 'uint', 'bytes', 'json', 'hex', 'string', 'base64', 'at', 'bind', 'getMilliseconds', 'getDayOfYear'],
  ...['hasValue', 'value', 'none', 'of', 'or', 'orValue', 'optMap', 'optFlatMap', 'bounded_'],
];
