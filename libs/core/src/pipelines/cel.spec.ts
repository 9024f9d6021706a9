import { compileExpression, ExpressionError } from './cel';

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
    expect(reason('9223372036854775807').message).toMatch(/too large/);
  });

  test('gives times and durations as text and refuses what JSON cannot hold', () => {
    expect(evaluate('timestamp("2026-01-02T03:04:05Z")')).toBe('2026-01-02T03:04:05.000Z');
    expect(evaluate('duration("90s")')).toBe('90s');
    expect(reason('b"abc"').message).toMatch(/neither text/);
    expect(reason('a / 0', { a: 1 }).message).toMatch(/finite/);
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

  test('refuses regular expressions, which may run for minutes', () => {
    expect(reason('a.matches("(a+)+$")', { a: 'a' }).message).toMatch(/'matches' is not available/);
    expect(reason('[1].map(x, "b".matches("(a+)+$"))').message).toMatch(/'matches' is not available/);
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
