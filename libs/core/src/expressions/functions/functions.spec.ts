import { compileExpression } from '../cel';
import { ExpressionError } from '../error';

const evaluate = (source: string, scope: Record<string, unknown> = {}) => compileExpression(source).evaluate(scope);
const reason = (source: string, scope: Record<string, unknown> = {}): string => {
  try {
    return `accepted: ${JSON.stringify(evaluate(source, scope))}`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
};
const long = Array.from({ length: 10_000 }, (_, index) => index);

describe('functions of lists', () => {
  test('work with the numbers of JSON, of CEL, and both', () => {
    const xs = [3, 1.5, 2];
    expect(evaluate('[xs.min(), xs.max(), xs.sum(), xs.avg()]', { xs })).toEqual([1.5, 3, 6.5, 6.5 / 3]);
    expect(evaluate('[1, 2].sum() == 3 && (xs + [4]).max() == 4', { xs })).toBe(true);
    expect(evaluate('[10, 9, xs[0]].sort()', { xs })).toEqual([3, 9, 10]);
    expect(evaluate('[].sum()')).toBe(0);
  });

  test('leave the list of a step as it is', () => {
    const xs = [2, 1, 2];
    expect(evaluate('[xs.sort(), xs.reverse(), xs.distinct(), xs]', { xs })).toEqual([
      [1, 2, 2],
      [2, 1, 2],
      [2, 1],
      [2, 1, 2],
    ]);
  });

  test('compare texts, booleans and timestamps too', () => {
    expect(evaluate('["b", "a"].sort()')).toEqual(['a', 'b']);
    expect(evaluate('[true, false].min()')).toBe(false);
    expect(evaluate('xs.map(x, timestamp(x)).max()', { xs: ['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'] })).toBe(
      '2026-03-01T00:00:00.000Z',
    );
  });

  test('find equal lists and maps, whatever the order of their keys', () => {
    const xs = [{ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 1 }];
    expect(evaluate('xs.distinct()', { xs })).toEqual([{ a: 1, b: [2] }, { a: 1 }]);
    expect(evaluate('[xs.indexOf({"a": 1}), ["1", 1].indexOf(1), xs.indexOf(5)]', { xs })).toEqual([2, 1, -1]);
  });

  test('sort rows by a field, and keep the order of equal ones', () => {
    const rows = [
      { n: 2, id: 'a' },
      { n: 1, id: 'b' },
      { n: 2, id: 'c' },
    ];
    expect(evaluate('rows.sortBy("n").map(r, r.id).join()', { rows })).toBe('bac');
    expect(reason('rows.sortBy("m")', { rows })).toMatch(/needs the field 'm' in every map; the one at 0 has none/);
    expect(reason('rows.sortBy("toString")', { rows })).toMatch(/needs the field/);
  });

  test('say what they cannot do', () => {
    expect(reason('[].min()')).toMatch(/empty list has no value. Ask first, such as: xs.size\(\) > 0/);
    expect(reason('[].avg()')).toMatch(/avg\(\) of an empty list/);
    expect(reason('xs.sort()', { xs: [1, 'a'] })).toMatch(/only numbers, only texts/);
    expect(reason('xs.max()', { xs: [null] })).toMatch(/only numbers, only texts/);
    expect(reason('xs.sum()', { xs: ['1'] })).toMatch(/list of numbers/);
    expect(reason('[1, 2].slice(1, 3)')).toMatch(/slice\(1, 3\) is outside a list of 2/);
    expect(reason('lists.range(-1)')).toMatch(/whole number from 0/);
    expect(reason('x.sum()', { x: 'abc' })).toMatch(/sum/);
  });

  test('count what they visit', () => {
    expect(evaluate('xs.sort().reverse()[0]', { xs: long })).toBe(9_999);
    expect(reason('xs.filter(x, xs.sum() == x).size()', { xs: long })).toMatch(/too much work/);
    expect(reason('xs.map(x, xs.distinct().size())', { xs: long })).toMatch(/too much work/);
    expect(reason('xs.map(x, xs.sort()[0])', { xs: long })).toMatch(/too much work/);
    expect(reason('lists.range(400001).size()')).toMatch(/too much work/);
    expect(reason('lists.range(1e300).size()')).toMatch(/too much work/);
  });
});

describe('functions of texts', () => {
  test('split, join and replace as CEL does', () => {
    expect(evaluate('"a,b,c".split(",", 2)')).toEqual(['a', 'b,c']);
    expect(evaluate('"a,b,c".split(",", 0)')).toEqual([]);
    expect(evaluate('"a.b.c".replace(".", "-", 1)')).toBe('a-b.c');
    expect(evaluate('"a.b".replace(".", "-", 0)')).toBe('a.b');
    expect(evaluate('"ab".replace("", "-")')).toBe('a-b');
    expect(evaluate('"aü".reverse() + "abc".charAt(3)')).toBe('üa');
    expect(reason('[1, 2].join("-")')).toMatch(/list of texts: use string\(x\)/);
  });

  test('count the text that they make before they make it', () => {
    const text = 'a'.repeat(1_000_000);
    expect(reason('text.replace("a", text)', { text })).toMatch(/too much work/);
    expect(reason('xs.map(x, "a").join(text)', { xs: long, text })).toMatch(/too much work/);
    expect(reason('xs.map(x, text.split("a").size())', { xs: long, text })).toMatch(/too much work/);
  });

  test('are called by the names of CEL alone', () => {
    expect(reason('"a".split_("b")')).toBe("Nothing is called 'split_' here.");
    expect(reason('x.math_round()', { x: 1 })).toBe("Nothing is called 'math_round' here.");
    expect(reason('"a".split(1)')).toMatch(/'string\.split\(int\)'/);
  });
});

describe('math', () => {
  test('rounds as on paper', () => {
    expect(evaluate('math.round(x, 2)', { x: 1.005 })).toBe(1.01);
    expect(evaluate('[math.round(2.5), math.round(-2.5), math.round(7), math.round(1e-9, 2)]')).toEqual([3, -3, 7, 0]);
    expect(evaluate('math.floor(x) + math.ceil(x) + math.abs(-x)', { x: 1.5 })).toBe(4.5);
    expect(evaluate('math.abs(-3)')).toBe(3);
    expect(evaluate('xs.map(x, math.round(x / 3, 1))', { xs: [1, 2] })).toEqual([0.3, 0.7]);
    expect(reason('math.round(1.5, 20)')).toMatch(/0 to 12 digits/);
  });

  test('is a name that a step may have', () => {
    expect(evaluate('math.total + math.round(math.total)', { math: { total: 1.5 } })).toBe(3.5);
    expect(reason('math.round("a")')).toMatch(/'string.math.round\(\)'/);
  });
});
