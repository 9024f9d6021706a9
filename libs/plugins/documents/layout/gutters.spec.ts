import { rectanglePolygon, type PageLine } from './geometry';
import { cutAtGutters, lineFrom } from './gutters';
import { findPrintedRows } from './rows';
import { findAlignedTables } from './tables';

/** Words at their places, each letter as wide as half of its height. */
const row = (at: number, ...words: [left: number, text: string][]): PageLine =>
  lineFrom(
    words.map(([left, text]) => ({
      text,
      confidence: 1,
      polygon: rectanglePolygon(left, at * 14, left + text.length * 5, at * 14 + 10),
    })),
  );
const cut = (lines: readonly PageLine[]) => cutAtGutters(lines).map(({ text }) => text);
const table = (lines: readonly PageLine[]) => {
  const parts = cutAtGutters(lines);
  const [found] = findAlignedTables(parts, findPrintedRows(parts, 0), 0);
  return found?.cells.map((cell) => [
    cell.row,
    cell.column,
    cell.columnSpan,
    parts[cell.lines[0]!]!.text,
    ...(cell.rowSpan > 1 ? [cell.rowSpan] : []),
  ]);
};

test('narrow columns are cut where a gutter runs through three rows, and a cell may be empty', () => {
  const lines = [
    row(0, [0, 'Nails'], [60, 'late'], [95, '2.50']),
    row(1, [0, 'Wood'], [25, 'glue'], [95, '13.75']),
    row(2, [0, 'Paint'], [60, 'ok'], [95, '7.00']),
    row(3, [0, 'Brush'], [60, 'ok'], [95, '4.10']),
  ];
  expect(cut(lines)).toEqual(['Nails', 'late', '2.50', 'Wood glue', '13.75', 'Paint', 'ok', '7.00', 'Brush', 'ok', '4.10']);
  expect(cut(lines.slice(0, 2))).toEqual(['Nails late 2.50', 'Wood glue 13.75']);
});

test('running text with wide spaces, and the entries of a list, stay whole', () => {
  const text = [
    row(0, [0, 'The'], [25, 'ship'], [60, 'came']),
    row(1, [0, 'in'], [20, 'before'], [59, 'noon']),
    row(2, [0, 'and'], [27, 'left'], [55, 'again']),
  ];
  expect(cut(text)).toEqual(['The ship came', 'in before noon', 'and left again']);
  const list = ['•', '1.', '(a)'].map((sign, at) => row(at, [0, sign], [30, 'Bread'], [58, 'rolls']));
  expect(cut(list)).toEqual(['• Bread rolls', '1. Bread rolls', '(a) Bread rolls']);
});

test('a head over two columns spans them', () => {
  const lines = [
    row(0, [60, 'First half']),
    row(0, [150, 'Remark']),
    ...[1, 2, 3].flatMap((at) => [row(at, [0, `Item${at}`]), row(at, [60, '12']), row(at, [95, '34']), row(at, [150, 'ok'])]),
  ];
  expect(table(lines)!.slice(0, 6)).toEqual([
    [0, 1, 2, 'First half'],
    [0, 3, 1, 'Remark'],
    [1, 0, 1, 'Item1'],
    [1, 1, 1, '12'],
    [1, 2, 1, '34'],
    [1, 3, 1, 'ok'],
  ]);
});

const HEADED = [1, 2, 3].flatMap((at) => [0, 60, 110, 150].map((x) => row(at + 1, [x, at === 3 && x === 60 ? '7' : `v${x}`])));

test.each([
  ['left', 60],
  ['right', 108],
])('a narrow head on the %s of two columns spans them, and heads without titles below are two rows tall', (_, x) => {
  const head = [row(0, [0, 'Item']), row(0, [x, 'Half']), row(0, [150, 'Note'])];
  const titles = [row(1, [60, 'Net']), row(1, [110, '2026'])];
  expect(table([...head, ...titles, ...HEADED])!.slice(0, 5)).toEqual([
    [0, 0, 1, 'Item', 2],
    [0, 1, 2, 'Half'],
    [0, 3, 1, 'Note', 2],
    [1, 1, 1, 'Net'],
    [1, 2, 1, '2026'],
  ]);
});

test('values below a row that lacks one do not make it a head over them', () => {
  const lacking = [row(0, [0, 'Item']), row(0, [110, 'Net']), row(0, [150, 'Note'])];
  const values = [row(1, [60, '12.50']), row(1, [110, '34'])];
  expect(table([...lacking, ...values, ...HEADED])!.slice(0, 3)).toEqual([
    [0, 0, 1, 'Item'],
    [0, 2, 1, 'Net'],
    [0, 3, 1, 'Note'],
  ]);
});
