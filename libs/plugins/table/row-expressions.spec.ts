import { runCapability } from '@percept/sdk/testing';
import { filter } from './filter';
import { tableMap } from './map';

const refused = (field: string, reason: RegExp) => ({
  code: 'INVALID_REQUEST',
  details: { field, reason: expect.stringMatching(reason) },
});
const rows = [
  { name: 'pen', price: 2.5, quantity: 4 },
  { name: 'ink', price: 12, quantity: 1 },
];

describe('table.filter', () => {
  test('keeps the rows for which the expression is true', async () => {
    const output = await runCapability(filter, {
      rows,
      where: 'row.price * row.quantity > values.least',
      values: { least: 10.5 },
    });
    expect(output).toEqual({ rows: [rows[1]], rows_read: 2 });
    expect(await runCapability(filter, { rows, where: 'index == 0 && row.name.startsWith("p")' })).toMatchObject({
      rows: [rows[0]],
    });
  });

  test('names the row and the expression that do not fit', async () => {
    const wrong = runCapability(filter, { rows: [rows[0], { name: 'x' }], where: 'row.price > 1' });
    await expect(wrong).rejects.toMatchObject(
      refused('where', /^rows\[1\]: No such key: price. The expression is: row.price > 1$/),
    );
    await expect(runCapability(filter, { rows, where: 'row.name' })).rejects.toMatchObject(
      refused('where', /true or false, not "pen"/),
    );
    await expect(runCapability(filter, { rows, where: 'row.' })).rejects.toMatchObject(
      refused('where', /The expression is: row\./),
    );
    await expect(runCapability(filter, { rows })).rejects.toMatchObject({ details: { field: 'where' } });
  });
});

describe('table.map', () => {
  test('computes columns, alone or beside the others', async () => {
    const columns = { total: 'row.price * row.quantity', label: 'row.name.upperAscii() + values.mark', at: 'index' };
    const computed = [
      { total: 10, label: 'PEN!', at: 0 },
      { total: 12, label: 'INK!', at: 1 },
    ];
    const input = { rows, columns, values: { mark: '!' } };
    expect(await runCapability(tableMap, input)).toEqual({ rows: computed, rows_read: 2 });
    const kept = await runCapability(tableMap, { ...input, keep: true });
    expect(kept.rows).toEqual(rows.map((row, index) => ({ ...row, ...computed[index] })));
  });

  test('names the column whose expression does not fit', async () => {
    const wrong = runCapability(tableMap, { rows, columns: { a: 'row.name', b: 'row.price + row.name' } });
    await expect(wrong).rejects.toMatchObject(refused('columns.b', /^rows\[0\]: .*The expression is: row.price \+ row.name$/));
    await expect(runCapability(tableMap, { rows, columns: {} })).rejects.toMatchObject(refused('columns', /at least one/));
    await expect(runCapability(tableMap, { rows, columns: { a: 5 } })).rejects.toMatchObject(
      refused('columns.a', /must be an expression/),
    );
  });
});
