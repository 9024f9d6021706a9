import { indexIn, readStringIndex } from './string-index';

/** A thumb with a skin tone: two code points, four code units, one character for readers. */
const TEXT = 'ab 👍🏽 é\r\nz';
const Z = TEXT.length - 1;

test.each([
  ['utf16CodeUnit', Z],
  ['unicodeCodePoint', Z - 2],
  ['textElements', Z - 4],
] as const)('offsets are counted in %s', (kind, expected) => {
  const index = indexIn(TEXT, kind);
  expect([index(0), index(3), index(Z), index(TEXT.length)]).toEqual([0, 3, expected, expected + 1]);
});

test('a text of plain letters is counted alike in all of them, without being cut', () => {
  const text = 'Grüße aus Łódź\n日本語\t€ 5';
  for (const kind of ['utf16CodeUnit', 'unicodeCodePoint', 'textElements'] as const)
    expect([...text].map((_, at) => indexIn(text, kind)(at))).toEqual([...text].map((_, at) => at));
});

test.each([
  [undefined, 'textElements'],
  ['TextElement_V8', 'textElements'],
  ['TextElements_v8', 'textElements'],
  ['Utf16CodeUnit', 'utf16CodeUnit'],
  ['unicodeCodePoint', 'unicodeCodePoint'],
])("Azure's names of them are known: %s", (name, expected) => {
  expect(readStringIndex(name)).toBe(expected);
});

test('another one is refused with those that are known', () => {
  expect(() => readStringIndex('bytes')).toThrow('must be one of textElements, unicodeCodePoint, utf16CodeUnit');
});

test('a text too long to be cut by what readers see is counted by code points from there on', () => {
  const lines = (count: number): string => '👍🏽 a word\n'.repeat(count);
  const length = (text: string): number => indexIn(text, 'textElements')(text.length);
  expect(length(lines(4_000))).toBe(4_000 * 9);
  expect(length(lines(8_000))).toBeGreaterThan(8_000 * 9);
  expect(length('👍🏽'.repeat(50_000))).toBe(100_000);
});
