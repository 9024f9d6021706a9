import { outputFormatContract } from '@percept/sdk/testing';
import { parse } from 'csv-parse/sync';
import { describeContract } from '../../../../test/harness/kinds';
import { csvOutput } from './csv';

/** An empty cell stands for a column that the row does not have, and for an empty text. */
describeContract(
  'the output format csv',
  outputFormatContract(csvOutput, (bytes) => parse(bytes, { columns: true })),
);

test('shows texts that a spreadsheet would take for formulas, and leaves numbers alone', async () => {
  const texts = ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\tx', '-5', '+49,5', 'a=b', "it's"];
  const rows = async function* () {
    yield [...texts.map((text) => ({ '=name': text })), { '=name': -7 }];
  };
  const read = async (escapeFormulas: boolean): Promise<string[]> => {
    const parts: Uint8Array[] = [];
    for await (const bytes of csvOutput.encode(rows, { escapeFormulas })) parts.push(bytes);
    return parse(Buffer.concat(parts)).flat();
  };
  expect(await read(false)).toEqual(['=name', ...texts, '-7']);
  expect(await read(true)).toEqual([
    "'=name",
    "'=1+1",
    "'+cmd|calc",
    "'-2+3",
    "'@SUM(A1)",
    "'\tx",
    '-5',
    '+49,5',
    'a=b',
    "it's",
    '-7',
  ]);
});
