import { parseJson, toJson } from './exact-json';

describe('JSON with large integers', () => {
  test.each([
    '{"id":9007199254740993}',
    '[-9007199254740993,18446744073709551615,123456789012345678901234567890]',
    '9007199254740993',
    '{"a":[{"b": 9007199254740993}],"t":"1"}'.replace(' ', ''),
    '{"t":"a, 9007199254740993","f":0.1234567890123456,"n":9007199254740993}',
  ])('passes %s on unchanged', (text) => expect(toJson(parseJson(text))).toBe(text));

  test('gives numbers wherever a number is exact, and never two kinds for one value', () => {
    expect(parseJson('[9007199254740991, 9007199254740992, 100000000000000000000, 1e300, 0.1234567890123456]')).toEqual([
      9007199254740991, 9007199254740992, 1e20, 1e300, 0.1234567890123456,
    ]);
    expect(parseJson('[1, 9007199254740993, 0]')).toEqual([1, 9007199254740993n, 0]);
  });

  test.each(['{"a":}', '[1,]', '01', '"a\nb"', '', '[9007199254740993,]'])('refuses %j with the words of JSON.parse', (text) => {
    const messageOf = (parse: (text: string) => unknown): string => {
      try {
        return `accepted ${String(parse(text))}`;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf(parseJson)).toBe(messageOf(JSON.parse));
  });

  test('keeps the last of two equal keys, and pollutes no prototype', () => {
    expect(parseJson('{"a":1,"a":9007199254740993}')).toEqual({ a: 9007199254740993n });
    const value = parseJson('{"__proto__":{"x":9007199254740993}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('refuses an integer of more than 1,000 digits', () => {
    expect(() => parseJson('9'.repeat(1_001))).toThrow(/send it as text/);
  });

  test('sees a long run of digits wherever it begins', () => {
    for (let before = 0; before < 40; before++) {
      const text = `{"${'k'.repeat(before)}":9007199254740993,"z":[12,345]}`;
      expect(toJson(parseJson(text))).toBe(text);
    }
    for (let before = 0; before < 40; before++) {
      const text = `["${'5'.repeat(before)}",0.${'7'.repeat(15)},9007199254740993]`;
      expect(toJson(parseJson(text))).toBe(text);
    }
  });
});
