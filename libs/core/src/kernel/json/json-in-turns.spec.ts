import { parseJson } from './exact-json';
import { JsonTooDeep, parseJsonInTurns } from './json-in-turns';

const parse = async (text: string): Promise<{ value: unknown; turns: number }> => {
  let turns = 0;
  const turn = (): undefined => void turns++;
  return { value: await parseJsonInTurns(text, turn), turns };
};

const many = (each: (n: number) => string, count = 4_000): string[] => Array.from({ length: count }, (_, n) => each(n));
const record = (n: number): string =>
  ` { "id" : ${n}, "name": "a \\"quoted\\" [name] {${n}}, \\\\", "list": [${n}, [], {}, "x,y"], "none": null } `;
const big = `[${many(record).join(',')}]`;

test.each([
  ['a list of records', big],
  ['a list in an object', ` {"before": [1], "items": ${big}, "after": {"a": {}}}\n`],
  ['two large lists', `{"one": ${big} , "two":${big}}`],
  ['large lists in a list', `[[], ${big}, [${big}, 1], {"a": ${big}}, 2]`],
  ['a large object', `{${many((n) => `"key ${n}": ${record(n)}`).join()}}`],
  ['a name that is there twice', `{"a": ${big}, "b": 1, "a": 2, "b": ${big}}`],
  [
    'a property of the name __proto__',
    `{"__proto__": ${big}, "a": {"__proto__": 1}, "b": [${many(() => '{"__proto__":[1]}').join()}]}`,
  ],
  ['integers that no number holds', `[${many((n) => `9007199254740993${n}`, 20_000).join()}]`],
  ['a long text', `{"a": "${'\\"]['.repeat(50_000)}", "b": [1]}`],
  ['a long text alone', `"${'x'.repeat(100_000)}"`],
  ['empty lists', `[${many(() => ' [ ] ', 60_000).join()}]`],
  ['numbers', `[${many(String, 50_000).join()}]`],
  ['something small', '{"a": [1, 2]}'],
])('gives the same value as the parser: %s', async (_what, text) => {
  const { value, turns } = await parse(text);
  expect(value).toEqual(parseJson(text));
  expect(JSON.stringify(value, plain)).toBe(JSON.stringify(parseJson(text), plain));
  if (text.length > 200_000 && !text.includes('"][')) expect(turns).toBeGreaterThan(text.length / 200_000);
});

test.each([
  ['an open end', big.slice(0, -1)],
  ['an open text', `${big.slice(0, -1)}, "`],
  ['the wrong bracket', `${big.slice(0, -1)}}`],
  ['a wrong bracket inside', `[${big}, {"a": 1]]`],
  ['a comma at the end', `${big.slice(0, -1)},]`],
  ['a comma after a large list', `[${big},]`],
  ['two commas', `[1,,${big}]`],
  ['two commas behind a large list', `[${big},,1]`],
  ['no comma', `[${big} 1]`],
  ['no comma between lists', `[${big}${big}]`],
  ['a list with a name', `["a": ${big}]`],
  ['a value without a name', `{${big}}`],
  ['a name without a colon', `{"a" ${big}}`],
  ['two names', `{"a": "b": ${big}}`],
  ['text behind it', `${big} 1`],
  ['text before it', `1 ${big}`],
  ['a word', `[${many(() => 'tru', 40_000).join()}]`],
  ['65 levels', `[${'['.repeat(64)}${'x'.repeat(100_000)}`],
  ['only brackets', '['.repeat(400_000)],
])('refuses what the parser refuses: %s', async (_what, text) => {
  await expect(parse(text)).rejects.toThrow(SyntaxError);
});

test.each([20, 70_000])('tells what nests too deep from other mistakes, in a text of %s characters and more', async (length) => {
  await expect(parse(`[${'['.repeat(64)}"${'x'.repeat(length)}"${']'.repeat(65)}`)).rejects.toThrow(JsonTooDeep);
  await expect(parse(`[["${'x'.repeat(length)}"`)).rejects.not.toThrow(JsonTooDeep);
});

test('reads as much as the parser does of every beginning of a text, and of every text with a sign too many', async () => {
  const text = `{"a": [${many((n) => `{"n": [${n}], "t": "x"}`, 3_000).join()}], "b": {"c": []}}`;
  for (let n = 0; n < 120; n++) {
    const at = Math.floor((text.length * n) / 120);
    for (const sign of [',', ']', '}', '[', '{', '"', ':', '1']) {
      const changed = text.slice(0, at) + sign + text.slice(at);
      const ours = await parse(changed).then(
        ({ value }) => JSON.stringify(value),
        () => 'refused',
      );
      expect({ at, sign, ours }).toEqual({ at, sign, ours: asParsed(changed) });
    }
  }
});

function asParsed(text: string): string {
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    return 'refused';
  }
}

const plain = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
