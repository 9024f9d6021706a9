import { compileExpression } from './cel';
import { ExpressionError } from './error';

const evaluate = (source: string, scope: Record<string, unknown> = {}) => compileExpression(source).evaluate(scope);
const reason = (source: string, scope: Record<string, unknown> = {}): ExpressionError => {
  try {
    evaluate(source, scope);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
  }
  throw new Error(`'${source}' was accepted`);
};

describe('an expression', () => {
  test('mixes whole and broken numbers', () => {
    const a = { b: 2 };
    expect(evaluate('a.b + 1', { a })).toBe(3);
    expect(evaluate('1 + a.b', { a })).toBe(3);
    expect(evaluate('a.b * 2 - 1', { a })).toBe(3);
    expect(evaluate('a.b / 4', { a })).toBe(0.5);
    expect(evaluate('a.b % 2 == 0', { a })).toBe(true);
    expect(evaluate('1 + 1.5')).toBe(2.5);
    expect(evaluate('a.b >= 2 && a.b == 2', { a })).toBe(true);
  });

  test('gives whole numbers as numbers, deep inside too', () => {
    expect(evaluate('7')).toBe(7);
    expect(evaluate('{"n": [1, 2], "size": xs.size()}', { xs: [1, 2, 3] })).toEqual({ n: [1, 2], size: 3 });
    expect(evaluate('1u')).toBe(1);
  });

  test('keeps integers exact that are too large for a number', () => {
    expect(evaluate('9223372036854775807')).toBe(9223372036854775807n);
    const row = { id: 9007199254740993n, other: 9007199254740992, one: 1 };
    expect(evaluate('[row.id, row.id + 1, row.id + row.one, row.one * row.id]', { row })).toEqual([
      9007199254740993n,
      9007199254740994n,
      9007199254740994n,
      9007199254740993n,
    ]);
    expect(evaluate('row.id - 9007199254740992', { row })).toBe(1);
    expect(evaluate('row.id == row.other', { row })).toBe(false);
    expect(evaluate('row.id > row.other && row.id == 9007199254740993', { row })).toBe(true);
    expect(evaluate('string(row.id)', { row })).toBe('9007199254740993');
    expect(evaluate('[row.one, row.id].sum()', { row })).toBe(9007199254740994n);
    expect(evaluate('[row.id, row.other].distinct().size()', { row })).toBe(2);
  });

  test.each([
    ['a and b', "'and' is not an operator: write '&&'.", 2],
    ['a == 1 OR b == 2', "'OR' is not an operator: write '||'.", 7],
    ['not a', "'not' is not an operator: write '!'.", 0],
    ['not(a)', "'not' is not an operator: write '!'.", 0],
    ['a is null', "'is' is not an operator: write '=='.", 2],
    ['a = 1', "'=' is not an operator: write '=='.", 2],
    ['a === 1', "'===' is not an operator: write '=='.", 2],
    ['a <> 1', "'<>' is not an operator: write '!='.", 2],
    ['a & b', "'&' is not an operator: write '&&'.", 2],
  ])('with an operator of another language says which one to write: %s', (source, message, offset) => {
    expect(reason(source)).toMatchObject({ message, offset });
  });

  test('blames no operator for a mistake behind it', () => {
    for (const source of ['a == ^', 'a && ^', '"a and" b', 'a.and b'])
      expect(reason(source).message).not.toContain('is not an operator');
    expect(evaluate('"a and b" == a.and', { a: { and: 'a and b' } })).toBe(true);
  });

  test('makes one list of a list of lists', () => {
    expect(evaluate('xs.map(x, [x, x + 1]).flatten()', { xs: [1, 3] })).toEqual([1, 2, 3, 4]);
    expect(evaluate('xs.flatten().size()', { xs: [[1], 2, [[3]]] })).toBe(3);
    expect(reason('xs.map(x, xs).flatten().size() > 0', { xs: Array(1_000).fill(1) }).message).toMatch(/too much work/);
    expect(reason('x.flatten()', { x: 'abc' }).message).toMatch(/flatten/);
  });

  test('gives times and durations as text and refuses what JSON cannot hold', () => {
    expect(evaluate('timestamp("2026-01-02T03:04:05Z")')).toBe('2026-01-02T03:04:05.000Z');
    expect(evaluate('duration("90s")')).toBe('90s');
    expect(reason('b"abc"').message).toMatch(/must be text, a number/);
    expect(reason('a / b', { a: 1, b: 0 }).message).toMatch(/finite/);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype'])(
    'reaches no inherited property: %s',
    (name) => {
      class Thing {
        own = 1;
      }
      expect(reason(`a["${name}"]`, { a: {} })).toBeInstanceOf(ExpressionError);
      expect(reason(`a.${name}`, { a: { x: 1 } })).toBeInstanceOf(ExpressionError);
      expect(reason(name, Object.create(null) as Record<string, unknown>)).toBeInstanceOf(ExpressionError);
      expect(reason(`"text"["${name}"]`)).toBeInstanceOf(ExpressionError);
      expect(reason(`a.${name}`, { a: new Thing() })).toBeInstanceOf(ExpressionError);
      expect(reason(`a.${name}`, { a: () => 1 })).toBeInstanceOf(ExpressionError);
    },
  );

  test('matches regular expressions in linear time', () => {
    expect(evaluate('a.matches("^a+$")', { a: 'aaa' })).toBe(true);
    expect(evaluate('["IMG_1", "x"].filter(n, n.matches("IMG_[0-9]"))')).toEqual(['IMG_1']);
    expect(evaluate('a.matches("(a+)+$")', { a: `${'a'.repeat(5_000)}!` })).toBe(false);
    expect(evaluate('a.matches("(x+x+)+y")', { a: 'x'.repeat(5_000) })).toBe(false);
    expect(evaluate('"a".matches(p)', { p: '^.$' })).toBe(true);
  });

  test('refuses patterns that RE2 does not know, that are too large, and texts that are too long', () => {
    expect(reason('"a".matches("(?=a)")')).toMatchObject({ message: expect.stringMatching(/regexp/), offset: 12 });
    expect(reason('"a".matches("(a)\\\\1")').message).toMatch(/escape/);
    expect(reason('"a".matches("a{101}")').message).toMatch(/repetitions of at most 100/);
    expect(reason('"a".matches(p)', { p: 'a'.repeat(201) }).message).toMatch(/at most 200 characters/);
    expect(reason('a.matches("b")', { a: 'a'.repeat(10_001) }).message).toMatch(/at most 10000 characters/);
    expect(reason('"a".re2test("b")').message).toBe("Nothing is called 're2test' here.");
    expect(reason('bounded_([1])').message).toBe("Nothing is called 'bounded_' here.");
  });

  test('bounds the work of its loops and the size of its result by what they really walk', () => {
    const long = Array.from({ length: 10_000 }, (_, index) => index);
    expect(evaluate('a.map(b, b + 1).filter(b, b > 9990).size()', { a: long })).toBe(10);
    expect(reason('a.map(b, a.filter(c, c == b).size())', { a: long }).message).toMatch(/too much work/);
    const doubling = (times: number) => `[1]${'.map(x, [x, x])'.repeat(times)}`;
    expect(reason(doubling(30)).message).toMatch(/too much work|too large/);
    expect(reason(`${doubling(30)} == ${doubling(30)}`).message).toMatch(/too much work|too large|nodes|depth/i);
    expect(reason(`["${'x'.repeat(1_000)}"]${'.map(x, x + x)'.repeat(25)}`).message).toMatch(/too much work|too large/);
  });

  test.each([
    ['the size of a long text', 'xs.map(x, long.size())'],
    ['a text that is looked for', 'long.contains(part)'],
    ['texts in lower case', 'xs.exists(x, long.lowerAscii() == "")'],
    ['a list in which a value is looked for', 'many.filter(x, x in many).size() > 0'],
    ['lists that are compared', 'xs.exists(x, records == others && x < 0)'],
    ['texts that are compared', 'many.filter(x, long == other).size() > 0'],
    ['a loop with a long body', `many.filter(x, ${Array(60).fill('x * 2 > 5').join(' && ')}).size() > 0`],
  ])('counts the work of %s', (_what, source) => {
    const many = Array.from({ length: 5_000 }, (_, n) => n);
    const records = many.map((n) => ({ n, name: `${n}` }));
    const long = 'a'.repeat(300_000);
    const part = `${'a'.repeat(2_000)}b${'a'.repeat(2_000)}`;
    const scope = {
      many,
      xs: many.slice(0, 200),
      records,
      others: records.map((each) => ({ ...each })),
      long,
      other: `${long.slice(1)}b`,
      part,
    };
    expect(reason(source, scope).message).toMatch(/too much work/);
  });

  test.each([
    ['a word in a page', 'long.contains("not there") || long.indexOf("x") >= 0', false],
    ['known ids', 'many.filter(x, x in ids).size()', 100],
    ['equal records', 'records == others', true],
    ['the size of a page', 'long.size()', 300_000],
  ])('leaves room for everyday work: %s', (_what, source, value) => {
    const many = Array.from({ length: 5_000 }, (_, n) => n);
    const records = many.map((n) => ({ n, name: `${n}` }));
    const scope = {
      many,
      ids: many.slice(0, 100),
      records,
      others: records.map((each) => ({ ...each })),
      long: 'a'.repeat(300_000),
    };
    expect(evaluate(source, scope)).toBe(value);
  });

  test.each([
    ['deep parentheses', '('.repeat(500) + '1' + ')'.repeat(500)],
    ['a long chain', `a${'.a'.repeat(500)}`],
    ['many negations', `${'!'.repeat(1_999)}a`],
    ['many nodes', Array.from({ length: 400 }, () => '1').join('+')],
    ['a very long text', `"${'x'.repeat(3_000)}"`],
    ['a deep list', '['.repeat(200) + ']'.repeat(200)],
    ['loops in loops', 'a.map(b, a.map(c, a.map(d, d)))'],
    ['nothing', '  '],
    ['an open end', 'a +'],
    ['an open text', '"abc'],
    ['a wrong type', '1 + "a"'],
    ['a division by zero', 'a.b > 0 ? a.b / 0 : 1'],
    ['a remainder of 0.0', 'a % 0.0'],
  ])('refuses %s with a reason', (_what, source) => {
    expect(() => compileExpression(source)).toThrow(ExpressionError);
  });

  test('says where it is wrong', () => {
    expect(reason('a + (1 + "x")', { a: 1 }).offset).toBeGreaterThanOrEqual(4);
    expect(reason('a.b.c', { a: {} }).message).toBe('No such key: b.');
  });

  test('knows the type of its result where that can be known', () => {
    expect(compileExpression('"a" + "b"').type).toBe('string');
    expect(compileExpression('a.size() > 1').type).toBe('bool');
    expect(compileExpression('a.b').type).toBe('dyn');
  });
});

test.each([
  ['a > 1', "There is no variable 'a'. Did you mean 'row.a'?"],
  ['b > 1', "There is no variable 'b'. Known: row."],
  ['row.text', 'No such key: text. Did you mean \'row[" Text"]\'?'],
  ['row.other', 'No such key: other.'],
  ['row.a > 1', "'>' does not take string and int."],
  ['-row.a', "'-' does not take string."],
  ['nosuch(row.a)', "There is no function 'nosuch(dyn)'."],
  ['row.a >', 'The expression ends too early.'],
  ['row.none[0]', 'The list is empty. Ask first, such as: xs.size() > 0 ? xs[0] : null.'],
  ['row.two[2].b', 'Index 2 is too large: the list has 2, and the first has index 0.'],
  ['row.two[-1]', 'Index -1 is negative: xs[xs.size() - 1] is the last element.'],
  ['int(row.a)', 'int() cannot convert this value.'],
])('the mistake in %s is told in plain words', (source, message) => {
  expect(() => compileExpression(source).evaluate({ row: { a: 'x', none: [], two: [1, 2], ' Text': 'y' } })).toThrow(message);
});
