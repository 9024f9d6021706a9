import { InputError } from '../api/input-error';
import { readSeries, readText } from './series';

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
  expect(await readText(file('\uFEFFday,value'))).toBe('day,value');
  const image = file(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'desk.jpg');
  await expect(readText(image)).rejects.toThrow(/^'desk\.jpg' is not a text file in UTF-8\. A series is/);
});
