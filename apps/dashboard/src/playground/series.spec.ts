import { InputError } from '../api/input-error';
import { questionFrom, readSeries, readTable, readSeriesFile } from './series';

const file = (bytes: BlobPart, name = 'numbers.csv') => new File([bytes], name);

test('points come from commas, semicolons or tabs, with or without a header, quotes and blank lines', () => {
  const points = [
    { timestamp: '2026-01-01', value: 1.5 },
    { timestamp: '2026-01-02', value: -2 },
  ];
  expect(readSeries('day,value\n2026-01-01,1.5\n\n2026-01-02,-2\n')).toEqual(points);
  expect(readSeries('2026-01-01;1.5\r\n2026-01-02;-2;')).toEqual(points);
  expect(readSeries('"2026-01-01"\t"1.5"\n2026-01-02\t-2')).toEqual(points);
});

test.each([
  ['a decimal comma', 'day;value\n2026-01-01;12,5', /^Line 2, '2026-01-01;12,5', is not a point\. .*number such as 12\.5/],
  ['a thousands separator', '2026-01-01,7\n2026-01-02,1,234', /^Line 2, .*is not a point/],
  ['a third column', '2026-01-01,7,8\n2026-01-02,7,8', /^Line 2, .*is not a point/],
  ['no second column', 'hello\nworld', /^No line has two columns\. A series is text with one point per line/],
  ['a header alone', 'day,value', /^The file has no points\. A series is/],
])('%s is refused with what is expected', (_, text, message) => {
  expect(() => readSeries(text)).toThrow(InputError);
  expect(() => readSeries(text)).toThrow(message);
});

test('a file that is not text is rejected by name', async () => {
  expect(await readSeriesFile(file('\uFEFFday,value'))).toBe('day,value');
  const image = file(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'desk.jpg');
  await expect(readSeriesFile(image)).rejects.toThrow(/^'desk\.jpg' is not a text file in UTF-8\. A series is/);
});

describe('a table of several columns', () => {
  const csv = 'day,sold,price,rain\n2026-01-01,5,2,0\n2026-01-02,,2,1\n2026-01-03,7,3,0\n2026-01-04,,3,1\n2026-01-05,,2,0\n';
  const asked = { value: 'sold', drivers: [] as string[], periods: 9 };

  test('has each column by its name; of one column alone the name does not matter', () => {
    expect(readTable(csv).columns.map(({ name }) => name)).toEqual(['sold', 'price', 'rain']);
    expect(readTable('2026-01-01,1\n2026-01-02,2').columns).toEqual([{ name: 'value', values: [1, 2] }]);
    expect(() => readTable(`${csv}2026-01-06,1,2,3,4`)).toThrow(/^Line 7, /);
    expect(() => readTable(`${csv}2026-01-06,many,2,3`)).toThrow(/^Line 7, .*sold, price, rain/);
  });

  test('gives the points of one column, and the others as what drives it', () => {
    const data = [
      { timestamp: '2026-01-01', value: 5 },
      { timestamp: '2026-01-03', value: 7 },
    ];
    expect(questionFrom(readTable(csv), asked)).toEqual({ data, periods: 9 });
    expect(questionFrom(readTable(csv), { ...asked, drivers: ['price'] })).toEqual({
      data,
      periods: 2,
      regressors: [{ name: 'price', values: [2, 3], future_values: [3, 2] }],
    });
  });

  test('refuses a driver without a future, or with a gap', () => {
    expect(() => questionFrom(readTable(csv), { ...asked, value: 'rain', drivers: ['price'] })).toThrow(/known in the future/);
    expect(() => questionFrom(readTable(csv.replace('7,3,0', '7,,0')), { ...asked, drivers: ['price'] })).toThrow(
      /'price' has no number at 2026-01-03/,
    );
  });
});
