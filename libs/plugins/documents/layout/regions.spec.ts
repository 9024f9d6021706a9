import { rectanglePolygon } from './geometry';
import { splitRegions } from './regions';

/** A line of 10 high print; the unit may be anything. */
const line = (left: number, top: number, width: number, unit = 1) => ({
  text: 'x',
  polygon: rectanglePolygon(left * unit, top * unit, (left + width) * unit, (top + 10) * unit),
});
const column = (left: number, { rows, step, width = 60 }: { rows: number; step: number; width?: number }, unit = 1) =>
  Array.from({ length: rows }, (_, row) => line(left, 100 + row * step, width, unit));

const sideBar = { rows: 12, step: 27 };
const table = { rows: 16, step: 20 };

test.each([
  ['pixels', 1],
  ['inches', 1 / 96],
])('a side bar is apart from the table beside it, in %s', (_unit, unit) => {
  const bar = column(10, sideBar, unit);
  const [title, foot] = [line(10, 10, 500, unit), line(10, 600, 500, unit)];
  const cells = [200, 300, 400].flatMap((left) => column(left, table, unit));
  const lines = [title, ...bar, ...cells, foot];
  const regions = splitRegions(lines, 0);
  expect(regions.map(({ length }) => length)).toEqual([1, bar.length, cells.length, 1]);
  expect(regions[1]).toEqual(bar.map((_, at) => at + 1));
  // Turned as a whole, it falls into the same parts.
  const turned = lines.map(({ text, polygon }) => ({
    text,
    polygon: polygon.map(({ x, y }) => ({ x: x - y * 0.1, y: y + x * 0.1 })),
  }));
  expect(splitRegions(turned, (Math.atan(0.1) * 180) / Math.PI)).toEqual(regions);
});

test('columns whose rows line up are one table, also where one has gaps', () => {
  const lines = [10, 200].flatMap((left) => column(left, table));
  expect(splitRegions(lines, 0)).toHaveLength(1);
  expect(splitRegions([...column(10, table), ...column(200, { rows: 8, step: 40 })], 0)).toHaveLength(1);
});

test('a few lines beside many, no lines, and a page of 4,000 lines', () => {
  expect(splitRegions([...column(10, table), ...column(200, { rows: 5, step: 27 })], 0)).toHaveLength(1);
  expect(splitRegions([], 0)).toEqual([]);
  const dense = Array.from({ length: 20 }, (_, at) => column(10 + at * 100, { rows: 200, step: 12 })).flat();
  expect(splitRegions(dense, 0)).toHaveLength(1);
});

test('two columns of running text are apart though their rows line up, also where the gutter is narrow', () => {
  const words = (left: number, row: number, width: number) => ({
    ...line(left, 100 + row * 14, width),
    text: 'ships may land on weekdays',
  });
  const paragraph = (left: number, right: number) =>
    Array.from({ length: 8 }, (_, row) => words(left, row, row % 4 === 3 ? 60 : right - left - (row % 3)));
  const lines = [...paragraph(10, 150), ...paragraph(164, 310)];
  expect(splitRegions(lines, 0).map(({ length }) => length)).toEqual([8, 8]);
  // Cells of two columns are one table.
  const cells = [10, 80].flatMap((left) => column(left, { rows: 8, step: 14 }));
  expect(splitRegions(cells, 0)).toHaveLength(1);
});
