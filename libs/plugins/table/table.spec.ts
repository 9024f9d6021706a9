import { runCapability } from '@percept/sdk/testing';
import { aggregate } from './aggregate';
import { join } from './join';
import { sort } from './sort';

const refused = (field: string, reason: RegExp) => ({
  code: 'INVALID_REQUEST',
  details: { field, reason: expect.stringMatching(reason) },
});

describe('table.aggregate', () => {
  const rows = [
    { day: '2026-01-02', people: 3, ok: true },
    { day: '2026-01-01', people: '4', ok: false },
    { day: '2026-01-02', people: 2.5, ok: true },
    { day: '2026-01-01', people: '', ok: true },
  ];
  const columns = {
    sum: { people: 'people', good: 'ok' },
    mean: { mean: 'people' },
    min: { low: 'people' },
    max: { high: 'people' },
  };

  test('counts, sums and averages each group in the order of the groups', async () => {
    const output = await runCapability(aggregate, { rows, by: ['day'], count: 'n', ...columns });
    expect(output).toEqual({
      rows: [
        { day: '2026-01-01', n: 2, people: 4, good: 1, mean: 4, low: 4, high: 4 },
        { day: '2026-01-02', n: 2, people: 5.5, good: 2, mean: 2.75, low: 2.5, high: 3 },
      ],
      rows_read: 4,
    });
  });

  test('makes one row of all without groups, and none of nothing', async () => {
    expect(await runCapability(aggregate, { rows, count: 'n' })).toMatchObject({ rows: [{ n: 4 }] });
    expect(await runCapability(aggregate, { rows: [], by: ['day'], count: 'n' })).toEqual({ rows: [], rows_read: 0 });
  });

  test('keeps the types of its groups apart and sorts numbers by value', async () => {
    const mixed = [10, '9', 9, null, 'x', true].map((key) => ({ key }));
    const output = await runCapability(aggregate, { rows: mixed, by: ['key'], count: 'n' });
    expect((output.rows as { key: unknown }[]).map(({ key }) => key)).toEqual([true, '9', 9, 10, 'x', null]);
  });

  test('names the row whose field is not a number, and duplicate columns', async () => {
    const wrong = runCapability(aggregate, { rows: [{ a: 1 }, { a: 'many' }], sum: { a: 'a' } });
    await expect(wrong).rejects.toMatchObject(refused('rows[1].a', /must be a number, not "many"/));
    const twice = runCapability(aggregate, { rows, by: ['day'], sum: { day: 'people' } });
    await expect(twice).rejects.toMatchObject(refused('sum.day', /there already/));
    await expect(runCapability(aggregate, { rows, sum: { day: 5 } })).rejects.toMatchObject(
      refused('sum.day', /name of a field/),
    );
    await expect(runCapability(aggregate, { rows: [5] })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(runCapability(aggregate, {})).rejects.toMatchObject({ details: { field: 'rows' } });
  });

  test('reaches only the own fields of a row, with any name', async () => {
    const hostile = JSON.parse('[{"__proto__": 1, "a\\"); DROP TABLE input; --": 2}, {"constructor": 3}]') as object[];
    const output = await runCapability(aggregate, {
      rows: hostile,
      by: ['constructor', 'a"); DROP TABLE input; --'],
      count: 'n',
    });
    expect(output.rows).toEqual([
      { constructor: 3, 'a"); DROP TABLE input; --': null, n: 1 },
      { constructor: null, 'a"); DROP TABLE input; --': 2, n: 1 },
    ]);
    const inherited = runCapability(aggregate, { rows: hostile.slice(0, 1), by: ['constructor'], count: 'n' });
    await expect(inherited).rejects.toMatchObject(refused('by', /no row has the field "constructor"/));
  });
});

test.each([
  [aggregate, { by: ['town'], count: 'n' }, 'by'],
  [aggregate, { by: ['shop'], sum: { all: 'town' } }, 'sum.all'],
  [aggregate, { max: { most: 'town' } }, 'max.most'],
  [sort, { by: ['shop', 'town desc'] }, 'by'],
])('%# refuses a field that no row has, and names those of the first', async (capability, input, parameter) => {
  const rows = [{ shop: 'a' }, { shop: 'b', sold: 3 }];
  const run = (more: object[]) => runCapability(capability, { rows: more, ...input });
  await expect(run(rows)).rejects.toMatchObject(refused(parameter, /no row has the field "town"\. The first row has "shop"\./));
  await expect(run([...rows, { town: 5 }])).resolves.toMatchObject({ rows_read: 3 });
  await expect(run([])).resolves.toMatchObject({ rows_read: 0 });
});

describe('table.sort', () => {
  const rows = [{ v: '10', n: 'a' }, { v: 9, n: 'b' }, { n: 'c' }, { v: 'x', n: 'd' }, { v: 9, n: 'e' }];
  const names = async (input: object) =>
    ((await runCapability(sort, { rows, ...input })).rows as { n: string }[]).map(({ n }) => n).join('');

  test('sorts numbers by value, then texts, what is missing last, and keeps the order of what is alike', async () => {
    expect(await names({ by: ['v'] })).toBe('beadc');
    expect(await names({ by: ['v desc'] })).toBe('dabec');
    expect(await names({ by: ['v', 'n desc'] })).toBe('ebadc');
    expect(await names({ by: ['v'], limit: 2 })).toBe('be');
  });

  test('refuses what names no field', async () => {
    await expect(runCapability(sort, { rows, by: [' '] })).rejects.toMatchObject(refused('by', /must name fields/));
    await expect(runCapability(sort, { rows, by: [] })).rejects.toMatchObject(refused('by', /1 to 20 entries/));
  });
});

describe('table.join', () => {
  const left = [{ id: 2, name: 'b' }, { id: 1, name: 'a' }, { name: 'none' }];
  const right = [
    { product: '1', price: 5, name: 'A' },
    { product: 1, price: 6 },
    { product: 3, price: 7 },
  ];
  const input = { left, right, on: ['id = product'] };

  test('joins in the order of the left rows, and renames what both have', async () => {
    expect((await runCapability(join, input)).rows).toEqual([
      { id: 1, name: 'a', name_right: 'A', price: 5 },
      { id: 1, name: 'a', price: 6 },
    ]);
  });

  test('keeps the left rows without a partner, or only those', async () => {
    const kept = (await runCapability(join, { ...input, how: 'left' })).rows as object[];
    expect(kept).toHaveLength(4);
    expect(kept[0]).toEqual({ id: 2, name: 'b' });
    expect((await runCapability(join, { ...input, how: 'anti' })).rows).toEqual([{ id: 2, name: 'b' }, { name: 'none' }]);
  });

  test('refuses what names no fields', async () => {
    await expect(runCapability(join, { ...input, on: ['a = b = c'] })).rejects.toMatchObject(refused('on', /must name fields/));
    await expect(runCapability(join, { ...input, how: 'outer' })).rejects.toMatchObject({ details: { field: 'how' } });
    await expect(runCapability(join, { ...input, on: ['id'] })).rejects.toMatchObject(
      refused('on', /no row has the field "id"\. The first row has "product", "price", "name"\./),
    );
  });
});
