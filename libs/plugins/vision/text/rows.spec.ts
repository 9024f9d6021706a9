import { groupRows } from './rows';

/** A level line. */
const line = (text: string, x: number, y: number, width = 100, height = 20) => ({
  text,
  bounding_box: { x, y, width, height },
  polygon: [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ],
});
/** The same page, turned by a quarter clockwise. */
const turned = ({ text, bounding_box: { x, y, width, height }, polygon }: ReturnType<typeof line>) => ({
  text,
  bounding_box: { x: 1000 - y - height, y: x, width: height, height: width },
  polygon: polygon.map((point) => ({ x: 1000 - point.y, y: point.x })),
});

const RECEIPT = [
  line('Bread', 0, 0),
  line('2', 200, 3, 10),
  line('3.75', 300, 2, 40),
  line('Total', 0, 50),
  line('RM 30.91', 280, 52),
];

test('boxes beside each other are one row, with the gaps between them', () => {
  expect(groupRows(RECEIPT)).toEqual([
    { text: 'Bread 2 3.75', lines: [0, 1, 2], gaps: [100, 90], bounding_box: { x: 0, y: 0, width: 340, height: 23 } },
    { text: 'Total RM 30.91', lines: [3, 4], gaps: [180], bounding_box: { x: 0, y: 50, width: 380, height: 22 } },
  ]);
  expect(groupRows([])).toEqual([]);
});

test('a digit that was found as a line that runs down is of its row', () => {
  const [one, five] = [line('1', 63, 173, 25, 42), line('5', 180, 175, 30, 39)];
  const turnedOne = { ...one, polygon: [...one.polygon.slice(1), one.polygon[0]!] };
  expect(groupRows([turnedOne, five]).map(({ text }) => text)).toEqual(['1 5']);
});

test('so they are on a page that lies on its side', () => {
  expect(groupRows(RECEIPT.map(turned)).map(({ lines, gaps }) => ({ lines, gaps }))).toEqual([
    { lines: [0, 1, 2], gaps: [100, 90] },
    { lines: [3, 4], gaps: [180] },
  ]);
});

test('lines of two columns share no row: the order of reading goes down first', () => {
  const columns = [line('a', 0, 0), line('b', 0, 30), line('c', 300, 0), line('d', 300, 30)];
  expect(groupRows(columns).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
});
