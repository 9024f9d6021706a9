import { isCutOut, mayHaveRowsAtEdge, withBorder } from './border';

test.each([
  ['a line', { width: 390, height: 40 }, true],
  ['a long line', { width: 1500, height: 120 }, true],
  ['a line that runs down', { width: 120, height: 1500 }, true],
  ['a sign', { width: 600, height: 280 }, true],
  ['a small block', { width: 300, height: 250 }, true],
  ['a photograph', { width: 640, height: 480 }, false],
  ['a page', { width: 900, height: 1200 }, false],
])('%s', (_, image, expected) => expect(isCutOut(image)).toBe(expected));

test('another row may lie between what was found and the edge of an image that is mostly text', () => {
  const row = (y: number) => ({ centre: { x: 300, y }, direction: { x: 1, y: 0 }, length: 500, height: 80 });
  const down = { centre: { x: 530, y: 200 }, direction: { x: 0, y: 1 }, length: 390, height: 100 };
  const image = { width: 600, height: 500 };
  expect(mayHaveRowsAtEdge([row(250), row(130)], image)).toBe(true);
  expect(mayHaveRowsAtEdge([row(400), row(250)], image)).toBe(true);
  expect(mayHaveRowsAtEdge([down, row(250)], image)).toBe(true);
  expect(mayHaveRowsAtEdge([row(300), row(200)], image)).toBe(false);
  expect(mayHaveRowsAtEdge([row(130)], image)).toBe(false);
  expect(mayHaveRowsAtEdge([row(250), row(130)], { width: 1000, height: 400 })).toBe(false);
  expect(mayHaveRowsAtEdge([], image)).toBe(false);
});

const PAPER = [200, 190, 180];
const INK = [1, 2, 3];
/** Rows of `.` for paper and `#` for ink. */
const drawn = (...rows: string[]) =>
  Uint8Array.from(rows.flatMap((row) => [...row].flatMap((cell) => (cell === '#' ? INK : PAPER))));

test('what reaches the edge gets a border in the colour of the paper', () => {
  const bordered = withBorder(drawn('.#...', '.#...', '.....'), { width: 5, height: 3 }, 2);
  const row = (cells: string) => Array.from(drawn(cells));
  const rows = Array.from({ length: 7 }, (_, y) => Array.from(bordered!.subarray(y * 27, (y + 1) * 27)));
  expect(rows).toEqual(['.........', '.........', '...#.....', '...#.....', '.........', '.........', '.........'].map(row));
});

test('what lies far from a plain edge does not reach it', () => {
  const page = (left: number) =>
    drawn(...Array.from({ length: 50 }, (_, y) => '.'.repeat(left) + (y > 16 && y < 34 ? '#' : '.').repeat(50) + '.'.repeat(20)));
  const noisy = (pixels: Uint8Array) => pixels.map((value, index) => value + (index % 7) * 3);
  expect(withBorder(noisy(page(17)), { width: 87, height: 50 }, 2)).toBeUndefined();
  expect(withBorder(noisy(page(4)), { width: 74, height: 50 }, 2)).toBeDefined();
});
