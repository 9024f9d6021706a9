import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCapability } from '@percept/sdk/testing';
import { tableRead } from './read';

const refused = (field: string, reason: RegExp) => ({
  code: 'INVALID_REQUEST',
  details: { field, reason: expect.stringMatching(reason) },
});
const TYPES = { day: 'date', n: 'integer', amount: 'number', ok: 'boolean', at: 'timestamp', more: 'json' };
const CSV = '\uFEFFname,day,n,amount,ok,at,more\n"a, b",2026-01-31,7,-1.5e2,TRUE,2026-01-31T10:00:00+01:00,"[1]"\nc,,,,,,\n';

describe('table.read', () => {
  test('reads CSV with types; an empty field of a type is null', async () => {
    expect(await runCapability(tableRead, { data: CSV, types: TYPES })).toEqual({
      rows: [
        { name: 'a, b', day: '2026-01-31', n: 7, amount: -150, ok: true, at: '2026-01-31T09:00:00.000Z', more: [1] },
        { name: 'c', day: null, n: null, amount: null, ok: null, at: null, more: null },
      ],
      rows_read: 2,
      rows_skipped: 0,
      skipped: [],
    });
  });

  test('reads JSON Lines, with its own types and others', async () => {
    const data = '{"a": 1, "b": "2"}\r\n\n{"a": {"x": 1}, "b": 3}';
    const output = await runCapability(tableRead, { data, format: 'jsonl', types: { b: 'number' } });
    expect(output).toMatchObject({
      rows: [
        { a: 1, b: 2 },
        { a: { x: 1 }, b: 3 },
      ],
      rows_read: 2,
    });
  });

  test('keeps to other separators and to the limit', async () => {
    const data = 'a;b\n1;2\n3;4\n5;6\n';
    expect(await runCapability(tableRead, { data, delimiter: ';', limit: 2 })).toMatchObject({
      rows: [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
      rows_read: 2,
    });
  });

  test.each([
    ['day', '2026-02-31x', /line 2: the column 'day' must be a date such as 2026-01-31, not "2026-02-31x"/],
    ['day', '2026-02-30', /must be a date such as/],
    ['at', '2026-02-30T10:00:00Z', /must be a time of ISO 8601/],
    ['n', '1.5', /must be a whole number/],
    ['amount', '1,5', /must be a number such as 12.5/],
    ['ok', 'maybe', /must be true or false/],
    ['at', 'yesterday', /must be a time of ISO 8601/],
    ['more', '{oops', /must be JSON/],
  ])('names the line and the column of a %s that is %s', async (column, value, reason) => {
    await expect(runCapability(tableRead, { data: `${column}\n"${value}"\n`, types: TYPES })).rejects.toMatchObject(
      refused('data', reason),
    );
  });

  test('leaves lines out if that is asked for, and says how many and why', async () => {
    const data = `a,b\n1,2\n${'x,2\n'.repeat(12)}3\n4,5\n`;
    const output = await runCapability(tableRead, { data, types: { a: 'number' }, on_error: 'skip' });
    expect(output).toMatchObject({
      rows: [
        { a: 1, b: '2' },
        { a: 4, b: '5' },
      ],
      rows_read: 2,
      rows_skipped: 13,
    });
    expect(output.skipped).toHaveLength(10);
    expect((output.skipped as string[])[0]).toMatch(/^line 3: the column 'a' must be a number/);
    const broken = await runCapability(tableRead, { data: '{"a":1}\n[1]\n{oops\n', format: 'jsonl', on_error: 'skip' });
    expect(broken).toMatchObject({
      rows_read: 1,
      skipped: ['line 2: it is not a JSON object', expect.stringMatching(/^line 3: it is not JSON: /)],
    });
  });

  test('refuses types, and ways to give the data, that there are not', async () => {
    await expect(runCapability(tableRead, { data: 'a\n1', types: { a: 'numbr' } })).rejects.toMatchObject(
      refused('types.a', /must be one of text, number/),
    );
    await expect(runCapability(tableRead, {})).rejects.toMatchObject(refused('file', /exactly one/));
    await expect(runCapability(tableRead, { data: 'a', delimiter: '#' })).rejects.toMatchObject(refused('delimiter', /must be/));
    await expect(runCapability(tableRead, { data: '"a' })).rejects.toMatchObject(refused('data', /./));
    const long = `a\n${'x'.repeat(1_100_000)}\n`;
    await expect(runCapability(tableRead, { data: long })).rejects.toMatchObject(
      refused('data', /the record in line 2 is longer than 1 MB/),
    );
    await expect(runCapability(tableRead, { data: `{"a":"${'x'.repeat(1_100_000)}`, format: 'jsonl' })).rejects.toMatchObject(
      refused('data', /./),
    );
  });

  test('refuses the path of a file where paths are not for the caller', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'percept-read-'));
    writeFileSync(join(folder, 'a.csv'), 'a\n1\n');
    const path = runCapability(tableRead, { file: join(folder, 'a.csv') });
    await expect(path).rejects.toMatchObject(refused('file', /pipelines and the command line: send the content/));
    rmSync(folder, { recursive: true });
  });
});
