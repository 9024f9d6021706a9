import { isTooDeep, MAX_DEPTH } from './json-depth';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('lists and objects nest to 64 levels, and no deeper', () => {
  expect(isTooDeep(nested(MAX_DEPTH))).toBe(false);
  expect(isTooDeep(nested(MAX_DEPTH + 1))).toBe(true);
  expect(isTooDeep('{"a":'.repeat(MAX_DEPTH) + '1')).toBe(false);
  expect(isTooDeep('{"a":['.repeat(MAX_DEPTH / 2 + 1))).toBe(true);
  expect(isTooDeep(`[${'[{}],'.repeat(10_000)}1]`)).toBe(false);
});

test('brackets in texts are text, wherever the text ends', () => {
  const deep = '['.repeat(1_000);
  expect(isTooDeep(`["${deep}", "\\"${deep}", "\\\\"]`)).toBe(false);
  expect(isTooDeep(`["\\\\", ${deep}`)).toBe(true);
  expect(isTooDeep(`"${deep}`)).toBe(false);
});
